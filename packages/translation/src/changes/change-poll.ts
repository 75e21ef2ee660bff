import { childText, type Element, parseEpoch, type QbxmlRequest, type QbxmlResponse } from '@bridge/qbxml'
import { type Registry, registry } from '../entities/index.ts'
import { createPollRequests, createVersionsRequest, queriedApart } from './poll-requests.ts'
import {
  findActivity,
  hasGoneBack,
  isVoid,
  type PollState,
  type ResynchronizeReason,
  type SeenRecord,
  unsettled,
} from './poll-state.ts'
import { findReportedTypes, type ReportedTypes, toReportedOperation } from './reported-types.ts'
import { getCreation, getDeletion, getModification, getRecordId, type SeenChange } from './written-changes.ts'

/** What a poll found. */
export interface FinishedPoll {
  readonly changes: readonly SeenChange[]
  readonly state: PollState
  /** Set if changes may be missing; `changes` is empty then. */
  readonly resynchronize?: ResynchronizeReason
}

/** Runs a poll. It does no I/O: its caller exchanges the requests. */
export interface PollRun {
  /** Returns the next message set's requests; empty at the end. One message set if nothing has changed. */
  next(): readonly QbxmlRequest[]
  accept(responses: readonly QbxmlResponse[]): void
  finish(): FinishedPoll
}

const hour = 3600
/** Covers printed times that are an hour late, and clocks that are an hour apart. */
const slack = 2 * hour
/** Records that one message set asks for. */
const maxIds = 500

/** A record that a poll found. */
interface FoundRecord {
  readonly key: string
  readonly type: string
  readonly id: string
  readonly element: Element
  readonly modified: string
  readonly isVoid: boolean
  /** The query that returned it. */
  readonly query: string
}

/**
 * Plans a poll of a company file. The first one, without `before`, only takes down what is there.
 *
 * @param now seconds since 1970
 */
export function planPoll(before: PollState | undefined, now: number, entities: Registry = registry): PollRun {
  return new ChangePoll(before, now, findReportedTypes(entities))
}

class ChangePoll implements PollRun {
  readonly #before: PollState | undefined
  readonly #types: ReportedTypes
  readonly #now: number
  readonly #from: number
  readonly #found = new Map<string, FoundRecord>()
  readonly #postponed = new Set<string>()
  readonly #deletions = new Map<string, Element>()
  readonly #queries = new Set<string>()
  #activity: string
  #until: number
  #isStarted = false
  #pending: QbxmlRequest[] = []

  constructor(before: PollState | undefined, now: number, types: ReportedTypes) {
    this.#before = before
    this.#types = types
    this.#now = now
    this.#from = (before === undefined ? now - hour : Math.min(before.until, now)) - slack
    this.#activity = before?.activity ?? ''
    this.#until = before?.until ?? now
  }

