import { win32 } from 'node:path'
import type { DesktopNotice, DesktopState, ExchangeOutcome, RealmId } from '@bridge/agent-protocol'
import type { Logger } from 'pino'
import type { AgentDesktop, RequestKind } from '../desktop/agent-desktop.ts'
import { SerialQueue } from '../queue/serial-queue.ts'
import type { ComHost } from './com-host.ts'
import { type Bits, createComHosts } from './com-hosts.ts'
import { type CompanyFiles, isSamePath } from './company-files.ts'
import { type CallStage, getFailedOutcome } from './failed-outcome.ts'
import { findHresult, printHresult } from './hresult.ts'
import { type Look, parseLook } from './look.ts'
import { OpenIterators } from './open-iterators.ts'
import { findOlderVersion, withQbxmlVersion } from './qbxml-version.ts'
import { ComError, callHost, openSession, type Session } from './session.ts'

/** How often the agent looks for QuickBooks and its dialogs. */
const lookIntervalMs = 2_000
/** How long a host may take to look. */
const lookTimeoutMs = 5_000
/** How long a session stays open without a request, so that people can close the file or change its user mode. */
const idleMs = 10_000
/** How long it stays open while a read has pages left, which QuickBooks forgets with the session. */
const pagingIdleMs = 60_000
/** How long QuickBooks may be gone from the process list before a call counts as lost. */
const goneMs = 10_000
/** How long a host may leave a look without a response while QuickBooks has no request. It does not look through COM. */
const silentMs = 30_000
/** How long a call may take before its host is ended. */
const callMaxMs = 600_000
/** How long a stop waits for the current call, whose response would be lost otherwise. */
const closeWaitMs = 30_000

export interface ComDesktopOptions {
  /** Starts a COM host. */
  readonly startHost: (bits: Bits) => ComHost
  readonly companyFiles: CompanyFiles
  /** Whether the agent opens QuickBooks with the realm's file, unattended, if it is not open. */
  readonly opensQuickBooks?: boolean | undefined
  readonly clock: () => Date
  /** Waits for a number of milliseconds, or until the signal. Never rejects. */
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>
  readonly logger: Logger
}

/** QuickBooks on this PC. */
export interface ComDesktop extends AgentDesktop {
  useRealm(realmId: RealmId): void
  release(): Promise<void>
  /** Ends a call that does not return, at a person's request. The outcome of the call is unknown then. */
  restart(): void
  /** Returns the result of the latest look. Its titles are shown on this PC only. */
  lastLook(): Look | undefined
  /** Waits a while for the current call, ends the session and stops. */
  close(): Promise<void>
}

interface Obstacle {
  readonly notice: DesktopNotice
  /** What the first look after the failure found. The notice ends when a look finds something else. */
  signature?: string
}

/**
 * Serves the company file that is open in QuickBooks on this PC, through a COM host. Resolves after the first look.
 *
 * A session lasts as long as requests follow each other. The host is not ended because a call takes long: QuickBooks
 * continues the call, and would let the next session wait for it.
 */
