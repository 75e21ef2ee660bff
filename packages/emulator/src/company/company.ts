import type { ExchangeOutcome } from '@bridge/agent-protocol'
import {
  findRequestViolations,
  type MessageSet,
  parseMessageSet,
  QbxmlSyntaxError,
  serializeMessageSetResponse,
} from '@bridge/qbxml'
import { Books } from '../books/books.ts'
import { findHandler } from '../handlers/request-handlers.ts'
import { transactionKinds } from '../handlers/transaction-kinds.ts'
import { failures } from '../host/failure.ts'
import { createFaultTrigger, type FaultTable, type FaultTrigger, noFaults } from '../host/fault-table.ts'
import { toSeconds } from '../host/host-time.ts'
import { applyStoredFaults, type StoredFaults, updateCounts } from '../host/stored-faults.ts'
import { getDefaultSwitches, hostFaults, type Switches } from '../host/switches.ts'
import { Iterators } from '../requests/iterators.ts'
import type { RequestContext } from '../requests/request-context.ts'
import { RecordLimit, Unsupported } from '../requests/status-error.ts'
import { toStoredLetters } from '../requests/stored-letters.ts'
import type { CompanyStorage } from '../storage/company-storage.ts'
import { createSerialQueue } from '../storage/serial-queue.ts'
import { supportedVersions } from '../system/host-query.ts'
import { fillTemplate, type Template } from '../templates/template.ts'
import { runMessageSet } from './message-set-run.ts'

/** Returns the current time. IDs, time stamps and EditSequences are derived from it. */
export type Clock = () => Date

/** Returns a number from 0 (included) to 1 (excluded). Iterator IDs are made from it. */
export type Random = () => number

export interface CompanyLimits {
  /** The maximum number of list records and transactions; unlimited by default. */
  readonly recordsMax?: number
}

export interface CompanyOptions {
  readonly storage: CompanyStorage
  readonly clock: Clock
  readonly random: Random
  /** The initial content of a new file; `empty` by default. */
  readonly template?: Template
  readonly companyName?: string
  readonly limits?: CompanyLimits
  readonly switches?: Partial<Switches>
  /** The faults that the switches and the file support; `hostFaults` by default. */
  readonly faults?: FaultTable
  /** Resolves after a number of milliseconds. Responses are only delayed if it is set. */
  readonly wait?: (ms: number) => Promise<void>
}

/** The outcome of a message set. The last two are limits of the emulator, which then stores nothing. */
export type CompanyOutcome =
  | ExchangeOutcome
  | { readonly sent: false; readonly reason: 'record-limit'; readonly recordsMax: number }
  | { readonly sent: false; readonly reason: 'unsupported'; readonly request: string }

/** A connection to a company file. Its iterators end with it. */
export interface Company {
  /** The switches of this connection. */
  readonly switches: Switches
  /** Returns the faults that are kept in the file. */
  storedFaults(): Promise<StoredFaults>
  /** Replaces the faults that are kept in the file. */
  storeFaults(faults: StoredFaults): Promise<void>
  /** Sends a qbXML message set to the company file. Rejects only with errors of the storage. */
  exchange(messageSet: string): Promise<CompanyOutcome>
  /** Returns the number of list records and transactions, inactive ones included. */
  recordCount(): Promise<number>
  /** Returns the result of a function that reads the current books without changing them. */
  read<Result>(look: (books: Books) => Result): Promise<Result>
  /** Returns whether an iterator of this connection has results left. */
  isIterating(): boolean
  /** Ends the session and its iterators. */
  endSession(): void
}

/**
 * Opens a company file, and fills it from the template if it is new. Several connections may share a storage. Each
 * keeps the books in memory and catches up before every message set.
 */