  next(): readonly QbxmlRequest[] {
    if (!this.#isStarted) return createPollRequests(this.#types.tables, this.#from)
    return this.#pending.splice(0, 1)
  }

  accept(responses: readonly QbxmlResponse[]): void {
    if (this.#isStarted) {
      for (const { elements } of responses) for (const element of elements) this.#addVersion(element)
      return
    }
    this.#isStarted = true
    for (const response of responses) this.#read(response)
    this.#pending = this.#listUnknown()
  }

  finish(): FinishedPoll {
    const postponed = [...this.#postponed].flatMap((key) => {
      const seen = this.#before?.records[key]
      return seen === undefined ? [] : [[key, seen] as const]
    })
    const found = [...this.#found.values()].map((each) => [each.key, this.#toSeen(each)] as const)
    const records: Record<string, SeenRecord> = Object.fromEntries([...found, ...postponed])
    const deletions = [...this.#deletions.keys()]
    const state: PollState = {
      activity: this.#activity,
      until: this.#until,
      queries: [...this.#queries],
      records,
      deletions,
    }
    const before = this.#before
    if (before === undefined) return { changes: [], state }
    const resynchronize =
      findActivity(before.activity, this.#activity) ??
      (hasGoneBack(before, records, deletions) ? 'restored' : undefined)
    if (resynchronize !== undefined) return { changes: [], state, resynchronize }
    const changes = [...this.#found.values()].flatMap((each) => this.#toChanges(each, before))
    return { changes: [...changes, ...this.#toDeletedChanges(before)], state }
  }

  #read({ name, statusSeverity, elements }: QbxmlResponse): void {
    // A query that the user may not send says nothing; the others do.
    if (statusSeverity === 'Error') return
    const query = name.slice(0, -'QueryRs'.length)
    this.#queries.add(query)
    for (const element of elements) {
      if (query === 'CompanyActivity') this.#activity = readActivity(element)
      else if (query.endsWith('Deleted')) this.#deletions.set(toDeletedKey(element), element)
      else this.#addRecord(query, element)
    }
  }

  #addRecord(query: string, element: Element): void {
    const isSummary = query === 'Transaction'
    const type = isSummary ? (childText(element, 'TxnType') ?? '') : element.name.slice(0, -'Ret'.length)
    const id = getRecordId(element)
    const modified = childText(element, 'TimeModified') ?? ''
    if (this.#types.find(type, id).length === 0 || (isSummary && queriedApart.includes(type))) return
    const key = `${type} ${id}`
    this.#found.set(key, { key, type, id, element, modified, isVoid: isVoided(element), query })
    this.#until = Math.max(this.#until, Math.min(parseEpoch(modified) ?? 0, this.#now + slack))
  }

  /** Lists the requests for the versions of the transactions that have changed, or may have. */
  #listUnknown(): QbxmlRequest[] {
    const idsByType = new Map<string, string[]>()
    for (const { key, type, id, query, modified } of this.#found.values()) {
      if (query !== 'Transaction') continue
      const seen = this.#before?.records[key]
      const isKnown = this.#before === undefined || (seen?.[0] === modified && !seen[2].includes(unsettled))
      if (!isKnown) idsByType.set(type, [...(idsByType.get(type) ?? []), id])
    }
    return [...idsByType].flatMap(([type, ids]) => chunk(ids).map((each) => createVersionsRequest(type, each)))
  }

  #addVersion(element: Element): void {
    const found = this.#found.get(`${element.name.slice(0, -'Ret'.length)} ${getRecordId(element)}`)
    if (found === undefined) return
    const modified = childText(element, 'TimeModified') ?? ''
    // It was changed since the summary, which says whether it is void: the next poll reports it.
    if ((parseEpoch(modified) ?? 0) > (parseEpoch(found.modified) ?? 0)) {
      this.#found.delete(found.key)
      this.#postponed.add(found.key)
      return
    }
    this.#found.set(found.key, { ...found, element, modified })
  }

  #toSeen({ key, element, modified, isVoid: voided }: FoundRecord): SeenRecord {
    const before = this.#before?.records[key]
    const read = childText(element, 'EditSequence')
    const editSequence = read ?? (before?.[0] === modified ? before[1] : '')
    const isSettled = (parseEpoch(modified) ?? 0) < this.#until - 2 || (before?.[0] === modified && read !== undefined)
    const wasSettled = before?.[0] === modified && !before[2].includes(unsettled)
    return [modified, editSequence, `${isSettled || wasSettled ? '' : unsettled}${voided ? isVoid : ''}`]
  }

  #toChanges({ key, type, id, element, query, isVoid: voided }: FoundRecord, before: PollState): readonly SeenChange[] {
    // Records of a query that QuickBooks responds to for the first time are not new.
    if (!before.queries.includes(query)) return []
    const modification = getModification(element)
    const seen = before.records[key]
    // A transaction without its version was known, or is gone by now.
    if (modification.version === '' || modification.version === seen?.[1]) return []
    // It was read without its version before, in the second of its change.
    if (seen?.[1] === '' && seen[0] === childText(element, 'TimeModified')) return []
    const isVoidNow = voided && !seen?.[2].includes(isVoid)
    const creation = getCreation(element)
    const isNew = seen === undefined && (parseEpoch(creation.version) ?? 0) >= this.#from
    const isChanged = !isNew || childText(element, 'TimeModified') !== creation.version
    const changes = [
      ...(isNew ? [{ operation: 'create' as const, ...creation }] : []),
      ...(isChanged ? [{ operation: isVoidNow ? ('void' as const) : ('update' as const), ...modification }] : []),
    ]
    return changes.flatMap((change) => this.#name(type, id, change))
  }

  #toDeletedChanges(before: PollState): readonly SeenChange[] {
    return [...this.#deletions].flatMap(([key, element]) => {
      const query = element.name.slice(0, -'Ret'.length)
      if (before.deletions.includes(key) || !before.queries.includes(query)) return []
      const [type = '', id = ''] = key.split(' ')
      return this.#name(type, id, { operation: 'delete' as const, ...getDeletion(element) })
    })
  }

  #name(type: string, id: string, change: Omit<SeenChange, 'entity' | 'recordId'>): readonly SeenChange[] {
    return this.#types.find(type, id).map((record) => ({
      ...record,
      ...change,
      operation: toReportedOperation(record.entity, change.operation),
    }))
  }
}

function readActivity(element: Element): string {
  return `${childText(element, 'LastRestoreTime') ?? ''} ${childText(element, 'LastCondenseTime') ?? ''}`
}

function toDeletedKey(element: Element): string {
  return `${childText(element, 'TxnDelType') ?? childText(element, 'ListDelType') ?? ''} ${getRecordId(element)}`
}

/** A voided transaction has no amount, and a memo that says so. Records of lists have neither. */
function isVoided(element: Element): boolean {
  return Number(childText(element, 'Amount') ?? 0) === 0 && (childText(element, 'Memo') ?? '').startsWith('VOID:')
}

function chunk(ids: readonly string[]): readonly (readonly string[])[] {
  return Array.from({ length: Math.ceil(ids.length / maxIds) }, (_, index) =>
    ids.slice(index * maxIds, (index + 1) * maxIds),
  )
}
