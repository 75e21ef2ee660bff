import type { ExchangeOutcome } from '@bridge/agent-protocol'
import {
  findRequestViolations,
  type MessageSet,
  parseMessageSet,
  QbxmlSyntaxError,
  runAtOnce,
  type Sliced,
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
  /** The most list records and transactions; unlimited by default. */
  readonly maxRecords?: number
}

export interface CompanyOptions {
  readonly storage: CompanyStorage
  readonly clock: Clock
  readonly random: Random
  /** A new file's initial content; `empty` by default. */
  readonly template?: Template
  readonly companyName?: string
  readonly limits?: CompanyLimits
  readonly switches?: Partial<Switches>
  /** The faults the switches and the file support; `hostFaults` by default. */
  readonly faults?: FaultTable
  /** Resolves when a query may continue after one of its requests. Without it, queries have no pauses. */
  readonly pause?: () => Promise<unknown>
  /** Waits for some milliseconds. Responses are only delayed if it is set. */
  readonly wait?: (ms: number) => Promise<void>
}

/** A message set's outcome. The last two are the emulator's own limits; it then stores nothing. */
export type CompanyOutcome =
  | ExchangeOutcome
  | { readonly sent: false; readonly reason: 'record-limit'; readonly maxRecords: number }
  | { readonly sent: false; readonly reason: 'unsupported'; readonly request: string }

/** A connection to a company file. Its iterators end with it. */
export interface Company {
  /** This connection's switches. */
  readonly switches: Switches
  /** Returns the faults kept in the file. */
  storedFaults(): Promise<StoredFaults>
  /** Replaces the faults kept in the file. */
  storeFaults(faults: StoredFaults): Promise<void>
  /** Sends a qbXML message set to the company file. Rejects only with storage errors. */
  exchange(messageSet: string): Promise<CompanyOutcome>
  /** Counts list records and transactions, inactive ones included. */
  recordCount(): Promise<number>
  /** Returns what `look` reads from the current books, without changing them. */
  read<Result>(look: (books: Books) => Result): Promise<Result>
  /** Whether one of this connection's iterators has results left. */
  isIterating(): boolean
  /** Ends the session and its iterators. */
  endSession(): void
}

/**
 * Opens a company file, and fills it from the template if it is new. Several connections may share a storage; each
 * keeps the books in memory and catches up before every message set.
 */
export function openCompany(options: CompanyOptions): Company {
  return new CompanyConnection(options)
}

/**
 * A connection running message sets one at a time.
 *
 * A message set with a change runs in the storage's exclusive section, on books that have caught up, and stores the
 * documents it changed. Queries run on the books in memory while these are current. After a failure the books are
 * loaded again, because the stored state is unknown.
 */
class CompanyConnection implements Company {
  readonly switches: Switches
  readonly #options: CompanyOptions
  readonly #faults: FaultTable
  readonly #iterators: Iterators
  readonly #inTurn = createSerialQueue()
  #books = new Books(transactionKinds)
  #version: number | undefined

  constructor(options: CompanyOptions) {
    this.#options = options
    this.#faults = options.faults ?? hostFaults
    this.#iterators = new Iterators(options.random)
    this.switches = { ...getDefaultSwitches(), ...options.switches }
  }

  async exchange(messageSet: string): Promise<CompanyOutcome> {
    const parsed = readMessageSet(messageSet)
    const { outcome, delayMs } = await this.#enqueue(() => this.#runCounted(parsed), hasOnlyQueries(parsed))
    if (delayMs > 0) await this.#options.wait?.(delayMs)
    return outcome
  }

  storedFaults(): Promise<StoredFaults> {
    return this.#enqueue(toSlice(() => this.#books.faults))
  }

  storeFaults(faults: StoredFaults): Promise<void> {
    return this.#enqueue(toSlice(() => this.#books.putFaults(faults)))
  }

  recordCount(): Promise<number> {
    return this.#enqueue(toSlice(() => this.#books.recordCount))
  }

  read<Result>(look: (books: Books) => Result): Promise<Result> {
    return this.#enqueue(toSlice(() => look(this.#books)))
  }

