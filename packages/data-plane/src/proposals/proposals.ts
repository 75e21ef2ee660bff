import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { RealmId } from '@bridge/agent-protocol'
import type { Caller } from '@bridge/identity/access/caller'
import type { Dependencies } from '@bridge/platform/dependencies'
import { isJsonObject, type JsonObject, newRecordId } from '@bridge/translation'
import { requireSupportedEntity } from '../operations/find-entity.ts'
import type { ShownChanges } from '../operations/held-back-write.ts'
import type { RealmSettings } from '../realms/realm-settings.ts'
import type { UserCalls } from '../user-calls/user-calls.ts'
import { CompanyCalls } from './company-calls.ts'
import { estimateAccounts } from './estimate-accounts.ts'
import { findDuplicates } from './find-duplicates.ts'
import type {
  AskUser,
  Committing,
  Duplicate,
  FollowUp,
  Proposal,
  ProposalCaller,
  ProposalPreview,
  ProposedWrite,
  Proposing,
  Refusal,
  WriteOutcome,
} from './proposal.ts'
import {
  claimProposal,
  findProposal,
  findProposals,
  findRealm,
  finishProposal,
  insertProposal,
  type ProposalPage,
  rejectProposal,
} from './proposals.store.ts'
import { findWriteOutcome } from './write-outcome.store.ts'

/** How long a proposal can be committed. */
export const proposalMs = 15 * 60_000
/** The waiting proposals that a new one is compared with. */
const maxCompared = 200

const proposalIdPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

interface ProposalsOptions extends Pick<Dependencies, 'database' | 'clock' | 'logger'> {
  readonly config: Pick<Dependencies['config'], 'baseUrl'>
  readonly userCalls: UserCalls
  readonly settings: Pick<RealmSettings, 'get'>
}

/** A member of the organization, who decides in the portal. */
export interface Decider extends Pick<ProposalCaller, 'realmId' | 'orgId'> {
  readonly caller: Caller
}

/** Who commits: a host, which may only commit its own proposals, or a member. */
type Committer = { readonly host: ProposalCaller; readonly askUser: AskUser | undefined } | { readonly member: Decider }

/** Writes in two steps: what a host proposes is shown, and sent as it was shown once it is committed. */
export class Proposals {
  readonly #options: ProposalsOptions

  constructor(options: ProposalsOptions) {
    this.#options = options
  }

  /** Checks a write, and stores it with what it would do. Sends nothing but reads. */
  async propose(host: ProposalCaller, sent: ProposedWrite): Promise<Proposing> {
    const { database, clock, logger } = this.#options
    const calls = await this.#callsFor(host)
    const mistakes = await calls.findMistakes(sent)
    if (mistakes.length > 0) return { kind: 'mistakes', mistakes }
    const { entities } = await this.#options.settings.get(host.realmId)
    const table = requireSupportedEntity(sent.entity, entities)
    const write = { ...sent, entity: table.name }
    const current = write.operation === 'create' ? undefined : await findCurrent(calls, write)
    if (current && !current.isOk) return { kind: 'fault', status: current.status, body: current.body }
    const tried = await calls.write(write, undefined, { maySend: () => false })
    if (tried.heldBack === undefined) {
      const { status, body } = tried
      return tried.isOk ? { kind: 'unchanged', body } : { kind: 'fault', status, body }
    }
    const { qbxml, followUps } = tried.heldBack
    const now = clock()
    const found = await this.#findDuplicates(calls, host.realmId, write, table, now)
    const before = current && getRecord(current.body, table.name)
    const preview: ProposalPreview = {
      qbxml,
      ...(followUps.length > 0 && { followUps: followUps.map(toFollowUp) }),
      accounts: await estimateAccounts({ table, write, qbxml, calls, registry: entities, now, logger }),
      ...found,
      ...(before && { before }),
    }
    const expiresAt = new Date(now.getTime() + proposalMs)
    const proposal = await insertProposal(database, host, {
      ...{ ...write, id: randomUUID(), preview, createdAt: now, expiresAt },
    })
    return { kind: 'proposed', proposal, preview }
  }

  /**
   * Sends a host's own proposal with its ID as `requestid`; a repeat returns the same outcome.
   *
   * @param askUser asks about deletions and voids; absent if the host cannot
   */
  async commitForHost(host: ProposalCaller, id: string, askUser?: AskUser): Promise<Committing> {
    const proposal = await this.#find(host.realmId, id)
    const isOwn = proposal?.clientId === host.clientId && proposal.userId === host.userId
    return this.#commit(isOwn ? proposal : undefined, { host, askUser })
  }

