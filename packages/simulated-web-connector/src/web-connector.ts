import { setTimeout as delay } from 'node:timers/promises'
import type { Application } from './application.ts'
import type { Operation } from './calls.ts'
import type { QuickBooks } from './quickbooks.ts'
import { runUpdate } from './run-update.ts'
import { CallError, createServiceCalls, KilledError } from './service-calls.ts'
import type { Transport } from './transport.ts'
import { createUpdateLock, type UpdateLock } from './update-lock.ts'
import type { CallMoment, UpdateResult } from './update-result.ts'

export interface WebConnectorOptions {
  readonly application: Application
  readonly password: string
  readonly quickBooks: Pick<QuickBooks, 'beginSession'>
  readonly transport: Transport
  /** Shared by one Windows user's Web Connectors; an own one by default. */
  readonly updateLock?: UpdateLock
  readonly version?: string
  readonly clock?: () => Date
  /** Resolves after some milliseconds, or when the signal aborts. */
  readonly pause?: (ms: number, signal: AbortSignal) => Promise<void>
  /** Creates the signal ending a call after some milliseconds. */
  readonly createTimeout?: (ms: number) => AbortSignal
  /** Called before and after each call, where it may {@link WebConnector.kill}. */
  readonly onCall?: (moment: CallMoment) => void
  /** The user's decision about a `clientVersion` warning; accepted by default. */
  readonly acceptsWarning?: (text: string) => boolean
  /** Whether an update without work ends with `closeConnection`, as not every version may; true by default. */
  readonly closesWithoutWork?: boolean
  readonly log?: (line: string) => void
}

/** A QuickBooks Web Connector with one application. */
export interface WebConnector {
  /** Runs one update. Service errors are its result. */
  update(): Promise<UpdateResult>
  /** Runs updates by the application's interval until the Web Connector is killed; one without an interval. */
  runScheduled(onResult?: (result: UpdateResult) => void): Promise<void>
  /** Ends the Web Connector at once: calls, pauses and the session with QuickBooks. It cannot be used again. */
  kill(): void
}

/** Creates a Web Connector behaving as docs/quickbooks/web-connector.md says. */
export function createWebConnector(options: WebConnectorOptions): WebConnector {
  const { application, password, quickBooks, transport, onCall = () => undefined, log = () => undefined } = options
  const { version = '2.3.0.215', acceptsWarning = () => true, closesWithoutWork = true } = options
  const { clock = () => new Date(), pause = pauseByTimer, createTimeout = AbortSignal.timeout } = options
  const { updateLock = createUpdateLock() } = options
  const killed = new AbortController()

  const pauseUnlessKilled = async (ms: number): Promise<void> => {
    await pause(ms, killed.signal)
    if (killed.signal.aborted) throw new KilledError('Killed during a pause.')
  }

  const updateAlone = async (): Promise<UpdateResult> => {
    const killSignal = killed.signal
    const { style } = application
    const calls = createServiceCalls({ transport, style, killSignal, createTimeout, onCall, log })
    let messageSets = 0
    try {
      const ended = await runUpdate({
        application,
        password,
        quickBooks,
        calls,
        version,
        pause: pauseUnlessKilled,
        acceptsWarning,
        closesWithoutWork,
        onMessageSet: () => {
          messageSets += 1
        },
      })
      return { ...ended, messageSets, calls: calls.called }
    } catch (error) {
      return { ...toFailure(error), messageSets, calls: calls.called }
    }
  }

  const update = async (): Promise<UpdateResult> => {
    if (!updateLock.acquire()) {
      return { end: 'locked', status: 'Another update is running', calls: [], messageSets: 0 }
    }
    try {
      return await updateAlone()
    } finally {
      updateLock.release()
    }
  }

  return {
    update,
    async runScheduled(onResult = () => undefined) {
      let intervalSeconds = application.runEverySeconds ?? Number.POSITIVE_INFINITY
      while (!killed.signal.aborted) {
        const startedAt = clock().getTime()
        const result = await update()
        onResult(result)
        intervalSeconds = Math.max(intervalSeconds, result.intervalSecondsMin ?? 0)
        const waitSeconds = result.postponedSeconds ?? intervalSeconds
        if (!Number.isFinite(waitSeconds)) return
        const elapsedMs = clock().getTime() - startedAt
        await pause(Math.max(0, waitSeconds * 1000 - elapsedMs), killed.signal)
      }
    },
    kill: () => killed.abort(),
  }
}

function pauseByTimer(ms: number, signal: AbortSignal): Promise<void> {
  return delay(ms, undefined, { signal }).catch(() => undefined)
}

/** The operations before the user is known; their failures have a separate error code. */
const loginOperations: ReadonlySet<Operation> = new Set(['serverVersion', 'clientVersion', 'authenticate'])

function toFailure(error: unknown): Pick<UpdateResult, 'end' | 'status' | 'code'> {
  if (error instanceof KilledError) return { end: 'killed', status: error.message }
  if (error instanceof CallError) {
    const code = loginOperations.has(error.operation) ? 'QBWC1012' : 'QBWC1042'
    return { end: 'failed', code, status: `${error.operation}: ${error.message}` }
  }
  throw error
}