export function openCompany(options: CompanyOptions): Company {
  const { storage, clock, limits, faults = hostFaults } = options
  const switches: Switches = { ...getDefaultSwitches(), ...options.switches }
  const iterators = new Iterators(options.random)
  let books = new Books(transactionKinds)
  let version: number | undefined
  const inTurn = createSerialQueue()

  const createContext = (effective: Switches, trigger: FaultTrigger): RequestContext => ({
    books,
    switches: effective,
    faults: trigger,
    iterators,
    now: toSeconds(clock()),
    recordsMax: limits?.recordsMax ?? Number.POSITIVE_INFINITY,
  })

  const runExclusively = async <Result>(work: () => Result): Promise<Result> => {
    const outcome = await storage.exclusive(version, (delta) => {
      books.apply(delta)
      if (delta.complete) iterators.clear()
      fillIfNew(options, createContext(switches, noFaults))
      const result = work()
      return { changes: books.drainChanges(), result }
    })
    version = outcome.version
    return outcome.result
  }

  /** Runs work that changes nothing unless a fault counts it. */
  const runQuery = async <Result>(work: () => Result): Promise<Result> => {
    const isCurrent = version !== undefined && (await storage.isCurrent?.(version)) === true
    if (!isCurrent || Object.keys(books.faults).length > 0) return runExclusively(work)
    const result = work()
    if (books.drainChanges().length > 0) throw new Error('A query changed the books.')
    return result
  }

  // Reloads the books after a failure, since the stored state is unknown.
  const enqueue = <Result>(work: () => Result, isQuery = false): Promise<Result> =>
    inTurn(async () => {
      try {
        return await (isQuery ? runQuery(work) : runExclusively(work))
      } catch (error) {
        books = new Books(transactionKinds)
        version = undefined
        throw error
      }
    })

  const run = (set: MessageSet, effective: Switches, trigger: FaultTrigger): CompanyOutcome => {
    try {
      return {
        sent: true,
        lost: false,
        response: serializeMessageSetResponse(runMessageSet(set, createContext(effective, trigger))),
      }
    } catch (error) {
      books.rollback()
      if (error instanceof Unsupported) return { sent: false, reason: 'unsupported', request: error.request }
      if (error instanceof RecordLimit)
        return { sent: false, reason: 'record-limit', recordsMax: limits?.recordsMax ?? 0 }
      throw error
    }
  }

  const runWithFaults = (effective: Switches, parsed: ParsedMessageSet): CompanyOutcome => {
    const trigger = createFaultTrigger(faults, effective)
    const failure = trigger.failure('exchange')
    if (failure !== undefined) return failure
    const outcome = 'set' in parsed ? run(parsed.set, effective, trigger) : parsed
    return (outcome.sent && !outcome.lost && trigger.failure('response')) || outcome
  }

  return {
    switches,
    async exchange(messageSet) {
      const parsed = readMessageSet(messageSet)
      const { outcome, delayMs } = await enqueue(() => {
        const stored = books.faults
        const effective = applyStoredFaults(switches, stored)
        const outcome = runWithFaults(effective, parsed)
        const counted = updateCounts(faults, effective, switches, stored)
        if (counted !== stored) books.putFaults(counted)
        return { outcome, delayMs: effective.answerDelayMs }
      }, hasOnlyQueries(parsed))
      if (delayMs > 0) await options.wait?.(delayMs)
      return outcome
    },
    storedFaults: () => enqueue(() => books.faults),
    storeFaults: (stored) => enqueue(() => books.putFaults(stored)),
    recordCount: () => enqueue(() => books.recordCount),
    read: (look) => enqueue(() => look(books)),
    isIterating: () => iterators.areOpen,
    endSession: () => iterators.clear(),
  }
}

function fillIfNew(options: CompanyOptions, context: RequestContext): void {
  if (context.books.exists) return
  fillTemplate(options.template ?? 'empty', options.companyName ?? 'Sample Company', context)
}

type ParsedMessageSet = { readonly set: MessageSet } | CompanyOutcome

function hasOnlyQueries(parsed: ParsedMessageSet): boolean {
  if (!('set' in parsed)) return false
  const { newMessageSetId, oldMessageSetId, requests } = parsed.set
  const storesOutcomes = newMessageSetId !== undefined || oldMessageSetId !== undefined
  return !storesOutcomes && requests.every(({ name }) => name.endsWith('QueryRq'))
}

// A structural violation in one request fails the whole set before any of it runs.
function readMessageSet(text: string): ParsedMessageSet {
  try {
    const set = parseMessageSet(text)
    if (!supportedVersions.includes(set.version)) return failures.version
    for (const request of set.requests) {
      if (findRequestViolations(request).some((violation) => violation.kind === 'structure')) return failures.parse
    }
    const unknown = set.requests.find((request) => findHandler(request.name) === undefined)
    return unknown === undefined
      ? { set: { ...set, requests: set.requests.map(toStoredLetters) } }
      : { sent: false, reason: 'unsupported', request: unknown.name }
  } catch (error) {
    if (error instanceof QbxmlSyntaxError) return failures.parse
    throw error
  }
}
