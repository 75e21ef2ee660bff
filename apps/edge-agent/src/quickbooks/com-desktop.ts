import {
  type CallStage,
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
import { type CompanyFiles, type ResolvePath, resolveWindowsPath } from './company-files.ts'
import { getDesktopState, type Obstacle } from './desktop-state.ts'
import { findNotice, getFailedOutcome } from './failed-outcome.ts'
import { UnconfirmedFileError } from './file-question.ts'
import type { Look } from './look.ts'
import { OpenIterators } from './open-iterators.ts'
import { findOlderVersion, withQbxmlVersion } from './qbxml-version.ts'
import { QuickBooksWatch } from './quickbooks-watch.ts'
import { RealmFile } from './realm-file.ts'
import { type ComError, callHost, type Session, toComError } from './session.ts'
import { SessionOpener } from './session-opener.ts'

/** How long a session stays open without a request, so people can close the file or change its user mode. */
const idleMs = 10_000
/** How long it stays open while a read has pages left, which QuickBooks forgets with the session. */
const pagingIdleMs = 60_000
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

/** A company in QuickBooks' window with another name than the served file's. */
export interface OtherCompany {
  readonly expected: string
  readonly open: string
}

/**
 * Serves the company file open in QuickBooks on this PC, through a COM host.
 *
 * Calls run one at a time, in sessions lasting while requests follow each other. A watch looks at QuickBooks during calls, and
 * ends hosts that hang.
 */
export class ComDesktop implements AgentDesktop {
  readonly #options: ComDesktopOptions
  readonly #hosts: ComHosts
  readonly #opener: SessionOpener
  readonly #queue = new SerialQueue()
  readonly #iterators = new OpenIterators()
  readonly #stopping = new AbortController()
  readonly #file: RealmFile
  readonly #watch: QuickBooksWatch
  #session: Session | undefined
  #qbxmlVersion: string | undefined
  #idle = new AbortController()
  #obstacle: Obstacle | undefined
  #isProbing = false
  #watching: Promise<void> | undefined

  private constructor(options: ComDesktopOptions) {
    this.#options = options
    this.#hosts = new ComHosts(options.startHost, () => this.#forgetSession())
    const { companyFiles, clock, logger } = options
    const wait = (ms: number): Promise<void> => options.wait(ms, this.#stopping.signal)
    this.#file = new RealmFile(companyFiles)
    this.#watch = new QuickBooksWatch({
      hosts: this.#hosts,
      onLook: (look) => this.#onLook(look),
      clock,
      wait,
      isStopping: () => this.#stopping.signal.aborted,
      logger,
    })
    this.#opener = new SessionOpener({
      hosts: this.#hosts,
      companyFiles,
      opensQuickBooks: () => options.opensQuickBooks?.() === true,
      getApplicationName: (realmId) => this.#file.getApplicationName(realmId),
      resolvePath: options.resolvePath ?? resolveWindowsPath,
      look: () => this.#watch.look(),
      wait,
      logger,
    })
  }

  /** Starts to watch QuickBooks. Resolves after the first look. */
  static async start(options: ComDesktopOptions): Promise<ComDesktop> {
    const desktop = new ComDesktop(options)
    await desktop.#watch.look()
    desktop.#watching = desktop.#watch.run()
    return desktop
  }

  state(): DesktopState {
    const look = this.#watch.latest()
    return getDesktopState({
      look,
      obstacle: this.#obstacle,
      path: this.#file.find()?.path,
      opensQuickBooks: this.#options.opensQuickBooks?.() === true,
      question: this.#file.findQuestion(look),
    })
  }

  async process(messageSet: string, kind: RequestKind): Promise<ExchangeOutcome> {
    // QuickBooks may be waiting for a person to allow access, which can take long.
    if (this.#isProbing) return { sent: false, reason: 'busy' }
    return this.#runCall(() => this.#exchange(messageSet, kind, true))
  }

  useRealm(realmId: RealmId, terms: RealmTerms = {}): void {
    if (!this.#file.use(realmId, terms)) return
    this.#isProbing = true
    void this.#runCall(() => this.#probe())
  }

  release(): Promise<void> {
    return this.#queue.run(() => this.#endSession())
  }

  /** Runs work that begins its own sessions, after the current call and while the agent has none. */
  runAlone(work: () => Promise<void>): Promise<void> {
    return this.#queue.run(async () => {
      await this.#endSession()
      await work()
    })
  }

  /** Returns the company file that is served; none before people have confirmed it. */
  servedFile(): { readonly realmId: RealmId; readonly path: string } | undefined {
    return this.#file.find()
  }

  /** Returns the company in QuickBooks' window, if it is not the one that the served file had. */
  findOtherCompany(): OtherCompany | undefined {
    const file = this.#file.find()
    const expected = file && this.#options.companyFiles.findCompany(file.realmId)
    const [open, ...others] = this.#watch.latest()?.companies ?? []
    if (file === undefined || expected === undefined || open === undefined || others.length > 0) return undefined
    return open === expected ? undefined : { expected, open }
  }

  /**
   * Keeps the company that is open as the served file's, because a person says that it was renamed. QuickBooks still
   * compares the path.
   */
  async acceptRename({ open }: OtherCompany): Promise<void> {
    const file = this.#file.find()
    if (file === undefined || this.findOtherCompany()?.open !== open) return
    await this.#options.companyFiles.storeCompany(file.realmId, open)
    this.#obstacle = undefined
  }

  /** Ends a hanging call at a person's request. The call's outcome is unknown then. */
  restart(): void {
    this.#hosts.kill()
  }

  /** Returns the latest look. Its titles are shown on this PC only. */
  lastLook(): Look | undefined {
    return this.#watch.latest()
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

  async #endSession(): Promise<void> {
    const ending = this.#session
    this.#forgetSession()
    await ending?.end()
  }

  async #requireSession(): Promise<Session> {
    if (this.#session !== undefined) return this.#session
    await this.#settleFile()
    this.#session = await this.#opener.open(this.#file.requireRealm())
    return this.#session
  }

  /** Finds and keeps the company file people have confirmed. @throws {UnconfirmedFileError} until they have */
  async #settleFile(): Promise<void> {
    const hasFound = await this.#file.settle(this.#watch.latest(), async () => {
      const session = await this.#opener.openAny(this.#file.requireRealm())
      await session.end()
      return session.companyFile
    })
    if (hasFound) this.#obstacle = undefined
  }

  #onLook(look: Look | undefined): void {
    this.#file.note(look)
    if (this.#obstacle === undefined || look === undefined) return
    this.#obstacle.signature ??= look.signature
    if (this.#obstacle.signature !== look.signature) this.#obstacle = undefined
  }

  #fail(error: unknown, stage: CallStage): ExchangeOutcome {
    if (error instanceof UnconfirmedFileError) {
      this.#obstacle = undefined
      const { hresult, message } = error
      return { sent: false, reason: 'execution-error', error: { hresult: formatHresult(hresult), message } }
    }
    const failure = toComError(error)
    const isOpen = this.#watch.latest()?.isOpen === true
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
      const versioned = withQbxmlVersion(messageSet, this.#qbxmlVersion)
      const response = await this.#watch.duringRequest(() => current.process(versioned))
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
      try {
        return await this.#watch.during(work)
      } finally {
        this.#idle = new AbortController()
        if (!this.#stopping.signal.aborted) void this.#endWhenIdle()
      }
    })
  }

  /** Finds out at the start whether requests would succeed; QuickBooks asks for its permission then. */
  async #probe(): Promise<void> {
    try {
      await this.#endSession()
      await this.#file.forgetEarlier()
      if (this.#watch.latest()?.hasWindow) await this.#requireSession()
      else await this.#hosts.run((host) => callHost(host, 'new').then(() => host.request('drop')))
    } catch (error) {
      this.#fail(error, 'before')
    } finally {
      this.#isProbing = false
    }
  }
}
