import type { Database, Prisma } from '@bridge/database'
import type { AuditAction } from '@bridge/platform/audit-action'
import type { Grace } from './grace.ts'
import type { FetchedSubscription } from './subscription.ts'

type Transaction = Prisma.TransactionClient

/** The longest a transaction may take: it encloses a few requests to Stripe, or waits for one doing so. */
const maxTransactionMs = 60_000
const transactionMs = { maxWait: maxTransactionMs, timeout: maxTransactionMs } as const

/** Creates an organization's billing account unless it exists. */
export async function ensureAccount(database: Database, orgId: string): Promise<void> {
  await database.billingAccount.createMany({ data: [{ orgId }], skipDuplicates: true })
}

/** Counts an attempt to open a checkout refused by Stripe. */
export async function countCheckoutAttempt(database: Database, orgId: string): Promise<void> {
  await database.billingAccount.updateMany({ where: { orgId }, data: { checkoutAttempt: { increment: 1 } } })
}

/** Locks an organization's billing account until `work` has ended, and stores what it stores, or nothing. */
export function withLockedAccount<Result>(
  database: Database,
  orgId: string,
  work: (transaction: Transaction, account: LockedAccount) => Promise<Result>,
): Promise<Result | undefined> {
  return database.$transaction(async (transaction) => {
    await lockAccount(transaction, orgId)
    const account = await transaction.billingAccount.findUnique({ where: { orgId } })
    if (!account) return undefined
    const columns = { plan: true, graceUntil: true, name: true, slug: true } as const
    const org = await transaction.organization.findUnique({ where: { id: orgId }, select: columns })
    return work(transaction, { ...account, org })
  }, transactionMs)
}

async function lockAccount(transaction: Transaction, orgId: string): Promise<void> {
  await transaction.$queryRaw`SELECT FROM billing_account WHERE "orgId" = ${orgId} FOR UPDATE`
}

/** A billing account with its organization; null if deleted. */
export type LockedAccount = Prisma.BillingAccountGetPayload<object> & {
  readonly org: {
    readonly plan: 'trial' | 'production' | 'enterprise'
    readonly graceUntil: Date | null
    readonly name: string
    readonly slug: string
  } | null
}

export function storeAccount(
  transaction: Transaction,
  orgId: string,
  data: Omit<Prisma.BillingAccountUncheckedUpdateInput, 'orgId'>,
) {
  return transaction.billingAccount.update({ where: { orgId }, data, select: { orgId: true } })
}

/** What reading Stripe changes. */
export interface Change {
  readonly plan: 'trial' | 'production'
  readonly grace: Grace
  readonly subscription: Omit<FetchedSubscription, 'latestInvoice'>
  readonly fetchedAt: Date
}

/** Stores what Stripe says. An organization on the enterprise plan keeps its plan. */
export async function storeChange(
  transaction: Transaction,
  orgId: string,
  { plan, grace, subscription, fetchedAt }: Change,
) {
  const { graceUntil, failingInvoiceId } = grace
  await storeAccount(transaction, orgId, { ...subscription, failingInvoiceId, fetchedAt })
  await transaction.organization.updateMany({
    where: { id: orgId, plan: { not: 'enterprise' } },
    data: { plan, graceUntil },
  })
}

/** Records a change not made by a user. */
export function recordBillingAudit(
  transaction: Transaction,
  orgId: string,
  action: AuditAction,
  details: Prisma.InputJsonObject,
  at: Date,
) {
  return transaction.auditEvent.create({
    data: { orgId, actorKind: 'system', action, resourceKind: 'org', resourceId: orgId, details, createdAt: at },
    select: { id: true },
  })
}

/** A Stripe event taking effect. */
export interface StoredEvent {
  readonly id: string
  readonly type: string
  readonly receivedAt: Date
}

/** Returns the events not in effect yet. */
export async function omitStoredEvents<Event extends StoredEvent>(
  transaction: Transaction,
  events: readonly Event[],
): Promise<readonly Event[]> {
  const ids = events.map(({ id }) => id)
  const rows = await transaction.billingEvent.findMany({ where: { id: { in: ids } }, select: { id: true } })
  const stored = new Set(rows.map(({ id }) => id))
  return events.filter(({ id }) => !stored.has(id))
}

export function storeEvents(transaction: Transaction, orgId: string, events: readonly StoredEvent[]) {
  const data = events.map(({ id, type, receivedAt }) => ({ id, type, receivedAt, orgId }))
  return transaction.billingEvent.createMany({ data })
}

export function findAccountByCustomer(database: Database, customerId: string) {
  return database.billingAccount.findUnique({ where: { customerId }, select: { orgId: true } })
}

export function findCustomer(database: Database, orgId: string) {
  return database.billingAccount.findUnique({
    where: { orgId },
    select: { customerId: true, checkoutSessionId: true, failingInvoiceId: true },
  })
}

