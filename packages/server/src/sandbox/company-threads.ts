import type { RealmId } from '@bridge/agent-protocol'
import { DatabaseUnavailableError } from '@bridge/database'
import { LRUCache } from 'lru-cache'
import type { Logger } from 'pino'
import type { ProcessorShare } from '../workers/processor-share.ts'
import type { CompanyFiles, SandboxOutcome } from './company-files.ts'
import {
  type CompanyReply,
  type CompanyThread,
  type CompanyThreadData,
  type StartCompanyThread,
  startCompanyThread,
} from './company-thread.ts'
import { createTurns, type Turns } from './company-turns.ts'
import { createRecentLoad, type RecentLoad } from './recent-load.ts'

export interface CompanyThreadsOptions extends Omit<CompanyThreadData, 'isBackground'> {
  readonly logger: Logger
  /** Resets, and calls of sandboxes whose calls took long recently, begin only when this allows it. */
  readonly processors: ProcessorShare
  /** The most threads. Each starts when it is needed. */
  readonly threads: number
  /** How long a loaded thread may work on a call before it is ended, in milliseconds; a minute by default. */
  readonly callMsMax?: number
  readonly start?: StartCompanyThread
  /** Returns a time in milliseconds; that of the process by default. */
  readonly now?: () => number
}

/** Company files in threads. */
export interface CompanyThreads extends CompanyFiles {
  close(): Promise<void>
}

interface Call {
  readonly method: keyof CompanyFiles
  readonly rest: readonly unknown[]
  resolve(value: unknown): void
  /** Ends a call whose thread has ended. */
  lose(error: Error): void
  reject(error: Error): void
}

interface RunningCall extends Call {
  readonly realmId: RealmId
  /** Whether it may compute for long, so that it needs a share of the processors. */
  readonly isLong: boolean
  /** Missing while the thread is loading. */
  timer?: NodeJS.Timeout
}

/** A place for a thread, which is replaced after it has ended. */
interface Place {
  thread?: CompanyThread | undefined
  isLoaded: boolean
  readonly turns: Turns<Call>
  readonly running: Map<number, RunningCall>
  /** Since when sandboxes wait for a processor, in milliseconds of `now`. */
  readonly waiting: Map<RealmId, number>
  readonly load: RecentLoad
}

interface Sandbox {
  place: Place
  readonly load: RecentLoad
  isIterating: boolean
  /** Its calls count as long until then, in milliseconds of `now`. */
  longUntil: number
}

const minuteMs = 60_000
/** Other sandboxes use a twenty-fifth of a thread: about one call in 25 has to wait for them. */
const busyMs = 200
/** The load of a sandbox whose call ended its thread: for half a minute, others avoid its thread. */
const brokenMs = 10 * minuteMs
const sandboxesMax = 10_000
/** A sandbox with a call of this time counts as one whose calls take long, for some seconds. */
const longMs = 50
const longForMs = 5_000

/**
 * Runs company files in threads, so that no call to a sandbox keeps the event loop from other requests. A sandbox stays
 * with a thread, and moves between queries when others keep that thread busy. Resets have a separate thread, to which
 * the system gives less of a processor. The end of a thread is an error of the calls that it worked on; the others wait
 * for its successor.
 */
