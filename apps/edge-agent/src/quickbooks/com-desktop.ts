import { win32 } from 'node:path'
import {
  type CallStage,
  type DesktopError,
  type DesktopNotice,
  type DesktopState,
  type ExchangeOutcome,
  findHresult,
  formatHresult,
  type RealmId,
} from '@bridge/agent-protocol'
import type { Logger } from 'pino'
import type { AgentDesktop, RealmTerms, RequestKind } from '../desktop/agent-desktop.ts'
import { SerialQueue } from '../queue/serial-queue.ts'
import type { ComHost } from './com-host.ts'
import { type Bits, ComHosts } from './com-hosts.ts'
import { type CompanyFiles, getRealmName, type ResolvePath, resolveWindowsPath } from './company-files.ts'
import { findNotice, getFailedOutcome } from './failed-outcome.ts'
import { FileQuestion, type FoundFile, UnconfirmedFileError } from './file-question.ts'
import { type Look, parseLook } from './look.ts'
import { OpenIterators } from './open-iterators.ts'
import { findOlderVersion, withQbxmlVersion } from './qbxml-version.ts'
import { type ComError, callHost, type Session, toComError } from './session.ts'
import { SessionOpener } from './session-opener.ts'

/** How often the agent looks for QuickBooks and its dialogs. */
const lookIntervalMs = 2_000
/** How long a host may take to look. */
const lookTimeoutMs = 5_000
/** How long a session stays open without a request, so people can close the file or change its user mode. */
const idleMs = 10_000
/** How long it stays open while a read has pages left, which QuickBooks forgets with the session. */
const pagingIdleMs = 60_000
/** How long QuickBooks may be gone from the process list before a call counts as lost. */
const goneMs = 10_000
/**
 * How long a host may leave a look without a response while QuickBooks has no request. It does not look through COM.
 */
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
  readonly opensQuickBooks?: (() => boolean) | undefined
  readonly resolvePath?: ResolvePath
  readonly clock: () => Date
  /** Waits `ms` milliseconds, or until the signal. Never rejects. */
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>
  readonly logger: Logger
}

interface Obstacle {
  readonly notice: DesktopNotice
  /** What QuickBooks returned, for the person at the PC. */
  readonly error: DesktopError | undefined
  /** What the first look after the failure found. The notice ends when a look finds something else. */
  signature?: string
}

/**
 * Serves the company file open in QuickBooks on this PC, through a COM host.
 *
 * Calls run one at a time, in sessions lasting while requests follow each other. A host hanging in a call keeps running,
 * because QuickBooks continues the call and would let the next session wait for it; only a lost QuickBooks, a very long
 * call or a person ends it. A watch looks at QuickBooks every two seconds, apart from COM, and keeps the
 * state.
 */
export class ComDesktop implements AgentDesktop {
  readonly #options: ComDesktopOptions
  readonly #hosts: ComHosts
  readonly #opener: SessionOpener
  readonly #queue = new SerialQueue()
  readonly #iterators = new OpenIterators()
  readonly #stopping = new AbortController()
  #realmId: RealmId | undefined
  #terms: RealmTerms = {}
  readonly #question = new FileQuestion()
  #session: Session | undefined
  #qbxmlVersion: string | undefined
  #idle = new AbortController()
  #look: Look | undefined
  #obstacle: Obstacle | undefined
  #isProbing = false
  #callStartedAt: number | undefined
  #lookStartedAt: number | undefined
  /** Whether QuickBooks may be working on a request. */
  #isHandedOver = false
  #lastOpenAt: number | undefined
  #watching: Promise<void> | undefined

