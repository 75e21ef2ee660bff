import type { ExchangeOutcome, Responded } from '@bridge/agent-protocol'
import { Fault } from '@bridge/faults'
import { isTransientStatus, type MessageSet, type MessageSetResponse, type QbxmlResponse } from '@bridge/qbxml'
import { type EntityTable, isNameAddition } from '@bridge/translation'
import type { ExchangeOptions, WriteDescription } from '../desktop/desktop.ts'
import type { CompanyFile } from '../operations/company-file.ts'
import type { ClearableMessageSets } from './acknowledged-message-sets.ts'
import { completeRecovered, isRecovered } from './complete-recovered.ts'
import type { OutcomeStore, Run } from './replay.store.ts'
import { messageSetId } from './run-key.ts'

/** A run's progress, which decides what happens to its `requestid` if it fails. */
export interface RunState {
  /** True once QuickBooks responded to a write. */
  isExecuted: boolean
  /** True once a write changed the company file. */
  hasChanged: boolean
  /** True if QuickBooks rejected a write only because of another user's momentary lock. */
  isTransient: boolean
  /** True if its latest write's outcome is unknown. */
  isUnknown: boolean
  /** A sandbox's message sets with a response to their first copy; no other copy can be in transit. */
  readonly acknowledged: string[]
}

/** QuickBooks has the message set on record, with other requests. It did not run these. */
const otherRequests = 9001
/** QuickBooks has no record for the message set: it never ran it. */
const notOnRecord = 9002

interface RunOptions {
  readonly company: CompanyFile
  readonly table: EntityTable
  readonly run: Run
  readonly store: Pick<OutcomeStore, 'saveResponses'>
  readonly clearable: ClearableMessageSets
  /** When a later write may clear the run's writes from QuickBooks' record. */
  readonly clearAt: Date
  /** Looks for a write at once if its response was lost with the connection. */
  readonly findsLost: boolean
}

/**
 * Decorates a company file for a run: each write happens at most once. A run left unfinished by another caller starts
 * over: stored responses are returned again, a write without one is looked up (in the journal, then in QuickBooks
 * itself), and only a write which never happened is sent.
 */