export async function startComDesktop(options: ComDesktopOptions): Promise<ComDesktop> {
  const { companyFiles, clock, wait, logger } = options
  const stopping = new AbortController()
  const queue = new SerialQueue()
  const iterators = new OpenIterators()
  let realmId: RealmId | undefined
  let session: Session | undefined
  let qbxmlVersion: string | undefined
  let idle = new AbortController()
  let look: Look | undefined
  let obstacle: Obstacle | undefined
  let isProbing = false
  let callStartedAt: number | undefined
  let lookStartedAt: number | undefined
  let isHandedOver = false
  let lastOpenAt: number | undefined

  const forgetSession = (): void => {
    session = undefined
    iterators.clear()
  }
  const hosts = createComHosts(options.startHost, forgetSession)
  const now = () => clock().getTime()
  const endSession = async (): Promise<void> => {
    const ending = session
    forgetSession()
    await ending?.end()
  }

  const getPath = () => realmId && companyFiles.find(realmId)
  const requireSession = async (): Promise<Session> => {
    if (session !== undefined) return session
    if (realmId === undefined) throw new Error('A session needs a realm.')
    const path = getPath()
    const opened = await hosts.run((host) =>
      openSession({
        host,
        applicationName: `Bridge Service ${realmId}`,
        openPath: options.opensQuickBooks ? path : undefined,
        accepts: (companyFile) => path === undefined || isSamePath(path, companyFile),
      }),
    )
    if (path === undefined) {
      logger.info({ companyFile: opened.companyFile }, 'this company file belongs to the realm from now on')
      try {
        await companyFiles.store(realmId, opened.companyFile)
      } catch (error) {
        await opened.end()
        throw error
      }
    }
    session = opened
    return opened
  }

  const fail = (error: unknown, stage: CallStage): ExchangeOutcome => {
    const failure = toComError(error)
    const { notice } = findHresult(failure.hresult)
    obstacle = notice === undefined ? undefined : { notice }
    logger.warn({ hresult: printHresult(failure.hresult), text: failure.message, stage }, 'a call of QuickBooks failed')
    return getFailedOutcome(failure, stage, look?.isOpen === true)
  }

  /** Exchanges a message set. Repeats it once if nothing of it was executed, or if it only reads. */
  const exchange = async (messageSet: string, kind: RequestKind, mayRepeat: boolean): Promise<ExchangeOutcome> => {
    let current: Session
    try {
      current = await requireSession()
    } catch (error) {
      const isTransient = findHresult(toComError(error).hresult).reaction === 'transient'
      return isTransient && mayRepeat ? exchange(messageSet, kind, false) : fail(error, 'before')
    }
    try {
      isHandedOver = true
      const response = await current.process(withQbxmlVersion(messageSet, qbxmlVersion)).finally(() => {
        isHandedOver = false
      })
      obstacle = undefined
      iterators.note(response)
      return { sent: true, lost: false, response }
    } catch (error) {
      const { reaction } = findHresult(toComError(error).hresult)
      if (reaction === 'version' && mayRepeat) {
        qbxmlVersion = findOlderVersion(messageSet, await current.listVersions().catch(() => []))
        if (qbxmlVersion !== undefined) return exchange(messageSet, kind, false)
      }
      const outcome = fail(error, 'inside')
      if (reaction === 'rejected' || reaction === 'version') return outcome
      await endSession()
      const isRepeatable = reaction === 'stale-session' || (reaction === 'transient' && kind === 'read')
      return isRepeatable && mayRepeat ? exchange(messageSet, kind, false) : outcome
    }
  }

  const endWhenIdle = async (): Promise<void> => {
    const { signal } = idle
    await wait(iterators.areOpen ? pagingIdleMs : idleMs, signal)
    if (!signal.aborted) await queue.run(() => (signal.aborted ? undefined : endSession()))
  }
  const runCall = <Result>(work: () => Promise<Result>): Promise<Result> => {
    idle.abort()
    return queue.run(async () => {
      callStartedAt = now()
      try {
        return await work()
      } finally {
        callStartedAt = undefined
        idle = new AbortController()
        if (!stopping.signal.aborted) void endWhenIdle()
      }
    })
  }

  /** Finds out at the start whether requests would succeed; QuickBooks asks for its permission then. */
  const probe = async (): Promise<void> => {
    try {
      await endSession()
      if (look?.isOpen) await requireSession()
      else await hosts.run((host) => callHost(host, 'new').then(() => host.request('drop')))
    } catch (error) {
      fail(error, 'before')
    } finally {
      isProbing = false
    }
  }

  const lookOnce = async (): Promise<void> => {
    if (lookStartedAt !== undefined) return
    lookStartedAt = now()
    const result = await hosts.current().request('look')
    lookStartedAt = undefined
    look = result.ok ? parseLook(result.text) : undefined
    if (!result.ok) logger.error({ text: result.text }, 'the COM host cannot look for QuickBooks')
    if (look?.isOpen) lastOpenAt = now()
    if (obstacle !== undefined && look !== undefined) {
      obstacle.signature ??= look.signature
      if (obstacle.signature !== look.signature) obstacle = undefined
    }
  }
  /** Ends a host that hangs itself, at its start for instance, unless QuickBooks may be working on a request. */
  const endSilentHost = (): void => {
    if (isHandedOver || lookStartedAt === undefined || now() - lookStartedAt < silentMs) return
    logger.error('ending a COM host that does not respond')
    hosts.kill()
  }
  const endHangingCall = (): void => {
    if (callStartedAt === undefined) return
    const isGone = lastOpenAt !== undefined && look?.isOpen === false && now() - lastOpenAt >= goneMs
    if (!isGone && now() - callStartedAt < callMaxMs) return
    logger.error({ isGone }, 'ending a call that does not return')
    hosts.kill()
  }
  const lookWithin = () => Promise.race([lookOnce(), wait(lookTimeoutMs, stopping.signal)])
  const watch = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      await wait(lookIntervalMs, stopping.signal)
      if (stopping.signal.aborted) return
      await lookWithin()
      endSilentHost()
      endHangingCall()
    }
  }

  await lookWithin()
  const watching = watch()

  return {
    state: () => getState({ look, obstacle, path: getPath(), opensQuickBooks: options.opensQuickBooks === true }),
    process: async (messageSet, kind) =>
      // QuickBooks may be waiting for a person to allow access, which can take long.
      isProbing ? { sent: false, reason: 'busy' } : runCall(() => exchange(messageSet, kind, true)),
    useRealm: (next) => {
      if (realmId === next) return
      realmId = next
      isProbing = true
      void runCall(probe)
    },
    release: () => queue.run(endSession),
    restart: hosts.kill,
    lastLook: () => look,
    close: async () => {
      idle.abort()
      stopping.abort()
      const patience = new AbortController()
      await Promise.race([queue.run(endSession), wait(closeWaitMs, patience.signal)])
      patience.abort()
      void hosts.close()
      await watching
    },
  }
}

/** Returns the failed call. Any other error is one of the agent itself. */
export function toComError(error: unknown): ComError {
  if (error instanceof ComError) return error
  return new ComError(0x80040402, error instanceof Error ? error.message : String(error))
}

interface Seen {
  readonly look: Look | undefined
  readonly obstacle: Obstacle | undefined
  readonly path: string | undefined
  readonly opensQuickBooks: boolean
}

function getState({ look, obstacle, path, opensQuickBooks }: Seen): DesktopState {
  const phase = look?.isOpen || (opensQuickBooks && path !== undefined) ? 'ready' : 'app-not-open'
  const notice = findNotice(look, obstacle)
  const isFileOpen = notice !== 'other-file' && notice !== 'no-company-file'
  return {
    phase,
    ...(phase === 'ready' && path !== undefined && isFileOpen && { companyFile: win32.basename(path) }),
    ...(notice && { notice }),
  }
}

function findNotice(look: Look | undefined, obstacle: Obstacle | undefined): DesktopNotice | undefined {
  if (look?.dialog) return 'dialog-open'
  if (look?.isInOtherSession) return 'other-session'
  return look?.isElevated ? 'elevated' : obstacle?.notice
}