export function createCompanyThreads({
  databaseUrl,
  recordsMax,
  logger,
  processors,
  threads,
  callMsMax = minuteMs,
  start = startCompanyThread,
  now = () => performance.now(),
}: CompanyThreadsOptions): CompanyThreads {
  const createPlace = (): Place => ({
    isLoaded: false,
    turns: createTurns(),
    running: new Map(),
    waiting: new Map(),
    load: createRecentLoad(now),
  })
  const places = Array.from({ length: threads }, createPlace)
  /** Resets compute for half a second, and need no file that is open. */
  const resets = createPlace()
  const all = [...places, resets]
  const sandboxes = new LRUCache<RealmId, Sandbox>({ max: sandboxesMax })
  const share = processors.join({
    count: () => all.flatMap(({ running }) => [...running.values()]).filter((call) => call.isLong).length,
    resume: () => {
      for (const place of all) startCalls(place)
    },
  })
  let calls = 0
  let isClosed = false

  const run = <Result>(realmId: RealmId, method: keyof CompanyFiles, rest: readonly unknown[], lost?: Result) => {
    const sandbox = getSandbox(realmId)
    if (!sandbox.place.turns.has(realmId)) sandbox.place = choosePlace(sandbox)
    return runIn(sandbox.place, realmId, method, rest, lost)
  }

  const runIn = <Result>(
    place: Place,
    realmId: RealmId,
    method: keyof CompanyFiles,
    rest: readonly unknown[],
    lost?: Result,
  ) =>
    new Promise<Result>((resolve, reject) => {
      place.turns.add(realmId, {
        method,
        rest,
        resolve: (value) => resolve(value as Result),
        reject,
        lose: lost === undefined ? reject : () => resolve(lost),
      })
      startCalls(place)
    })

  const getSandbox = (realmId: RealmId): Sandbox => {
    const known = sandboxes.get(realmId)
    if (known) return known
    const sandbox = { place: getLeastBusy(), load: createRecentLoad(now), isIterating: false, longUntil: 0 }
    sandboxes.set(realmId, sandbox)
    return sandbox
  }

  const choosePlace = ({ place, load, isIterating }: Sandbox): Place => {
    const othersMs = place.load.get() - load.get()
    if (isIterating || othersMs < busyMs) return place
    const other = getLeastBusy()
    return other.load.get() < othersMs / 2 ? other : place
  }

  /** Returns a place with little load, if possible one whose thread runs. */
  const getLeastBusy = (): Place => {
    const byLoad = [...places].sort((left, right) => left.load.get() - right.load.get())
    const [first] = byLoad
    if (first === undefined) throw new RangeError('There are no threads for company files.')
    return byLoad.find(({ thread, load }) => thread !== undefined && load.get() < busyMs) ?? first
  }

  const isLong = (place: Place, realmId: RealmId) => place === resets || getSandbox(realmId).longUntil > now()

  const mayStart = (place: Place, realmId: RealmId): boolean => {
    const { waiting } = place
    const since = waiting.get(realmId) ?? now()
    const may = !isLong(place, realmId) || share.mayBegin(since)
    if (may) waiting.delete(realmId)
    else waiting.set(realmId, since)
    return may
  }

  const startCalls = (place: Place) => {
    if (isClosed) return
    const next = () => place.turns.next((realmId) => mayStart(place, realmId))
    for (let turn = next(); turn !== undefined; turn = next()) {
      const { realmId, call } = turn
      const { method, rest } = call
      calls += 1
      const number = calls
      place.thread ??= startThread(place)
      const running: RunningCall = { ...call, realmId, isLong: isLong(place, realmId) }
      place.running.set(number, running)
      if (place.isLoaded) startTimer(place, running)
      place.thread.post({ number, method, realmId, rest })
    }
  }

  const startThread = (place: Place): CompanyThread =>
    start(
      { databaseUrl, recordsMax, isBackground: place === resets },
      {
        onReady: () => {
          place.isLoaded = true
          for (const call of place.running.values()) startTimer(place, call)
        },
        onReply: (reply) => endCall(place, reply),
        onEnd: (error) => replaceThread(place, error),
      },
    )

  const startTimer = (place: Place, call: RunningCall) => {
    call.timer = setTimeout(() => endSlowThread(place, call.realmId), callMsMax)
  }

  const endSlowThread = (place: Place, realmId: RealmId) => {
    logger.error({ realm: realmId, ms: callMsMax }, 'A call to a sandbox took too long. Its thread is replaced.')
    place.thread?.kill()
  }

  const endCall = (place: Place, { number, result, ms, delayMs, isIterating }: CompanyReply) => {
    const call = place.running.get(number)
    if (call === undefined) return
    place.running.delete(number)
    clearTimeout(call.timer)
    addLoad(place, call.realmId, ms, isIterating)
    place.turns.end(call.realmId)
    share.release()
    if ('error' in result) call.reject(toError(result))
    else if (delayMs === 0) call.resolve(result.value)
    else setTimeout(() => call.resolve(result.value), delayMs)
  }

  const addLoad = (place: Place, realmId: RealmId, ms: number, isIterating: boolean) => {
    if (place === resets) return
    const sandbox = getSandbox(realmId)
    sandbox.isIterating = isIterating
    sandbox.load.add(ms)
    if (ms >= longMs) sandbox.longUntil = now() + longForMs
    place.load.add(ms)
  }

  const replaceThread = (place: Place, error: Error) => {
    const lost = [...place.running.values()]
    place.thread = undefined
    place.isLoaded = false
    place.running.clear()
    if (!isClosed)
      logger.error({ err: error, realms: lost.map(({ realmId }) => realmId) }, 'A thread of sandboxes ended')
    for (const { realmId, timer, lose } of lost) {
      clearTimeout(timer)
      addLoad(place, realmId, brokenMs / lost.length, false)
      place.turns.end(realmId)
      lose(error)
    }
    share.release()
  }

  return {
    exchange: (realmId, messageSet) => run(realmId, 'exchange', [messageSet], lostExchange),
    reset: (realmId, ...rest) => runIn(resets, realmId, 'reset', rest),
    countRecords: (realmId) => run(realmId, 'countRecords', []),
    faults: (realmId) => run(realmId, 'faults', []),
    setFaults: (realmId, ...rest) => run(realmId, 'setFaults', rest),
    async close() {
      isClosed = true
      await Promise.all(all.map(({ thread }) => thread?.close()))
    },
  }
}

/** An error loses its class on the way from a thread. */
function toError({ error, isDatabaseAway }: Extract<CompanyReply['result'], { readonly error: Error }>): Error {
  return isDatabaseAway ? new DatabaseUnavailableError(error.message, { cause: error }) : error
}

const lostExchange: SandboxOutcome = { sent: true, lost: true, reason: 'connection' }
