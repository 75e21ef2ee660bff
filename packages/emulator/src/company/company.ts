import {
  findRequestViolations,
  type MessageSet,
  parseMessageSet,
  printMessageSetResponse,
  QbxmlSyntaxError,
} from '@bridge/translation/qbxml'
import { Books } from '../books/books.ts'
import { handlerOf } from '../handlers/request-handlers.ts'
import { transactionKinds } from '../handlers/transaction-kinds.ts'
import { secondsOf } from '../host/host-time.ts'
import { type StoredSwitches, switchesInForce, takeCountsBack } from '../host/stored-switches.ts'
import {
  defaultSwitches,
  type Failure,
  lostConnection,
  obstacleOf,
  parseFailure,
  type Switches,
  versionFailure,
} from '../host/switches.ts'
import { Iterators } from '../requests/iterators.ts'
import type { RequestContext } from '../requests/request-context.ts'
import { RecordLimit, Unsupported } from '../requests/status-error.ts'
import type { CompanyStorage } from '../storage/company-storage.ts'
import { supportedVersions } from '../system/host-query.ts'
import { fillTemplate, type Template } from '../templates/template.ts'
import { runMessageSet } from './message-set-run.ts'

export type { StoredSwitches } from '../host/stored-switches.ts'
export type { Failure, Switches } from '../host/switches.ts'
export type { Template } from '../templates/template.ts'

/** Tells the time; ids, time stamps and EditSequences come from it. */
export type Clock = () => Date

/** A number from 0 (included) to 1 (excluded); iterator ids are drawn from it. */
export type Random = () => number

export interface CompanyLimits {
  /** How many list records and transactions the file may hold; unlimited where absent. */
  readonly recordsMax?: number
}

export interface CompanyOptions {
  readonly storage: CompanyStorage
  readonly clock: Clock
  readonly random: Random
  /** Default `empty`. */
  readonly template?: Template
  readonly companyName?: string
  readonly limits?: CompanyLimits
  readonly switches?: Partial<Switches>
  /** Resolves after so many milliseconds; without it no answer is slow. */
  readonly wait?: (ms: number) => Promise<void>
}

/**
 * What became of a message set: QuickBooks' answer; the HRESULT and message of the call that failed,
 * where `handedOver` tells that QuickBooks may have carried the set out; or a refusal, which stores
 * nothing: the file is full, or the request is one that QuickBooks knows and this company file does not.
 */
export type Exchange =
  | { readonly answer: string }
  | { readonly failed: Failure }
  | { readonly refused: 'record-limit'; readonly recordsMax: number }
  | { readonly refused: 'unsupported'; readonly request: string }

/** One connection to a company file; iterators live as long as it does. */
export interface Company {
  /** Those of this connection alone. */
  readonly switches: Switches
  /** The switches that are kept in the file. */
  storedSwitches(): Promise<StoredSwitches>
  /** Keeps switches in the file in place of those that it keeps. */
  storeSwitches(stored: StoredSwitches): Promise<void>
  /** Hands a qbXML message set (text) to the company file. Only the storage's own errors are thrown. */
  exchange(messageSet: string): Promise<Exchange>
  /** How many list records and transactions the file holds, inactive ones included. */
  recordCount(): Promise<number>
  /** Looks into the books as they are now; they must not be changed. */
  read<Result>(look: (books: Books) => Result): Promise<Result>
  /** Ends the session: its iterators are gone. */
  endSession(): void
}

/**
 * Opens a company file, which gets the template's records when it was never written. Several may be
 * open on one storage; each keeps the books in memory and catches up before every message set.
 */
export function openCompany(options: CompanyOptions): Company {
  const { storage, clock, limits } = options
  const switches: Switches = { ...defaultSwitches(), ...options.switches }
  const iterators = new Iterators(options.random)
  let books = new Books(transactionKinds)
  let version: number | undefined
  let turn: Promise<unknown> = Promise.resolve()

  const contextAt = (now: number, inForce: Switches): RequestContext => ({
    books,
    switches: inForce,
    iterators,
    now,
    recordsMax: limits?.recordsMax ?? Number.POSITIVE_INFINITY,
  })

  const once = async <Result>(work: () => Result): Promise<Result> => {
    const outcome = await storage.exclusive(version, (delta) => {
      books.apply(delta)
      if (delta.complete) iterators.clear()
      fillIfNew(options, contextAt(secondsOf(clock()), switches))
      const result = work()
      return { changes: books.takeChanges(), result }
    })
    version = outcome.version
    return outcome.result
  }

  // After a failure nobody knows what was stored: the books are read anew.
  const inTurn = <Result>(work: () => Result): Promise<Result> => {
    const outcome = turn.then(async () => {
      try {
        return await once(work)
      } catch (error) {
        books = new Books(transactionKinds)
        version = undefined
        throw error
      }
    })
    turn = outcome.catch(() => undefined)
    return outcome
  }

  const run = (set: MessageSet, inForce: Switches): Exchange => {
    try {
      return { answer: printMessageSetResponse(runMessageSet(set, contextAt(secondsOf(clock()), inForce))) }
    } catch (error) {
      books.takeBack()
      if (error instanceof Unsupported) return { refused: 'unsupported', request: error.request }
      if (error instanceof RecordLimit) return { refused: 'record-limit', recordsMax: limits?.recordsMax ?? 0 }
      throw error
    }
  }

  const runUnder = (inForce: Switches, messageSet: string): Exchange => {
    const obstacle = obstacleOf(inForce)
    if (obstacle !== undefined) return { failed: obstacle }
    if (inForce.lostRequests > 0) {
      inForce.lostRequests -= 1
      return { failed: lostConnection }
    }
    const read = readMessageSet(messageSet)
    const exchange = 'set' in read ? run(read.set, inForce) : read
    if (inForce.lostAnswers === 0 || !('answer' in exchange)) return exchange
    inForce.lostAnswers -= 1
    return { failed: lostConnection }
  }

  return {
    switches,
    async exchange(messageSet) {
      const { exchange, delayMs } = await inTurn(() => {
        const stored = books.switches
        const inForce = switchesInForce(switches, stored)
        const exchange = runUnder(inForce, messageSet)
        const counted = takeCountsBack(inForce, switches, stored)
        if (counted !== stored) books.putSwitches(counted)
        return { exchange, delayMs: inForce.answerDelayMs }
      })
      if (delayMs > 0) await options.wait?.(delayMs)
      return exchange
    },
    storedSwitches: () => inTurn(() => books.switches),
    storeSwitches: (stored) => inTurn(() => books.putSwitches(stored)),
    recordCount: () => inTurn(() => books.recordCount),
    read: (look) => inTurn(() => look(books)),
    endSession: () => iterators.clear(),
  }
}

function fillIfNew(options: CompanyOptions, context: RequestContext): void {
  if (context.books.exists) return
  fillTemplate(options.template ?? 'empty', options.companyName ?? 'Sample Company', context)
}

// A violation of structure in one request fails the whole set, before any of it is carried out.
function readMessageSet(text: string): { readonly set: MessageSet } | Exchange {
  try {
    const set = parseMessageSet(text)
    if (!supportedVersions.includes(set.version)) return { failed: versionFailure }
    for (const request of set.requests) {
      if (findRequestViolations(request).some((violation) => violation.kind === 'structure'))
        return { failed: parseFailure }
    }
    const unknown = set.requests.find((request) => handlerOf(request.name) === undefined)
    return unknown === undefined ? { set } : { refused: 'unsupported', request: unknown.name }
  } catch (error) {
    if (error instanceof QbxmlSyntaxError) return { failed: parseFailure }
    throw error
  }
}
