import type { Database, Prisma } from '@bridge/database'
import type { AuditAction } from '@bridge/platform/audit-action'
import { recordUserAudit } from '../access/audit.store.ts'
import type { Caller } from '../access/caller.ts'

const noWrongCodes = { wrongCodes: 0, retryAt: null } as const

/** Finds a user's second factor: since when it is on, its sealed secret and how many recovery codes are left. */
export async function findSecondFactor(database: Database, userId: string) {
  const user = await database.user.findUniqueOrThrow({
    where: { id: userId },
    select: {
      email: true,
      secondFactorSince: true,
      secondFactor: { select: { sealedSecret: true, wrongCodes: true, retryAt: true } },
      _count: { select: { recoveryCodes: true } },
      memberships: {
        where: { org: { requiresSecondFactor: true } },
        select: { org: { select: { name: true } } },
        orderBy: { org: { name: 'asc' } },
      },
    },
  })
  return {
    email: user.email,
    since: user.secondFactorSince,
    sealedSecret: user.secondFactor?.sealedSecret,
    wrongCodes: user.secondFactor?.wrongCodes ?? 0,
    retryAt: user.secondFactor?.retryAt ?? null,
    recoveryCodes: user._count.recoveryCodes,
    requiredBy: user.memberships.map(({ org }) => org.name),
  }
}

/** Stores an unconfirmed secret. Returns false if the user's second factor is on. */
export function storeUnconfirmedSecret(database: Database, userId: string, sealedSecret: string): Promise<boolean> {
  return database.$transaction(async (transaction) => {
    if (!(await lockUser(transaction, userId, false))) return false
    await transaction.secondFactor.upsert({
      where: { userId },
      create: { userId, sealedSecret },
      update: { sealedSecret, lastStep: 0, ...noWrongCodes },
    })
    return true
  })
}

/** Lists sealed secrets by user, from the one after `afterUserId`. */
export async function listSealedSecrets(database: Database, afterUserId: string, count: number) {
  const rows = await database.secondFactor.findMany({
    where: { userId: { gt: afterUserId } },
    select: { userId: true, sealedSecret: true },
    orderBy: { userId: 'asc' },
    take: count,
  })
  return rows.map(({ userId, sealedSecret }) => ({ owner: userId, sealed: sealedSecret }))
}

/** Replaces a sealed secret. Returns false if it has changed in the meantime. */
export async function replaceSealedSecret(database: Database, userId: string, previous: string, sealedSecret: string) {
  const where = { userId, sealedSecret: previous }
  const { count } = await database.secondFactor.updateMany({ where, data: { sealedSecret } })
  return count === 1
}

/**
 * Counts a code as wrong before it is checked: codes sent at once do not share a try. Returns false if another one was
 * counted since.
 */
export async function countCode(
  database: Database,
  userId: string,
  { wrongCodes, retryAt }: { readonly wrongCodes: number; readonly retryAt: Date | null },
): Promise<boolean> {
  const where = { userId, wrongCodes: wrongCodes - 1 }
  const { count } = await database.secondFactor.updateMany({ where, data: { wrongCodes, retryAt } })
  return count === 1
}

/**
 * Records a used code for this step, which resets the count of wrong ones. Returns false if a code for this or a later
 * step was used before.
 */
export async function useStep(database: Pick<Database, 'secondFactor'>, userId: string, step: number) {
  const where = { userId, lastStep: { lt: step } }
  const { count } = await database.secondFactor.updateMany({ where, data: { lastStep: step, ...noWrongCodes } })
  return count === 1
}

/** Uses up a recovery code. Returns false if the user has no such code. */
export function useRecoveryCode(database: Database, caller: Caller, codeHash: string, at: Date): Promise<boolean> {
  const { userId } = caller
  return database.$transaction(async (transaction) => {
    const { count } = await transaction.recoveryCode.deleteMany({ where: { userId, codeHash } })
    if (count === 0) return false
    await transaction.secondFactor.updateMany({ where: { userId }, data: noWrongCodes })
    await audit(transaction, caller, 'second-factor.use-recovery-code', at)
    return true
  })
}

