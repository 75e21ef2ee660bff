import { randomBytes } from 'node:crypto'
import { hashSecret } from '@bridge/database/secrets'
import { Problem } from '@bridge/faults'
import { listSessionSecrets } from '@bridge/platform/server-config'
import type { Caller } from '../access/caller.ts'
import { formatTime } from '../access/shapes.ts'
import type { SecurityChange } from '../mail/security-notice-mail.ts'
import type { IdentityServices } from '../services/identity-services.ts'
import { findRetryAt } from './code-wait.ts'
import { createRecoveryCodes, hashRecoveryCode } from './recovery-code.ts'
import { openSecret, sealSecret } from './sealed-secret.ts'
import {
  countCode,
  findSecondFactor,
  replaceRecoveryCodes,
  storeUnconfirmedSecret,
  turnOff,
  turnOn,
  useRecoveryCode,
  useStep,
} from './second-factor.store.ts'
import { createTotpSecret, findTotpStep, toOtpAuthUri } from './totp.ts'

export type SecondFactorServices = Pick<
  IdentityServices,
  'database' | 'clock' | 'config' | 'logger' | 'secondFactorLimiter' | 'securityNotices'
>

/** How long the link in the email about a new second factor undoes it. */
const undoMs = 24 * 60 * 60_000

/** Returns since when the caller's second factor is on, the recovery codes left, and who requires it. */
export async function loadSecondFactor({ database }: SecondFactorServices, { userId }: Caller) {
  const { since, recoveryCodes, requiredBy } = await findSecondFactor(database, userId)
  return { since: formatTime(since), recoveryCodes, requiredBy }
}

/**
 * Creates the secret the caller adds to an authenticator app, in base32 and as a QR code address. It counts once
 * confirmed by a code.
 *
 * @throws Problem `invalid_request` if the second factor is on
 */
export async function beginSecondFactor({ database, config }: SecondFactorServices, { userId }: Caller) {
  const { email } = await findSecondFactor(database, userId)
  const secret = createTotpSecret()
  if (!(await storeUnconfirmedSecret(database, userId, sealSecret(secret, userId, config.sessionSecret))))
    throw new Problem('invalid_request', 'Your second factor is on. Turn it off first.')
  return { secret, uri: toOtpAuthUri(secret, { account: email, issuer: new URL(config.baseUrl).host }) }
}

/**
 * Turns the second factor on with a code for the new secret. Returns the recovery codes, which are not shown again.
 *
 * @throws Problem `invalid_request` for a wrong code, `rate_limited` after too many
 */
export async function confirmSecondFactor(services: SecondFactorServices, caller: Caller, code: string) {
  const { database, clock, config } = services
  await limitAttempts(services, caller)
  const { sealedSecret, since } = await findSecondFactor(database, caller.userId)
  const at = clock()
  const secret = since === null && sealedSecret && openSecret(sealedSecret, caller.userId, listSessionSecrets(config))
  const step = secret ? findTotpStep(secret, toDigits(code), at) : undefined
  if (sealedSecret === undefined || step === undefined) throw wrongCode()
  const recoveryCodes = createRecoveryCodes()
  const codeHashes = recoveryCodes.map(hashRecoveryCode)
  const undoToken = randomBytes(32).toString('base64url')
  const undo = { undoHash: hashSecret(undoToken), undoUntil: new Date(at.getTime() + undoMs) }
  if (!(await turnOn(database, caller, { sealedSecret, step, codeHashes, ...undo, at }))) throw wrongCode()
  await announce(services, caller, 'turned-on', undoToken)
  return { recoveryCodes }
}

/**
 * Replaces the caller's recovery codes, and returns the new ones.
 *
 * @throws Problem `invalid_request` for a wrong code, `rate_limited` after too many
 */
