import type { Logger } from 'pino'
import type { Agent, AgentEnd } from './agent.ts'
import type { SessionTrial } from './quickbooks/session-watch.ts'
import type { UpdateOutcome } from './updates/stage-update.ts'
import type { VersionFiles } from './updates/version-files.ts'
import { activateVersion, confirmVersion, giveUpVersion, readVersions, recordSession } from './updates/versions.ts'

interface UpdatesOptions {
  readonly files: VersionFiles
  /** This program's version. */
  readonly version: string
  readonly sessions: SessionTrial
  /** Looks for an update and puts it next to the current version; rejects at the signal. */
  readonly stage: (signal: AbortSignal) => Promise<UpdateOutcome>
  /** Resolves when another program has staged a version, or at the signal. Never rejects. */
  readonly staged: (signal: AbortSignal) => Promise<void>
  readonly logger: Logger
  /** Returns a number from 0 (included) to 1 (excluded). */
  readonly random: () => number
  /** Waits `ms` milliseconds, or until the signal. Never rejects. */
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>
}

/** Why the program ends: as its agent did, or so the launcher starts another version. */
export type ProgramEnd = AgentEnd | { readonly reason: 'other-version'; readonly message: string }

/** A running program: an agent, or one kept up to date. */
export interface AgentProgram {
  /** Resolves when the program is to end; never rejects. */
  readonly ended: Promise<ProgramEnd>
  stop(): Promise<void>
}

/** What updates need from an agent. */
type UpdatableAgent = Pick<Agent, 'ended' | 'connected' | 'isConnected' | 'isIdle' | 'stop'>

const minuteMs = 60_000
const hourMs = 60 * minuteMs
/** How long a new version may take until a gateway welcomes it. */
const trialMs = 2 * minuteMs
const firstCheckMs = 10 * minuteMs
const checkMs = 6 * hourMs
const idlePollMs = 2_000
/** A read asking for page after page is one piece of work. */
const idleMs = 10_000

/**
 * An agent whose installation is kept up to date while it runs:
 *
 * - A version on trial is confirmed when a gateway welcomes it, and given up after two minutes without. If the version
 * before it had a session with QuickBooks, it must have one, too, and is given up when QuickBooks refuses it.
 * - The agent looks for updates after some minutes and then about every 6 hours; at once when a person has staged one,
 * and when the gateway no longer supports the agent's protocol; then hourly.
 * - A staged version is activated, and the agent stopped, while QuickBooks is idle.
 */
export class UpdatedAgent implements AgentProgram {
  readonly ended: Promise<ProgramEnd>
  readonly #agent: UpdatableAgent
  readonly #options: UpdatesOptions
  /** Aborted when a person stops the program. */
  readonly #stopping = new AbortController()
  /** Aborted when the agent has ended. */
  readonly #ending = new AbortController()
  readonly #agentEnded: Promise<AgentEnd>