  isIterating(): boolean {
    return this.#iterators.areOpen
  }

  endSession(): void {
    this.#iterators.clear()
  }

  #createContext(switches: Switches, faults: FaultTrigger): RequestContext {
    const { clock, limits } = this.#options
    const multiCurrency = switches.multiCurrency || this.#books.profile.multiCurrency === true
    return {
      books: this.#books,
      switches: { ...switches, multiCurrency },
      faults,
      iterators: this.#iterators,
      now: toSeconds(clock()),
      maxRecords: limits?.maxRecords ?? Number.POSITIVE_INFINITY,
    }
  }

  async #runExclusively<Result>(work: () => Sliced<Result>): Promise<Result> {
    const outcome = await this.#options.storage.exclusive(this.#version, (delta) => {
      this.#books.apply(delta)
      if (delta.complete) this.#iterators.clear()
      fillIfNew(this.#options, this.#createContext(this.switches, noFaults))
      const result = runAtOnce(work())
      return { changes: this.#books.drainChanges(), result }
    })
    this.#version = outcome.version
    return outcome.result
  }

  /** Runs work that changes nothing unless a fault counts it, with pauses. */
  async #runQuery<Result>(work: () => Sliced<Result>): Promise<Result> {
    const isCurrent = this.#version !== undefined && (await this.#options.storage.isCurrent?.(this.#version)) === true
    if (!isCurrent || Object.keys(this.#books.faults).length > 0) return this.#runExclusively(work)
    const slices = work()
    let step = slices.next()
    for (; !step.done; step = slices.next()) await this.#options.pause?.()
    if (this.#books.drainChanges().length > 0) throw new Error('A query changed the books.')
    return step.value
  }

  #enqueue<Result>(work: () => Sliced<Result>, isQuery = false): Promise<Result> {
    return this.#inTurn(async () => {
      try {
        return await (isQuery ? this.#runQuery(work) : this.#runExclusively(work))
      } catch (error) {
        this.#books = new Books(transactionKinds)
        this.#version = undefined
        throw error
      }
    })
  }

  *#run(set: MessageSet, effective: Switches, trigger: FaultTrigger): Sliced<CompanyOutcome> {
    try {
      return {
        sent: true,
        lost: false,
        response: serializeMessageSetResponse(yield* runMessageSet(set, this.#createContext(effective, trigger))),
      }
    } catch (error) {
      this.#books.rollback()
      if (error instanceof Unsupported) return { sent: false, reason: 'unsupported', request: error.request }
      if (error instanceof RecordLimit)
        return { sent: false, reason: 'record-limit', maxRecords: this.#options.limits?.maxRecords ?? 0 }
      throw error
    }
  }

  /** Runs a message set, and counts down the faults that took effect. */
  *#runCounted(parsed: ParsedMessageSet): Sliced<{ readonly outcome: CompanyOutcome; readonly delayMs: number }> {
    const stored = this.#books.faults
    const effective = applyStoredFaults(this.switches, stored)
    const outcome = yield* this.#runWithFaults(effective, parsed)
    const counted = updateCounts(this.#faults, effective, this.switches, stored)
    if (counted !== stored) this.#books.putFaults(counted)
    return { outcome, delayMs: effective.answerDelayMs }
  }

  *#runWithFaults(effective: Switches, parsed: ParsedMessageSet): Sliced<CompanyOutcome> {
    const trigger = createFaultTrigger(this.#faults, effective)
    const failure = trigger.failure('exchange')
    if (failure !== undefined) return failure
    const outcome = 'set' in parsed ? yield* this.#run(parsed.set, effective, trigger) : parsed
    return (outcome.sent && !outcome.lost && trigger.failure('response')) || outcome
  }
}

/** Returns work without pauses. */
function toSlice<Result>(work: () => Result): () => Sliced<Result> {
  // biome-ignore lint/correctness/useYield: it has one slice
  return function* () {
    return work()
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

// One request's structural violation fails the whole set before it runs.
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