  /** Sends a proposal for a member who has seen it in the portal. */
  async commitForMember(member: Decider, id: string): Promise<Committing> {
    return this.#commit(await this.#find(member.realmId, id), { member })
  }

  /** Rejects a proposal that waits. Returns whether it did. */
  async reject({ realmId, orgId, caller }: Decider, id: string): Promise<boolean> {
    if (!proposalIdPattern.test(id)) return false
    const { database, clock } = this.#options
    return rejectProposal(database, { id, realmId }, { orgId, caller, now: clock() })
  }

  /** Returns whether the write with a `requestid` was posted. */
  async findOutcome(realmId: RealmId, requestId: string): Promise<WriteOutcome> {
    const found = await findWriteOutcome(this.#options.database, realmId, requestId)
    if (found.posted !== 'not_sent') return found
    const proposal = await this.#find(realmId, requestId)
    return proposal?.finishedAt ? toStoredOutcome(proposal) : found
  }

  /** Returns what MCP hosts may do with a company file. */
  async findMode(realmId: RealmId) {
    const [realm, { mcpMode }] = await Promise.all([
      findRealm(this.#options.database, realmId),
      this.#options.settings.get(realmId),
    ])
    return { kind: realm.kind, mode: mcpMode }
  }

  /** Returns the portal's page on which a person decides. */
  async findPage(realmId: RealmId): Promise<string> {
    const { org } = await findRealm(this.#options.database, realmId)
    return `${this.#options.config.baseUrl}/orgs/${org.slug}/company-files/${realmId}/mcp`
  }

  /** Lists a page of a company file's proposals, or of those that wait, which have their contents. */
  list(realmId: RealmId, page: ProposalPage): Promise<readonly Proposal[]> {
    return findProposals(this.#options.database, realmId, page, this.#options.clock())
  }

  async #commit(proposal: Proposal | undefined, committer: Committer): Promise<Committing> {
    if (!proposal) return { kind: 'refused', reason: 'not_found', outcome: { posted: 'not_sent' } }
    const { id, realmId } = proposal
    const outcome = await this.findOutcome(realmId, id)
    if (outcome.posted === 'done' || outcome.posted === 'not_executed' || proposal.finishedAt) {
      await this.#finish(proposal, outcome)
      return { kind: 'sent', outcome }
    }
    const reason = await this.#findRefusal(proposal, outcome, committer)
    if (reason === 'needs-person') return { kind: 'needs-person' }
    if (reason) return { kind: 'refused', reason, outcome }
    const { database, clock } = this.#options
    const { orgId, caller } =
      'member' in committer ? committer.member : { orgId: committer.host.orgId, caller: toCaller(committer.host) }
    if (!(await claimProposal(database, proposal, { orgId, caller, now: clock() }))) {
      return { kind: 'refused', reason: 'expired', outcome }
    }
    return this.#send(proposal, 'member' in committer ? committer.member : committer.host)
  }

  async #findRefusal(
    { expiresAt, rejectedAt, content, operation, ...proposal }: Proposal,
    { posted }: WriteOutcome,
    committer: Committer,
  ): Promise<Refusal | 'needs-person' | undefined> {
    if (rejectedAt) return 'rejected'
    // A write that may have been sent is looked up by sending it again, also after its time.
    if (!content || (expiresAt <= this.#options.clock() && posted !== 'unknown')) return 'expired'
    const { mcpMode } = await this.#options.settings.get(proposal.realmId)
    if (mcpMode === 'off' || mcpMode === 'read') return 'mode'
    if ('member' in committer) return undefined
    if (mcpMode === 'propose') return 'needs-person'
    const isDestructive = operation === 'delete' || operation === 'void'
    const question = toQuestion(operation, proposal.entity, content.preview.before)
    return isDestructive && committer.askUser?.(question) === false ? 'declined' : undefined
  }

  async #send(proposal: Proposal, { orgId }: Pick<ProposalCaller, 'orgId'>): Promise<Committing> {
    const { id, realmId, content } = proposal
    if (!content) throw new TypeError('A proposal without its content cannot be sent.')
    const calls = await this.#callsFor({ realmId, orgId, clientId: proposal.clientId })
    const write = { ...proposal, record: content.record }
    const { posted } = await this.findOutcome(realmId, id)
    const isChanged = posted === 'not_sent' && (await hasChanged(calls, write, content.preview))
    const { status, body, heldBack } = isChanged
      ? { status: 200, body: {}, heldBack: toShown(content.preview) }
      : await calls.write(write, id, { maySend: (changes) => isDeepStrictEqual(changes, toShown(content.preview)) })
    const outcome = await this.findOutcome(realmId, id)
    if (heldBack !== undefined) return { kind: 'refused', reason: 'changed', outcome }
    await this.#finish(proposal, outcome)
    return { kind: 'sent', outcome, response: { status, body } }
  }

  async #finish({ id, finishedAt }: Proposal, { posted, recordId, code }: WriteOutcome): Promise<void> {
    if (finishedAt || (posted !== 'done' && posted !== 'not_executed')) return
    await finishProposal(this.#options.database, id, { recordId, code }, this.#options.clock())
  }

  async #findDuplicates(
    calls: CompanyCalls,
    realmId: RealmId,
    { operation, entity, record }: ProposedWrite,
    table: Parameters<typeof findDuplicates>[0],
    now: Date,
  ): Promise<Pick<ProposalPreview, 'duplicates' | 'duplicatesAreKnown'>> {
    if (operation !== 'create') return { duplicates: [], duplicatesAreKnown: true }
    const today = now.toISOString().slice(0, 10)
    const found = await findDuplicates(table, record, today, (text) => calls.findRecords(text))
    const waiting = await this.list(realmId, { isWaiting: true, limit: maxCompared })
    const same = waiting.filter((each) => each.operation === operation && each.entity === entity && has(each, record))
    const proposed = same.map(({ id }): Duplicate => ({ reason: 'proposal', id }))
    return { ...found, duplicates: [...found.duplicates, ...proposed] }
  }

  async #find(realmId: RealmId, id: string): Promise<Proposal | undefined> {
    const { database, clock } = this.#options
    return proposalIdPattern.test(id) ? findProposal(database, realmId, id, clock()) : undefined
  }

  async #callsFor({ realmId, orgId, clientId }: Pick<ProposalCaller, 'realmId' | 'orgId' | 'clientId'>) {
    const { database, userCalls, config, clock } = this.#options
    const { kind: realmKind } = await findRealm(database, realmId)
    const options = { userCalls, baseUrl: config.baseUrl, now: clock() }
    return new CompanyCalls(options, { realmId, realmKind, orgId, clientId })
  }
}