export async function renewRecoveryCodes(services: SecondFactorServices, caller: Caller, code: string) {
  await requireCode(services, caller, code)
  const recoveryCodes = createRecoveryCodes()
  const codeHashes = recoveryCodes.map(hashRecoveryCode)
  if (!(await replaceRecoveryCodes(services.database, caller, codeHashes, services.clock()))) throw wrongCode()
  await announce(services, caller, 'recovery-codes-replaced')
  return { recoveryCodes }
}

/**
 * Turns the caller's second factor off.
 *
 * @throws Problem `invalid_request` for a wrong code, `rate_limited` after too many
 */
export async function endSecondFactor(services: SecondFactorServices, caller: Caller, code: string): Promise<void> {
  await requireCode(services, caller, code)
  if (!(await turnOff(services.database, caller, services.clock()))) throw wrongCode()
  await announce(services, caller, 'turned-off')
}

/**
 * Uses a code from the caller's authenticator app, or a recovery code. Each is accepted once.
 *
 * @throws Problem `invalid_request` for a wrong or used code, `rate_limited` after too many
 */
export async function requireCode(services: SecondFactorServices, caller: Caller, code: string): Promise<void> {
  await limitAttempts(services, caller)
  const isOfApp = /^\d{6}$/.test(toDigits(code))
  const isAccepted = isOfApp
    ? await useAppCode(services, caller, toDigits(code))
    : await useRecoveryCode(services.database, caller, hashRecoveryCode(code), services.clock())
  if (!isAccepted) throw wrongCode()
  if (!isOfApp) await announce(services, caller, 'recovery-code-used')
}

async function useAppCode(
  { database, clock, config, logger }: SecondFactorServices,
  { userId }: Caller,
  code: string,
): Promise<boolean> {
  const { sealedSecret, since, wrongCodes, retryAt } = await findSecondFactor(database, userId)
  if (since === null || sealedSecret === undefined) return false
  const now = clock()
  requireNoWait(retryAt, now)
  const counted = { wrongCodes: wrongCodes + 1, retryAt: findRetryAt(wrongCodes + 1, now) }
  if (!(await countCode(database, userId, counted))) return false
  const secret = openSecret(sealedSecret, userId, listSessionSecrets(config))
  if (secret === undefined) {
    logger.error({ userId }, 'A second factor cannot be decrypted: SESSION_SECRET has changed. Recovery codes work.')
    return false
  }
  const step = findTotpStep(secret, code, now)
  return step !== undefined && useStep(database, userId, step)
}

/** @throws Problem `rate_limited` after several wrong codes in a row */
function requireNoWait(retryAt: Date | null, now: Date): void {
  const seconds = Math.ceil(((retryAt?.getTime() ?? 0) - now.getTime()) / 1000)
  if (seconds <= 0) return
  const message = `Several codes in a row were wrong. Wait ${Math.ceil(seconds / 60)} min, or enter a recovery code.`
  throw new Problem('rate_limited', message, {}, seconds)
}

async function limitAttempts({ secondFactorLimiter }: SecondFactorServices, { userId }: Caller): Promise<void> {
  const { allowed, limit, resetSeconds } = await secondFactorLimiter.consume(userId)
  if (allowed) return
  const minutes = Math.ceil(resetSeconds / 60)
  const message = `You have tried ${limit} codes within the hour. Wait ${minutes} min, then try again.`
  throw new Problem('rate_limited', message, {}, resetSeconds)
}

/** Emails the caller what happened to their second factor. */
async function announce(
  { database, securityNotices }: SecondFactorServices,
  { userId, address }: Caller,
  change: SecurityChange,
  undoToken?: string,
): Promise<void> {
  const { email, recoveryCodes } = await findSecondFactor(database, userId)
  securityNotices.announce(email, { change, address, recoveryCodes, undoToken })
}

/** Returns a code as apps show it, without the blank in the middle. */
function toDigits(code: string): string {
  return code.replaceAll(/\s/g, '')
}

function wrongCode(): Problem {
  return new Problem('invalid_request', 'This code is wrong or was used before. Enter the newest code from your app.', {
    field: 'code',
  })
}
