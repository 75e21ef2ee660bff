import type { ExchangeOutcome, Responded } from '@bridge/agent-protocol'
import { Fault } from '@bridge/faults'
import { isTransientStatus, type MessageSet, type MessageSetResponse, type QbxmlResponse } from '@bridge/qbxml'
import { type EntityTable, isNameAddition } from '@bridge/translation'
import type { ExchangeOptions, WriteDescription } from '../desktop/desktop.ts'
import type { CompanyFile } from '../operations/company-file.ts'
import { hasRecords } from '../operations/find-foreign-response.ts'
import type { RecordChange } from '../record-changes/record-change.ts'
import { findWrittenChanges } from '../record-changes/written-changes.ts'
import type { ClearableMessageSets } from './acknowledged-message-sets.ts'
import { isRecovered } from './complete-recovered.ts'
import { EarlierCopies, hasResponses } from './earlier-copies.ts'
import type { Run } from './run-claims.store.ts'
import { messageSetId } from './run-key.ts'
import type { RunOutcomes } from './run-outcomes.ts'

/** A run's progress, which decides what happens to its `requestid` if it fails. */
export interface RunState {
  /** True once QuickBooks responded to a write. */
  readonly isExecuted: boolean
  /** True once a write changed the company file. */
  readonly hasChanged: boolean
  /** True if QuickBooks rejected a write only because of another user's momentary lock. */
  readonly isTransient: boolean
  /** True if its latest write's outcome is unknown. */
  readonly isUnknown: boolean
  /** A sandbox's message sets with a response to their first copy; no other copy can be in transit. */
  readonly acknowledged: readonly string[]
  /** The records that its writes have changed. */
  readonly changes: readonly RecordChange[]
}

interface RunOptions {
  readonly company: CompanyFile
  readonly table: EntityTable
  readonly run: Run
  readonly outcomes: Pick<RunOutcomes, 'saveResponses' | 'findsLost'>
  readonly clearable: ClearableMessageSets
  /** When a later write may clear the run's writes from QuickBooks' record. */
  readonly clearAt: Date
}

/** QuickBooks has the message set on record, with other requests. It did not run these. */
const otherRequests = 9001

/**
 * Decorates a company file for a run: each write happens at most once. A run left unfinished by another caller starts
 * over: stored responses are returned again, a write without one is looked up (in the journal, then in QuickBooks
 * itself), and only a write which never happened is sent.
 */