  constructor(agent: UpdatableAgent, options: UpdatesOptions) {
    this.#agent = agent
    this.#options = options
    this.#agentEnded = agent.ended.then((end) => {
      this.#ending.abort()
      return end
    })
    this.ended = this.#run()
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    await this.#agent.stop()
  }

  #endFor(next: string): ProgramEnd {
    return {
      reason: 'other-version',
      message: `Version ${this.#options.version} ends, so that version ${next} starts.`,
    }
  }

  /** Waits for a version's welcome on trial. Returns the previous version if the welcome does not arrive in time. */
  async #runTrial(): Promise<string | undefined> {
    const { files, version, logger, wait } = this.#options
    const { current, previous } = await readVersions(files)
    if (current !== version || previous === undefined) return undefined
    const welcomed = this.#agent.connected().then(
      () => true,
      () => false,
    )
    const late = wait(trialMs, this.#ending.signal).then(() => false)
    if (await Promise.race([welcomed, late])) {
      await confirmVersion(files, version)
      logger.info({ version }, 'the new version was welcomed')
      return undefined
    }
    // A stopped agent, or one whose token was revoked, is no reason to give up its version.
    if (this.#ending.signal.aborted && (await this.#agentEnded).reason !== 'wrong-version') return undefined
    logger.error({ version, previous }, 'the new version was not welcomed in time; the previous one starts again')
    return giveUpVersion(files)
  }

  /** Returns the version before this one if that had a session with QuickBooks, which refuses this one. */
  async #runSessionTrial(): Promise<string | undefined> {
    const { files, version, sessions, logger } = this.#options
    await sessions.refused
    // The next program decides about the version.
    if (this.#ending.signal.aborted) return undefined
    const previous = await this.#attempt(() => giveUpVersion(files))
    if (previous !== undefined) {
      logger.error(
        { version, previous },
        'QuickBooks does not let the new version begin a session; the previous one starts',
      )
    }
    return previous
  }

  /** Records the first session with QuickBooks. */
  async #recordSession(): Promise<void> {
    const { files, version, sessions, logger } = this.#options
    await sessions.begun
    await this.#attempt(async () => {
      await recordSession(files, version)
      logger.info({ version }, 'the version has had a session with QuickBooks')
      return undefined
    })
  }

  /** Does work whose failure the next attempt may repair. */
  async #attempt(work: () => Promise<string | undefined>): Promise<string | undefined> {
    try {
      return await work()
    } catch (error) {
      this.#options.logger.error({ err: error }, 'the update failed; this version runs on')
      return undefined
    }
  }

  async #stageNext(signal: AbortSignal): Promise<boolean> {
    const outcome = await this.#options.stage(signal)
    this.#options.logger.info(outcome, 'looked for an update')
    return outcome.kind === 'staged'
  }

  async #waitUntilIdle(): Promise<boolean> {
    while (!this.#ending.signal.aborted) {
      if (this.#agent.isConnected() && this.#agent.isIdle(idleMs)) return true
      await this.#options.wait(idlePollMs, this.#ending.signal)
    }
    return false
  }

  /** Installs an update if there is one. Returns the version for which the program is to end. */
  async #installNext(): Promise<string | undefined> {
    // Its trial is over, even if that could not be stored earlier.
    if (this.#agent.isConnected()) await confirmVersion(this.#options.files, this.#options.version)
    if (!(await this.#stageNext(this.#ending.signal)) || !(await this.#waitUntilIdle())) return undefined
    const next = await activateVersion(this.#options.files)
    // A request may have come in the meantime.
    return (await this.#waitUntilIdle()) ? next : undefined
  }

  /** Waits until the next check is due. */
  async #waitForCheck(ms: number): Promise<void> {
    const due = new AbortController()
    const signal = AbortSignal.any([due.signal, this.#ending.signal])
    await Promise.race([this.#options.wait(ms, signal), this.#options.staged(signal)])
    due.abort()
  }

  /** Runs while the agent does. Returns the version for which the program is to end. */
  async #runUpdates(): Promise<string | undefined> {
    const previous = await this.#attempt(() => this.#runTrial())
    if (previous !== undefined) return previous
    void this.#recordSession()
    const checks = this.#runChecks()
    return Promise.race([checks, this.#runSessionTrial().then((given) => given ?? checks)])
  }

  /** Looks for updates until one is installed, or the agent ends. */
  async #runChecks(): Promise<string | undefined> {
    let next: string | undefined
    await this.#waitForCheck(firstCheckMs * (0.1 + 0.9 * this.#options.random()))
    while (next === undefined && !this.#ending.signal.aborted) {
      next = await this.#attempt(() => this.#installNext())
      if (next === undefined) await this.#waitForCheck(checkMs * (0.9 + 0.2 * this.#options.random()))
    }
    return next
  }

  /** Installs the update without which no gateway accepts the agent. */
  async #installNeeded(): Promise<string | undefined> {
    const { files, random, wait } = this.#options
    const { signal } = this.#stopping
    // A version that no gateway welcomes any more has no session, and neither has the previous one.
    await this.#attempt(() => files.remove('fallback').then(() => undefined))
    let next: string | undefined
    while (next === undefined && !signal.aborted) {
      next = await this.#attempt(async () => ((await this.#stageNext(signal)) ? activateVersion(files) : undefined))
      if (next === undefined) await wait(hourMs * (0.9 + 0.2 * random()), signal)
    }
    return next
  }

  async #run(): Promise<ProgramEnd> {
    const next = await this.#runUpdates()
    if (next !== undefined) {
      await this.#agent.stop()
      return this.#endFor(next)
    }
    const end = await this.#agentEnded
    if (end.reason !== 'wrong-version') return end
    this.#options.logger.warn(end.message)
    const needed = await this.#installNeeded()
    return needed === undefined ? end : this.#endFor(needed)
  }
}