  private constructor(options: ComDesktopOptions) {
    this.#options = options
    this.#hosts = new ComHosts(options.startHost, () => this.#forgetSession())
    this.#opener = new SessionOpener({
      hosts: this.#hosts,
      companyFiles: options.companyFiles,
      opensQuickBooks: () => options.opensQuickBooks?.() === true,
      getApplicationName: (realmId) => this.#getApplicationName(realmId),
      resolvePath: options.resolvePath ?? resolveWindowsPath,
      look: async () => {
        await this.#lookWithin()
        return this.#look
      },
      wait: (ms) => options.wait(ms, this.#stopping.signal),
      logger: options.logger,
    })
  }

  /** Starts to watch QuickBooks. Resolves after the first look. */
  static async start(options: ComDesktopOptions): Promise<ComDesktop> {
    const desktop = new ComDesktop(options)
    await desktop.#lookWithin()
    desktop.#watching = desktop.#watch()
    return desktop
  }

  state(): DesktopState {
    return getState({
      look: this.#look,
      obstacle: this.#obstacle,
      path: this.#getPath(),
      opensQuickBooks: this.#options.opensQuickBooks?.() === true,
      question: this.#getPath() === undefined ? this.#question.find(this.#look, this.#terms.file) : undefined,
    })
  }

  async process(messageSet: string, kind: RequestKind): Promise<ExchangeOutcome> {
    // QuickBooks may be waiting for a person to allow access, which can take long.
    if (this.#isProbing) return { sent: false, reason: 'busy' }
    return this.#runCall(() => this.#exchange(messageSet, kind, true))
  }

  useRealm(realmId: RealmId, terms: RealmTerms = {}): void {
    if (this.#realmId === realmId && isSameChoice(this.#terms, terms)) return
    this.#realmId = realmId
    this.#terms = terms
    this.#isProbing = true
    void this.#runCall(() => this.#probe())
  }

  release(): Promise<void> {
    return this.#queue.run(() => this.#endSession())
  }

  /** Runs work that begins sessions of its own, after the current call and while the agent has none. */
  runAlone(work: () => Promise<void>): Promise<void> {
    return this.#queue.run(async () => {
      await this.#endSession()
      await work()
    })
  }

  /** Returns the company file that is served; none before people have confirmed it. */
  servedFile(): { readonly realmId: RealmId; readonly path: string } | undefined {
    const [realmId, path] = [this.#realmId, this.#getPath()]
    return realmId === undefined || path === undefined ? undefined : { realmId, path }
  }

  /** Ends a hanging call at a person's request. The call's outcome is unknown then. */
  restart(): void {
    this.#hosts.kill()
  }

  /** Returns the latest look. Its titles are shown on this PC only. */
  lastLook(): Look | undefined {
    return this.#look
  }

  /** Waits a while for the current call, ends the session and stops. */
  async close(): Promise<void> {
    this.#idle.abort()
    this.#stopping.abort()
    const ended = new AbortController()
    await Promise.race([this.release(), this.#options.wait(closeWaitMs, ended.signal)])
    ended.abort()
    void this.#hosts.close()
    await this.#watching
  }

  #forgetSession(): void {
    this.#session = undefined
    this.#iterators.clear()
  }

  #now(): number {
    return this.#options.clock().getTime()
  }

  async #endSession(): Promise<void> {
    const ending = this.#session
    this.#forgetSession()
    await ending?.end()
  }

  #getPath(): string | undefined {
    return this.#realmId && this.#options.companyFiles.find(this.#realmId)
  }

  async #requireSession(): Promise<Session> {
    if (this.#session !== undefined) return this.#session
    const realmId = this.#requireRealm()
    await this.#settleFile()
    this.#session = await this.#opener.open(realmId)
    return this.#session
  }

  #getApplicationName(realmId: RealmId): string {
    const paired = this.#getPath() === undefined ? this.#terms : this.#options.companyFiles.findPairing(realmId)
    return paired.applicationName ?? getRealmName(realmId)
  }

  /**
   * Finds and keeps the company file people have confirmed. Without a choice from the gateway, which is older then, the
   * first session decides.
   *
   * @throws {UnconfirmedFileError} until they have
   */
  async #settleFile(): Promise<void> {
    const { applicationName, file } = this.#terms
    if (file === undefined) return
    await this.#forgetOldFile()
    if (this.#getPath() !== undefined) return
    const path = await this.#question.settle(this.#look, file, async () => {
      const session = await this.#opener.openAny(this.#requireRealm())
      await session.end()
      return session.companyFile
    })
    await this.#options.companyFiles.store(this.#requireRealm(), path, { choice: file.choice, applicationName })
    this.#question.reset()
    this.#obstacle = undefined
  }

  /** Forgets the file of an earlier choice. */
  async #forgetOldFile(): Promise<void> {
    const { companyFiles } = this.#options
    const realmId = this.#requireRealm()
    const { choice = 0 } = this.#terms.file ?? {}
    if (this.#getPath() === undefined || companyFiles.findPairing(realmId).choice >= choice) return
    await companyFiles.forget(realmId)
    this.#question.reset()
  }

  #requireRealm(): RealmId {
    if (this.#realmId === undefined) throw new Error('A session needs a realm.')
    return this.#realmId
  }

  #fail(error: unknown, stage: CallStage): ExchangeOutcome {
    if (error instanceof UnconfirmedFileError) {
      this.#obstacle = undefined
      const { hresult, message } = error
      return { sent: false, reason: 'execution-error', error: { hresult: formatHresult(hresult), message } }
    }
    const failure = toComError(error)
    const isOpen = this.#look?.isOpen === true
    const outcome = getFailedOutcome(failure, stage, isOpen)
    const notice = findNotice(failure, stage, isOpen)
    this.#obstacle = notice && { notice, error: 'error' in outcome ? outcome.error : undefined }
    this.#options.logger.warn(
      { hresult: formatHresult(failure.hresult), text: failure.message, stage },
      'a call of QuickBooks failed',
    )
    return outcome
  }

  /** Exchanges a message set. Repeats it once if nothing in it was executed, or if it only reads. */
  async #exchange(messageSet: string, kind: RequestKind, mayRepeat: boolean): Promise<ExchangeOutcome> {
    let current: Session
    try {
      current = await this.#requireSession()
    } catch (error) {
      return this.#fail(error, 'before')
    }
    try {
      this.#isHandedOver = true
      const response = await current.process(withQbxmlVersion(messageSet, this.#qbxmlVersion)).finally(() => {
        this.#isHandedOver = false
      })
      this.#obstacle = undefined
      this.#iterators.note(response)
      return { sent: true, lost: false, response }
    } catch (error) {
      const failure = toComError(error)
      const { ran, reaction } = findHresult(failure.hresult)
      if (reaction === 'lower-version' && mayRepeat) {
        this.#qbxmlVersion = findOlderVersion(messageSet, await current.listVersions().catch(() => []))
        if (this.#qbxmlVersion !== undefined) return this.#exchange(messageSet, kind, false)
      }
      const outcome = this.#fail(failure, 'inside')
      if (ran === 'no' && reaction !== 'reopen') return outcome
      await this.#endSession()
      return mayRepeat && (await this.#isRepeatable(failure, kind)) ? this.#exchange(messageSet, kind, false) : outcome
    }
  }

  /** Whether a message set may run in another session now: nothing of it ran, or it reads and its obstacle ended. */
  async #isRepeatable(failure: ComError, kind: RequestKind): Promise<boolean> {
    const { reaction, notice } = findHresult(failure.hresult)
    if (reaction === 'reopen') return true
    if (kind !== 'read') return false
    if (reaction === 'repeat') return true
    return (
      notice === 'dialog-open' &&
      this.#opener.waitForDialog(failure).then(
        () => true,
        () => false,
      )
    )
  }

  async #endWhenIdle(): Promise<void> {
    const { signal } = this.#idle
    await this.#options.wait(this.#iterators.areOpen ? pagingIdleMs : idleMs, signal)
    if (!signal.aborted) await this.#queue.run(() => (signal.aborted ? undefined : this.#endSession()))
  }

  #runCall<Result>(work: () => Promise<Result>): Promise<Result> {
    this.#idle.abort()
    return this.#queue.run(async () => {
      this.#callStartedAt = this.#now()
      try {
        return await work()
      } finally {
        this.#callStartedAt = undefined
        this.#idle = new AbortController()
        if (!this.#stopping.signal.aborted) void this.#endWhenIdle()
      }
    })
  }

  /** Finds out at the start whether requests would succeed; QuickBooks asks for its permission then. */
  async #probe(): Promise<void> {
    try {
      await this.#endSession()
      await this.#forgetOldFile()
      if (this.#look?.hasWindow) await this.#requireSession()
      else await this.#hosts.run((host) => callHost(host, 'new').then(() => host.request('drop')))
    } catch (error) {
      this.#fail(error, 'before')
    } finally {
      this.#isProbing = false
    }
  }

  async #lookOnce(): Promise<void> {
    if (this.#lookStartedAt !== undefined) return
    this.#lookStartedAt = this.#now()
    const result = await this.#hosts.current().request('look')
    this.#lookStartedAt = undefined
    this.#look = result.ok ? parseLook(result.text) : undefined
    this.#question.note(this.#look)
    if (!result.ok) this.#options.logger.error({ text: result.text }, 'the COM host cannot look for QuickBooks')
    if (this.#look?.isOpen) this.#lastOpenAt = this.#now()
    if (this.#obstacle !== undefined && this.#look !== undefined) {
      this.#obstacle.signature ??= this.#look.signature
      if (this.#obstacle.signature !== this.#look.signature) this.#obstacle = undefined
    }
  }

  /** Ends a host that itself hangs, at its start for instance, unless QuickBooks may be working on a request. */
  #endSilentHost(): void {
    if (this.#isHandedOver || this.#lookStartedAt === undefined || this.#now() - this.#lookStartedAt < silentMs) return
    this.#options.logger.error('ending a COM host that does not respond')
    this.#hosts.kill()
  }

  #endHangingCall(): void {
    if (this.#callStartedAt === undefined) return
    const isGone =
      this.#lastOpenAt !== undefined && this.#look?.isOpen === false && this.#now() - this.#lastOpenAt >= goneMs
    if (!isGone && this.#now() - this.#callStartedAt < callMaxMs) return
    this.#options.logger.error({ isGone }, 'ending a call that does not return')
    this.#hosts.kill()
  }

  #lookWithin(): Promise<void> {
    return Promise.race([this.#lookOnce(), this.#options.wait(lookTimeoutMs, this.#stopping.signal)])
  }

  async #watch(): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      await this.#options.wait(lookIntervalMs, this.#stopping.signal)
      if (this.#stopping.signal.aborted) return
      await this.#lookWithin()
      this.#endSilentHost()
      this.#endHangingCall()
    }
  }
}

function isSameChoice(left: RealmTerms, right: RealmTerms): boolean {
  return left.file?.choice === right.file?.choice && left.file?.confirmed === right.file?.confirmed
}

interface Seen {
  readonly look: Look | undefined
  readonly obstacle: Obstacle | undefined
  readonly path: string | undefined
  readonly opensQuickBooks: boolean
  readonly question: FoundFile | undefined
}

function getState({ look, obstacle, path, opensQuickBooks, question }: Seen): DesktopState {
  const phase = look?.hasWindow || (opensQuickBooks && path !== undefined) ? 'ready' : 'app-not-open'
  const notice = findSeenNotice(look) ?? findOtherNotice(obstacle, question)
  if (notice === 'file-unconfirmed') return { phase, notice, companyFile: question?.companyFile }
  const isFileOpen = notice !== 'other-file' && notice !== 'no-company-file' && notice !== 'quickbooks-closed'
  return {
    phase,
    ...(phase === 'ready' && path !== undefined && isFileOpen && { companyFile: win32.basename(path) }),
    ...(notice && { notice }),
    ...(notice === 'quickbooks-error' && { error: obstacle?.error }),
  }
}

function findSeenNotice(look: Look | undefined): DesktopNotice | undefined {
  if (look?.dialog) return 'dialog-open'
  if (look?.isInOtherSession) return 'other-session'
  return look?.isElevated ? 'elevated' : undefined
}

function findOtherNotice(obstacle: Obstacle | undefined, question: FoundFile | undefined): DesktopNotice | undefined {
  // While QuickBooks asks for its permission, nothing but the question says so.
  return question?.notice === 'not-authorized'
    ? (obstacle?.notice ?? question.notice)
    : (question?.notice ?? obstacle?.notice)
}