export class RunCompanyFile {
  readonly #options: RunOptions
  readonly #earlierCopies: EarlierCopies
  readonly #state = {
    isExecuted: false,
    hasChanged: false,
    isTransient: false,
    isUnknown: false,
    acknowledged: [] as string[],
    changes: [] as RecordChange[],
  }
  readonly #responses: MessageSetResponse[]
  #savedCount: number
  #position = 0
  #writeCount = 0

  constructor(options: RunOptions) {
    this.#options = options
    this.#earlierCopies = new EarlierCopies(options.company, options.table)
    this.#responses = [...options.run.responses]
    this.#savedCount = this.#responses.length
  }

  get state(): RunState {
    return this.#state
  }

  get company(): CompanyFile {
    const { company } = this.#options
    return {
      ...company,
      readContext: { ...company.readContext, isRepeatable: true },
      exchange: async (set, options) => {
        const outcome = await this.#exchange(set, options)
        if (outcome.sent && !outcome.lost) this.#record(outcome.response, options)
        return outcome
      },
    }
  }

  async #exchange(set: MessageSet, options: ExchangeOptions): Promise<ExchangeOutcome<MessageSetResponse>> {
    const stored = this.#responses[this.#position]
    if (stored !== undefined) return received(stored)
    return options.kind === 'write' ? this.#write(set, options) : this.#options.company.exchange(set, options)
  }

  #record(response: MessageSetResponse, { kind }: ExchangeOptions): void {
    this.#responses[this.#position] = response
    this.#position += 1
    if (kind !== 'write') return
    this.#writeCount += 1
    this.#state.isUnknown = false
    this.#state.isExecuted = true
    const { company, table } = this.#options
    const { responses } = response
    this.#state.hasChanged ||= responses.some((each) => isChange(each) && !isNameAddition(table, each))
    this.#state.isTransient ||= responses.some(isTransient)
    this.#state.changes.push(...findWrittenChanges(company, response))
  }

  async #write(set: MessageSet, options: ExchangeOptions): Promise<ExchangeOutcome<MessageSetResponse>> {
    const { run } = this.#options
    const id = messageSetId(run, this.#writeCount)
    if (!run.isFresh) {
      this.#state.isUnknown = true
      const earlier = await this.#earlierCopies.find(id, set)
      if (earlier !== undefined) return received(earlier)
    }
    await this.#saveResponses()
    return this.#send(id, set, options)
  }

  /** Stores the responses that a caller taking over the run must base its requests on, instead of later ones. */
  async #saveResponses(): Promise<void> {
    const { run, outcomes } = this.#options
    const isSaved = this.#responses.length === this.#savedCount
    if (!isSaved && !(await outcomes.saveResponses(run, this.#responses))) throw takenOver()
    this.#savedCount = this.#responses.length
  }

  async #send(id: string, set: MessageSet, options: ExchangeOptions): Promise<ExchangeOutcome<MessageSetResponse>> {
    const { run, clearable, outcomes } = this.#options
    const oldId = await clearable.take(run.realmId, id)
    const marked = { ...set, newMessageSetId: id, ...(oldId !== undefined && { oldMessageSetId: oldId }) }
    this.#state.isUnknown = true
    const outcome = await this.#sendOnce(marked, id, options)
    if (!outcome.sent) {
      this.#state.isUnknown = false
      return outcome
    }
    if (outcome.lost) {
      // After a timeout, QuickBooks may still be running the write. After a broken connection, its record has the
      // outcome as soon as it is reachable, which it is if it responded with something else.
      if (outcome.reason === 'timeout' || !(outcomes.findsLost || outcome.reason === 'unreadable')) return outcome
      const earlier = await this.#earlierCopies.find(id, set).catch(() => undefined)
      return earlier === undefined ? outcome : received(earlier)
    }
    // A failure only lets a later write clear it again.
    if (oldId !== undefined) await clearable.confirmCleared(run.realmId, oldId).catch(() => undefined)
    return this.#complete(id, set, outcome)
  }

  async #sendOnce(set: MessageSet, id: string, options: ExchangeOptions): Promise<ExchangeOutcome<MessageSetResponse>> {
    const { company, run, clearAt } = this.#options
    try {
      return await company.exchange(set, describeWrite(options, { messageSetId: id, clearAt }, run))
    } catch (error) {
      if (error instanceof Fault) this.#state.isUnknown = false
      throw error
    }
  }

  /** Adds what a response from QuickBooks' record lacks. */
  async #complete(
    id: string,
    set: MessageSet,
    responded: Responded<MessageSetResponse>,
  ): Promise<Responded<MessageSetResponse>> {
    const { company, run } = this.#options
    const { response } = responded
    if (run.isFresh && response.messageSetStatusCode === otherRequests) {
      this.#state.isUnknown = false
      throw otherBody()
    }
    if (!hasResponses(response)) return received((await this.#earlierCopies.findOnRecord(id, set)) ?? response)
    if (!hasRecords(set, response)) {
      return received((await this.#earlierCopies.findOnRecord(id, set).catch(() => undefined)) ?? response)
    }
    if (isRecovered(response)) return received(await this.#earlierCopies.complete(id, set, response))
    if (company.recall === undefined) this.#state.acknowledged.push(id)
    return responded
  }
}

function received(response: MessageSetResponse): Responded<MessageSetResponse> {
  return { sent: true, lost: false, response }
}

function isTransient({ statusCode, statusMessage, statusSeverity }: QbxmlResponse): boolean {
  return statusSeverity === 'Error' && isTransientStatus(statusCode, statusMessage)
}

function isChange({ name, statusSeverity }: QbxmlResponse): boolean {
  return statusSeverity !== 'Error' && !name.endsWith('QueryRs')
}

/** The database does not know the `requestid`, because it was restored to an earlier time. */
function otherBody(): Fault {
  const detail = 'QuickBooks Desktop has another request on record that was sent with this requestid. Nothing was run.'
  return new Fault('REQUESTID_BODY_MISMATCH', detail, { element: 'requestid' })
}

/** Returns a write's options. A possible copy goes to the earlier ones' company file, or nowhere. */
function describeWrite(
  { kind, write }: ExchangeOptions,
  recorded: Required<Pick<WriteDescription, 'messageSetId' | 'clearAt'>>,
  { isFresh }: Run,
): ExchangeOptions {
  return {
    kind,
    ...(write && { write: { ...write, ...recorded } }),
    ...(!isFresh && { sameFileAs: recorded.messageSetId }),
  }
}

function takenOver(): Fault {
  const detail = 'Another server took this request over and has not finished it yet.'
  return new Fault('REQUEST_IN_FLIGHT', detail, { retryAfterSeconds: 2 })
}