interface TurnOn {
  readonly sealedSecret: string
  readonly step: number
  readonly codeHashes: readonly string[]
  /** The hash of the undoing token, and until when. */
  readonly undoHash: string
  readonly undoUntil: Date
  readonly at: Date
}

/**
 * Turns the second factor on with the confirmed secret. The caller's session counts as proven; the user's other
 * sessions ask for a code. Returns false if it is on already, or the secret was replaced in the meantime.
 */
export function turnOn(
  database: Database,
  caller: Caller,
  { sealedSecret, step, codeHashes, undoHash, undoUntil, at }: TurnOn,
): Promise<boolean> {
  const { userId } = caller
  return database.$transaction(async (transaction) => {
    if (!(await lockUser(transaction, userId, false))) return false
    const where = { userId, sealedSecret, lastStep: { lt: step } }
    const data = { lastStep: step, undoHash, undoUntil }
    const { count } = await transaction.secondFactor.updateMany({ where, data })
    if (count === 0) return false
    await transaction.user.update({ where: { id: userId }, data: { secondFactorSince: at }, select: { id: true } })
    await storeCodes(transaction, userId, codeHashes)
    if (caller.kind === 'session' && caller.sessionId !== undefined)
      await transaction.session.updateMany({ where: { id: caller.sessionId, userId }, data: { secondFactorAt: at } })
    await audit(transaction, caller, 'second-factor.turn-on', at)
    return true
  })
}

/** Replaces the recovery codes. Returns false if the second factor is off. */
export function replaceRecoveryCodes(
  database: Database,
  caller: Caller,
  codeHashes: readonly string[],
  at: Date,
): Promise<boolean> {
  return database.$transaction(async (transaction) => {
    if (!(await lockUser(transaction, caller.userId, true))) return false
    await storeCodes(transaction, caller.userId, codeHashes)
    await audit(transaction, caller, 'second-factor.replace-recovery-codes', at)
    return true
  })
}

/** Turns the second factor off. Returns false if it is off. */
export function turnOff(database: Database, caller: Caller, at: Date): Promise<boolean> {
  return database.$transaction(async (transaction) => {
    if (!(await lockUser(transaction, caller.userId, true))) return false
    await removeFactor(transaction, caller.userId)
    await audit(transaction, caller, 'second-factor.turn-off', at)
    return true
  })
}

/** Gives a session whose user has proven their second factor a new token. Returns undefined if it has ended. */
export function proveSession(
  database: Database,
  caller: Caller & { readonly sessionId: string },
  tokenHash: string,
  at: Date,
): Promise<{ readonly expires: Date } | undefined> {
  const { userId, sessionId: id } = caller
  return database.$transaction(async (transaction) => {
    const [session] = await transaction.session.updateManyAndReturn({
      where: { id, userId },
      data: { sessionToken: tokenHash, secondFactorAt: at, provenAt: at, hostCookie: true },
      select: { expires: true },
    })
    if (!session) return undefined
    const started = { action: 'session.start', resource: 'session', resourceId: id } as const
    await recordUserAudit(transaction, { ...started, caller, at, details: { secondFactor: true } })
    return session
  })
}

/** Records the caller's session as proven again, if it has not ended. */
export async function storeProof(database: Database, caller: Caller, at: Date): Promise<void> {
  if (caller.kind !== 'session' || caller.sessionId === undefined) return
  const { userId, sessionId: id } = caller
  await database.$transaction(async (transaction) => {
    const { count } = await transaction.session.updateMany({ where: { id, userId }, data: { provenAt: at } })
    if (count === 0) return
    await recordUserAudit(transaction, { action: 'session.prove', resource: 'session', resourceId: id, caller, at })
  })
}

