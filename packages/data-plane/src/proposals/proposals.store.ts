import { type RealmId, requireRealmId } from '@bridge/agent-protocol'
import type { Database, Prisma } from '@bridge/database'
import { recordAudit } from '@bridge/identity/access/audit.store'
import type { Caller } from '@bridge/identity/access/caller'
import type { JsonObject } from '@bridge/translation'
import type { Proposal, ProposalCaller, ProposalPreview, ProposedWrite, WriteOutcome } from './proposal.ts'

/** How long a committed proposal's record is kept while its outcome is unknown: as long as outcomes are. */
const unknownMs = 7 * 24 * 60 * 60 * 1000

interface NewProposal extends ProposedWrite {
  readonly id: string
  readonly preview: ProposalPreview
  readonly createdAt: Date
  readonly expiresAt: Date
}

/** Stores a proposal, with its audit event. */
export async function insertProposal(
  database: Database,
  { realmId, orgId, clientId, userId, hostName }: ProposalCaller,
  { id, operation, entity, record, preview, createdAt, expiresAt }: NewProposal,
): Promise<Proposal> {
  const content = { record: toJson(record), preview: toJson(preview), expiresAt }
  return database.$transaction(async (transaction) => {
    const row = await transaction.mcpProposal.create({
      data: {
        ...{ id, realmId, clientId, userId, hostName, operation, entity, createdAt, expiresAt },
        content: { create: content },
      },
    })
    const details = { proposalId: id, operation, entity, host: hostName }
    const caller: Caller = { kind: 'system', userId }
    const about = { orgId, caller, resource: 'realm', resourceId: realmId, at: createdAt } as const
    await recordAudit(transaction, { ...about, action: 'mcp.propose', details })
    return toProposal(row)
  })
}

/** Finds a realm's kind and organization. */
export function findRealm(database: Database, id: RealmId) {
  return database.realm.findUniqueOrThrow({ where: { id }, select: { kind: true, org: { select: { slug: true } } } })
}

/** Finds a proposal for a company file; with its content at most until this expires. */
export async function findProposal(
  database: Database,
  realmId: RealmId,
  id: string,
  now: Date,
): Promise<Proposal | undefined> {
  const row = await database.mcpProposal.findUnique({ where: { id, realmId }, include: { content: true } })
  return row ? toProposal(row, now) : undefined
}

/** Which proposals of a company file: its newest, or only those waiting for a decision. */
export interface ProposalPage {
  readonly isWaiting: boolean
  readonly limit: number
  /** The previous page's last proposal. */
  readonly before?: string | undefined
}

/** Finds a page of a company file's proposals, the newest first. */
export async function findProposals(
  database: Database,
  realmId: RealmId,
  { isWaiting, limit, before }: ProposalPage,
  now: Date,
): Promise<readonly Proposal[]> {
  const last = before === undefined ? undefined : await findProposal(database, realmId, before, now)
  if (before !== undefined && last === undefined) return []
  const waiting = { rejectedAt: null, finishedAt: null, expiresAt: { gt: now } }
  const rows = await database.mcpProposal.findMany({
    where: { realmId, ...(isWaiting && waiting), ...(last && isOlder(last)) },
    include: { content: isWaiting },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: limit,
  })
  return rows.map((row) => toProposal(row, now))
}

function isOlder({ id, createdAt }: Proposal) {
  return { createdAt: { lte: createdAt }, OR: [{ createdAt: { lt: createdAt } }, { createdAt, id: { lt: id } }] }
}

/**
 * Marks a proposal as committed, with its audit event, unless it was rejected or has expired. From then on, its record
 * is kept until its outcome is known. Returns whether it is committed.
 */
export async function claimProposal(
  database: Database,
  { id, realmId, operation, entity, hostName, clientId }: Proposal,
  { orgId, caller, now }: { readonly orgId: string; readonly caller: Caller; readonly now: Date },
): Promise<boolean> {
  return database.$transaction(async (transaction) => {
    const { count } = await transaction.mcpProposal.updateMany({
      where: { id, committedAt: null, rejectedAt: null, expiresAt: { gt: now } },
      data: { committedAt: now, committedBy: caller.userId },
    })
    if (count === 0) {
      return (await transaction.mcpProposal.count({ where: { id, committedAt: { not: null } } })) > 0
    }
    await transaction.mcpProposalContent.updateMany({
      where: { proposalId: id },
      data: { expiresAt: new Date(now.getTime() + unknownMs) },
    })
    const details = { proposalId: id, operation, entity, host: hostName, clientId }
    const about = { orgId, caller, resource: 'realm', resourceId: realmId, at: now } as const
    await recordAudit(transaction, { ...about, action: 'mcp.commit', details })
    return true
  })
}

/** Rejects a proposal that is not committed, with its audit event. Returns whether it did. */
export async function rejectProposal(
  database: Database,
  { id, realmId }: Pick<Proposal, 'id' | 'realmId'>,
  { orgId, caller, now }: { readonly orgId: string; readonly caller: Caller; readonly now: Date },
): Promise<boolean> {
  return database.$transaction(async (transaction) => {
    const { count } = await transaction.mcpProposal.updateMany({
      where: { id, realmId, committedAt: null, rejectedAt: null, expiresAt: { gt: now } },
      data: { rejectedAt: now, rejectedBy: caller.userId },
    })
    if (count === 0) return false
    await transaction.mcpProposalContent.deleteMany({ where: { proposalId: id } })
    const about = { orgId, caller, resource: 'realm', resourceId: realmId, at: now } as const
    await recordAudit(transaction, { ...about, action: 'mcp.reject', details: { proposalId: id } })
    return true
  })
}

/** Stores a committed proposal's outcome and deletes its content. */
export async function finishProposal(
  database: Database,
  id: string,
  { recordId = null, code = null }: { readonly [Name in 'recordId' | 'code']?: WriteOutcome[Name] | null },
  now: Date,
): Promise<void> {
  await database.$transaction([
    database.mcpProposal.updateMany({ where: { id, finishedAt: null }, data: { finishedAt: now, recordId, code } }),
    database.mcpProposalContent.deleteMany({ where: { proposalId: id } }),
  ])
}

type ProposalRow = Prisma.McpProposalGetPayload<object> & {
  readonly content?: Prisma.McpProposalContentGetPayload<object> | null
}

function toProposal({ content, ...row }: ProposalRow, now?: Date): Proposal {
  const isKept = content && now && content.expiresAt > now
  return {
    ...row,
    realmId: requireRealmId(row.realmId),
    operation: row.operation as Proposal['operation'],
    ...(isKept && {
      content: {
        record: content.record as JsonObject,
        preview: content.preview as unknown as ProposalPreview,
      },
    }),
  }
}

function toJson(value: object): Prisma.InputJsonObject {
  return value as Prisma.InputJsonObject
}