export function createRunCompanyFile({ company, table, run, store, clearable, clearAt, findsLost }: RunOptions): {
  readonly company: CompanyFile
  readonly state: Readonly<RunState>
} {
  const state: RunState = {
    isExecuted: false,
    hasChanged: false,
    isTransient: false,
    isUnknown: false,
    acknowledged: [],
  }
  const responses: MessageSetResponse[] = [...run.responses]
  let savedCount = responses.length
  let position = 0
  let writeCount = 0

  const recordWrite = ({ responses: results }: MessageSetResponse): void => {
    writeCount += 1
    state.isUnknown = false
    state.isExecuted = true
    state.hasChanged ||= results.some((result) => isChange(result) && !isNameAddition(table, result))
    state.isTransient ||= results.some(isTransient)
  }

  /** Returns the company file for reads about a write's earlier copy, which may have been sent to another one. */
  const getCompanyOf = (id: string): CompanyFile => ({
    ...company,
    exchange: (set, options) => company.exchange(set, { ...options, sameFileAs: id }),
  })

  /** Looks up a message set in QuickBooks' own record. Returns undefined if QuickBooks never ran it. */
  const findInQuickBooks = async (id: string, set: MessageSet): Promise<MessageSetResponse | undefined> => {
    const lookup: MessageSet = { requests: [], onError: set.onError, newMessageSetId: id, oldMessageSetId: id }
    const { exchange } = getCompanyOf(id)
    const found = await exchange(lookup, { kind: 'read', lookupOf: set })
    if (!found.sent || found.lost) throw unconfirmed('QuickBooks Desktop cannot be reached to confirm it')
    if (found.response.messageSetStatusCode === notOnRecord) return undefined
    if (found.response.messageSetStatusCode !== 0) throw unconfirmed('QuickBooks Desktop does not confirm it')
    return completeRecovered(getCompanyOf(id), table, set, found.response)
  }

  /** Returns the response to a write's earlier copy, or undefined if no copy ran. */
  const findEarlier = async (id: string, set: MessageSet): Promise<MessageSetResponse | undefined> => {
    state.isUnknown = true
    const recalled = await company.recall?.(id, set)
    if (recalled?.sent === false) return undefined
    if (recalled?.lost === false && hasResponses(recalled.response)) {
      const { response } = recalled
      return isRecovered(response) ? completeRecovered(getCompanyOf(id), table, set, response) : response
    }
    const found = await findInQuickBooks(id, set)
    // QuickBooks ran it, although it is no longer on record.
    if (found === undefined && recalled?.lost === true && recalled.reason === 'unreadable') {
      throw unconfirmed('its response is no longer kept, neither here nor by QuickBooks Desktop')
    }
    return found
  }

  const sendOnce = async (set: MessageSet, options: ExchangeOptions): Promise<ExchangeOutcome<MessageSetResponse>> => {
    try {
      return await company.exchange(set, options)
    } catch (error) {
      if (error instanceof Fault) state.isUnknown = false
      throw error
    }
  }

  const sendWrite = async (
    id: string,
    set: MessageSet,
    options: ExchangeOptions,
  ): Promise<ExchangeOutcome<MessageSetResponse>> => {
    const oldId = await clearable.take(run.realmId, id)
    const marked = { ...set, newMessageSetId: id, ...(oldId !== undefined && { oldMessageSetId: oldId }) }
    state.isUnknown = true
    const result = await sendOnce(marked, describeWrite(options, { messageSetId: id, clearAt }, run))
    if (!result.sent) state.isUnknown = false
    if (!result.sent || result.lost) {
      // After a timeout, QuickBooks may still be running the write. After a broken connection, its record has the
      // outcome as soon as it is reachable.
      if (!result.sent || result.reason === 'timeout' || !findsLost) return result
      const earlier = await findEarlier(id, set).catch(() => undefined)
      return earlier === undefined ? result : received(earlier)
    }
    // A failure only lets a later write clear it again.
    if (oldId !== undefined) await clearable.confirmCleared(run.realmId, oldId).catch(() => undefined)
    if (run.isFresh && result.response.messageSetStatusCode === otherRequests) {
      state.isUnknown = false
      throw otherBody()
    }
    if (!hasResponses(result.response)) return received((await findInQuickBooks(id, set)) ?? result.response)
    if (isRecovered(result.response))
      return received(await completeRecovered(getCompanyOf(id), table, set, result.response))
    if (company.recall === undefined) state.acknowledged.push(id)
    return result
  }

  const write = async (set: MessageSet, options: ExchangeOptions): Promise<ExchangeOutcome<MessageSetResponse>> => {
    const id = messageSetId(run, writeCount)
    const earlier = run.isFresh ? undefined : await findEarlier(id, set)
    if (earlier !== undefined) return received(earlier)
    // A caller taking over the run must base its requests on these responses, not on later ones.
    if (responses.length > savedCount && !(await store.saveResponses(run, responses))) throw takenOver()
    savedCount = responses.length
    return sendWrite(id, set, options)
  }

  const exchange = async (set: MessageSet, options: ExchangeOptions): Promise<ExchangeOutcome<MessageSetResponse>> => {
    const stored = responses[position]
    if (stored !== undefined) return received(stored)
    return options.kind === 'write' ? write(set, options) : company.exchange(set, options)
  }

  return {
    state,
    company: {
      ...company,
      readContext: { ...company.readContext, isRepeatable: true },
      exchange: async (set, options) => {
        const result = await exchange(set, options)
        if (!result.sent || result.lost) return result
        responses[position] = result.response
        position += 1
        if (options.kind === 'write') recordWrite(result.response)
        return result
      },
    },
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

function unconfirmed(why: string): Fault {
  const detail = `The write was sent to QuickBooks Desktop without a response for its caller, and ${why}. It was not sent again.`
  return new Fault('REQUEST_OUTCOME_UNKNOWN', detail)
}

/** The database does not know the `requestid`, because it was restored to an earlier time. */
function otherBody(): Fault {
  const detail = 'QuickBooks Desktop has another request on record that was sent with this requestid. Nothing was run.'
  return new Fault('REQUESTID_BODY_MISMATCH', detail, { element: 'requestid' })
}

/** A response without responses to requests only states why nothing was run. */
function hasResponses({ responses }: MessageSetResponse): boolean {
  return responses.length > 0
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