/**
 * Removes the second factor of the user with this email address and ends their sessions, for an operator convinced by
 * other means. Returns the number of ended sessions; undefined if there is no such user.
 */
export function resetSecondFactor(database: Database, email: string, at: Date): Promise<number | undefined> {
  return operate(database, email, 'second-factor.reset', at, removeFactor)
}

/** Finds the email address of a user who may still undo enrolling their second factor with a token. */
export async function findUndoable(database: Database, undoHash: string, at: Date): Promise<string | undefined> {
  const where = { undoHash, undoUntil: { gt: at }, user: { secondFactorSince: { not: null } } }
  const factor = await database.secondFactor.findFirst({ where, select: { user: { select: { email: true } } } })
  return factor?.user.email
}

/**
 * Undoes enrolling a second factor with a token, once, and ends its user's sessions, one of which enrolled it. Returns
 * the user; undefined if the token is not valid.
 */
export function undoSecondFactor(
  database: Database,
  undoHash: string,
  { at, address }: { readonly at: Date; readonly address: string },
): Promise<{ readonly id: string; readonly email: string } | undefined> {
  return database.$transaction(async (transaction) => {
    const where = { undoHash, undoUntil: { gt: at } }
    const factor = await transaction.secondFactor.findFirst({
      where,
      select: { user: { select: { id: true, email: true } } },
    })
    if (!factor || !(await lockUser(transaction, factor.user.id, true))) return undefined
    // Another press of the button, or a factor turned on since.
    if ((await transaction.secondFactor.count({ where })) === 0) return undefined
    const { id: userId } = factor.user
    await removeFactor(transaction, userId)
    await transaction.session.deleteMany({ where: { userId } })
    await audit(transaction, { kind: 'system', userId, address }, 'second-factor.undo', at)
    return factor.user
  })
}

/** Ends all sessions under this email address. Returns their number; undefined if there is no such user. */
export function endSessionsOf(database: Database, email: string, at: Date): Promise<number | undefined> {
  return operate(database, email, 'session.end-all', at)
}

function operate(
  database: Database,
  email: string,
  action: AuditAction,
  at: Date,
  change?: (transaction: Prisma.TransactionClient, userId: string) => Promise<void>,
) {
  return database.$transaction(async (transaction) => {
    const user = await transaction.user.findUnique({ where: { email }, select: { id: true } })
    if (!user) return undefined
    await change?.(transaction, user.id)
    const { count } = await transaction.session.deleteMany({ where: { userId: user.id } })
    await audit(transaction, { kind: 'system', userId: user.id }, action, at)
    return count
  })
}

/** Locks the user until the transaction ends. Returns whether their second factor is on, or off, as expected. */
async function lockUser(transaction: Prisma.TransactionClient, userId: string, isOn: boolean): Promise<boolean> {
  const [user] = await transaction.$queryRaw<{ isOn: boolean }[]>`
    SELECT "secondFactorSince" IS NOT NULL AS "isOn" FROM "user" WHERE id = ${userId} FOR UPDATE`
  return user?.isOn === isOn
}

async function storeCodes(transaction: Prisma.TransactionClient, userId: string, codeHashes: readonly string[]) {
  await transaction.recoveryCode.deleteMany({ where: { userId } })
  await transaction.recoveryCode.createMany({ data: codeHashes.map((codeHash) => ({ userId, codeHash })) })
}

async function removeFactor(transaction: Prisma.TransactionClient, userId: string): Promise<void> {
  await transaction.recoveryCode.deleteMany({ where: { userId } })
  await transaction.secondFactor.deleteMany({ where: { userId } })
  await transaction.user.update({ where: { id: userId }, data: { secondFactorSince: null }, select: { id: true } })
}

function audit(transaction: Prisma.TransactionClient, caller: Caller, action: AuditAction, at: Date) {
  const { userId: resourceId } = caller
  return recordUserAudit(transaction, { caller, action, resource: 'account', resourceId, at })
}