function toShown({ qbxml, followUps = [] }: ProposalPreview): ShownChanges {
  return { qbxml, followUps: followUps.map((each) => each.qbxml) }
}

function toFollowUp(qbxml: string): FollowUp {
  const reason = qbxml.includes(newRecordId)
    ? `QuickBooks accepts these values only on an existing record: ${newRecordId} is in place of the new one’s ID.`
    : 'QuickBooks accepts these values only in separate requests.'
  return { qbxml, reason }
}

function findCurrent(calls: CompanyCalls, { entity, record }: ProposedWrite) {
  return calls.get(`/${encodeURIComponent(entity.toLowerCase())}/${encodeURIComponent(String(record.Id))}`)
}

/** Returns whether the record of a deletion is another one than shown. Other writes name their version to QuickBooks. */
async function hasChanged(calls: CompanyCalls, write: ProposedWrite, { before }: ProposalPreview): Promise<boolean> {
  if (write.operation !== 'delete') return false
  const { isOk, body } = await findCurrent(calls, write)
  return isOk && getRecord(body, write.entity)?.SyncToken !== before?.SyncToken
}

function getRecord(body: JsonObject, entity: string): JsonObject | undefined {
  const record = body[entity]
  return isJsonObject(record) ? record : undefined
}

function has({ content }: Proposal, record: JsonObject): boolean {
  return content !== undefined && JSON.stringify(content.record) === JSON.stringify(record)
}

/** Names the record by its ID and number only, because other texts of the company file may contain instructions. */
function toQuestion(operation: Proposal['operation'], entity: string, before: JsonObject | undefined): string {
  const number = typeof before?.DocNumber === 'string' ? ` number ${before.DocNumber.slice(0, 40)}` : ''
  const verb = operation === 'delete' ? 'Delete' : 'Void'
  return `${verb} the ${entity}${number} (ID ${String(before?.Id).slice(0, 40)}) in QuickBooks? This cannot be undone.`
}

function toCaller({ userId }: ProposalCaller): Caller {
  return { kind: 'system', userId }
}

function toStoredOutcome({ recordId, code }: Proposal): WriteOutcome {
  if (recordId === null && code !== null) return { posted: 'not_executed', code }
  return { posted: 'done', ...(recordId !== null && { recordId }), ...(code !== null && { code }) }
}