/** Returns whether the caller may read an organization from Stripe now; no one did since `notBefore`. */
export async function claimAttempt(
  database: Database,
  orgId: string,
  { at, notBefore }: { readonly at: Date; readonly notBefore: Date },
): Promise<boolean> {
  // Waits while the account is locked. Few are at a time: a server calls Stripe for two organizations at most.
  const count = await database.$executeRaw`
    UPDATE billing_account SET "attemptedAt" = ${at}
    WHERE "orgId" = ${orgId} AND "customerId" IS NOT NULL
      AND ("attemptedAt" IS NULL OR "attemptedAt" <= ${notBefore})`
  return count > 0
}

/** Finds accounts read before a time, or never; least recently tried first. */
export async function findStaleAccounts(database: Database, before: Date, limit: number) {
  const rows = await database.billingAccount.findMany({
    where: { customerId: { not: null }, OR: [{ fetchedAt: null }, { fetchedAt: { lt: before } }] },
    orderBy: [{ attemptedAt: { sort: 'asc', nulls: 'first' } }, { orgId: 'asc' }],
    select: { orgId: true },
    take: limit,
  })
  return rows.map(({ orgId }) => orgId)
}

/** Finds the organizations with a Stripe customer. */
export async function findCustomers(database: Database) {
  return database.billingAccount.findMany({
    where: { customerId: { not: null } },
    orderBy: { orgId: 'asc' },
    select: { orgId: true, customerId: true },
  })
}

/** Finds accounts whose quantity at Stripe differs from the number of production realms, in random order. */
export async function findUnequalAccounts(database: Database, limit: number): Promise<string[]> {
  const rows = await database.$queryRaw<{ orgId: string }[]>`
    SELECT account."orgId" FROM billing_account AS account
    JOIN organization ON organization.id = account."orgId"
    WHERE account."subscriptionItemId" IS NOT NULL
      AND organization.plan = 'production' AND account.status IN ('active', 'trialing', 'past_due')
      AND account.quantity IS DISTINCT FROM greatest(1, organization."productionRealms")
    ORDER BY random() LIMIT ${limit}`
  return rows.map(({ orgId }) => orgId)
}

/** Finds deleted organizations' accounts, in random order. */
export async function findDeletedAccounts(database: Database, limit: number): Promise<string[]> {
  const rows = await database.$queryRaw<{ orgId: string }[]>`
    SELECT account."orgId" FROM billing_account AS account
    WHERE NOT EXISTS (SELECT FROM organization WHERE organization.id = account."orgId")
    ORDER BY random() LIMIT ${limit}`
  return rows.map(({ orgId }) => orgId)
}

export function deleteAccount(transaction: Transaction, orgId: string) {
  return transaction.billingAccount.delete({ where: { orgId }, select: { orgId: true } })
}

/** Counts what the organization pays for: its production realms, at least one. */
export async function countQuantity(transaction: Transaction, orgId: string): Promise<number> {
  return Math.max(1, await transaction.realm.count({ where: { orgId, kind: 'production' } }))
}

/** Finds an organization by its ID or its slug. */
export async function findOrganizationId(database: Database, idOrSlug: string): Promise<string | undefined> {
  const where = { OR: [{ id: idOrSlug }, { slug: idOrSlug }] }
  return (await database.organization.findFirst({ where, select: { id: true } }))?.id
}

/** Sets or ends the enterprise plan; returns the plan before, or undefined without such an organization. */
export function setEnterprise(
  database: Database,
  orgId: string,
  isEnterprise: boolean,
  at: Date,
): Promise<string | undefined> {
  return database.$transaction(async (transaction) => {
    // In the order used for reading Stripe: neither waits for the other forever.
    await lockAccount(transaction, orgId)
    const [org] = await transaction.$queryRaw<{ plan: string }[]>`
      SELECT plan::text AS plan FROM organization WHERE id = ${orgId} FOR UPDATE`
    if (!org) return undefined
    const account = await transaction.billingAccount.findUnique({ where: { orgId }, select: { subscriptionId: true } })
    const plan = isEnterprise ? 'enterprise' : account?.subscriptionId ? 'production' : 'trial'
    if (isEnterprise === (org.plan === 'enterprise')) return org.plan
    await transaction.organization.update({ where: { id: orgId }, data: { plan } })
    // The job reads Stripe at once for an organization it may change again.
    await transaction.billingAccount.updateMany({ where: { orgId }, data: { fetchedAt: null } })
    await recordBillingAudit(transaction, orgId, 'billing.plan', { from: org.plan, to: plan }, at)
    return org.plan
  }, transactionMs)
}

export async function findStatus(transaction: Transaction, orgId: string): Promise<string | null> {
  const account = await transaction.billingAccount.findUnique({ where: { orgId }, select: { status: true } })
  return account?.status ?? null
}
