import type { Logger } from 'pino'
import type { Agent, AgentEnd } from './agent.ts'
import type { UpdateOutcome } from './updates/stage-update.ts'
import type { VersionFiles } from './updates/version-files.ts'
import { activateVersion, confirmVersion, giveUpVersion, readVersions } from './updates/versions.ts'

interface UpdatesOptions {
  readonly files: VersionFiles
  /** The version of this program. */
  readonly version: string
  /** Looks for an update and puts it next to the current version; rejects at the signal. */
  readonly stage: (signal: AbortSignal) => Promise<UpdateOutcome>
  /** Resolves when another program has staged a version, or at the signal. Never rejects. */
  readonly staged: (signal: AbortSignal) => Promise<void>
  readonly logger: Logger
  /** Returns a number from 0 (included) to 1 (excluded). */
  readonly random: () => number
  /** Waits for a number of milliseconds, or until the signal. Never rejects. */
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>
}

/** Why the program ends: as its agent did, or so that the launcher starts another version. */
export type ProgramEnd = AgentEnd | { readonly reason: 'other-version'; readonly message: string }

/** An agent that is kept up to date. */
export interface UpdatedAgent {
  /** Resolves when the program is to end; never rejects. */
  readonly ended: Promise<ProgramEnd>
  stop(): Promise<void>
}

const minuteMs = 60_000
const hourMs = 60 * minuteMs
/** How long a new version may take until a gateway welcomes it. */
const trialMs = 2 * minuteMs
const firstCheckMs = 10 * minuteMs
const checkMs = 6 * hourMs
const idlePollMs = 2_000
/** A read that asks for page after page is one piece of work. */
const idleMs = 10_000

/**
 * Keeps an installation up to date while its agent runs:
 *
 * - A version on trial is confirmed when a gateway welcomes it, and given up after two minutes without.
 * - Updates are looked for after some minutes and then about every 6 hours; at once when a person has staged one, and when
 *   the gateway does not support the agent's protocol any more; then hourly.
 * - A staged version is activated, and the agent stopped, while QuickBooks has nothing to do for it.
 */
export function keepUpdated(agent: Agent, options: UpdatesOptions): UpdatedAgent {
  const { files, version, stage, staged, logger, random, wait } = options
  const stopping = new AbortController()
  const ending = new AbortController()
  const agentEnded = agent.ended.then((end) => {
    ending.abort()
    return end
  })

  const endFor = (next: string): ProgramEnd => ({
    reason: 'other-version',
    message: `Version ${version} ends, so that version ${next} starts.`,
  })

  /** Waits for the welcome of a version on trial. Returns the previous version if the welcome does not arrive in time. */
  const runTrial = async (): Promise<string | undefined> => {
    const { current, previous } = await readVersions(files)
    if (current !== version || previous === undefined) return undefined
    const welcomed = agent.connected().then(
      () => true,
      () => false,
    )
    const late = wait(trialMs, ending.signal).then(() => false)
    if (await Promise.race([welcomed, late])) {
      await confirmVersion(files, version)
      logger.info({ version }, 'the new version works')
      return undefined
    }
    // An agent that was stopped, or whose token was revoked, is no reason to give up its version.
    if (ending.signal.aborted && (await agentEnded).reason !== 'wrong-version') return undefined
    logger.error({ version, previous }, 'the new version was not welcomed in time; the previous one starts again')
    return giveUpVersion(files)
  }

  /** Does a part of the work whose failure the next attempt may repair. */
  const attempt = async (work: () => Promise<string | undefined>): Promise<string | undefined> => {
    try {
      return await work()
    } catch (error) {
      logger.error({ err: error }, 'the update failed; this version runs on')
      return undefined
    }
  }

  const stageNext = async (signal: AbortSignal): Promise<boolean> => {
    const outcome = await stage(signal)
    logger.info(outcome, 'looked for an update')
    return outcome.kind === 'staged'
  }

  const waitUntilIdle = async (): Promise<boolean> => {
    while (!ending.signal.aborted) {
      if (agent.isConnected() && agent.isIdle(idleMs)) return true
      await wait(idlePollMs, ending.signal)
    }
    return false
  }

  /** Installs an update if there is one. Returns the version for which the program is to end. */
  const installNext = async (): Promise<string | undefined> => {
    // Its trial is over, even if that could not be stored earlier.
    if (agent.isConnected()) await confirmVersion(files, version)
    if (!(await stageNext(ending.signal)) || !(await waitUntilIdle())) return undefined
    const next = await activateVersion(files)
    // A request may have come in the meantime.
    return (await waitUntilIdle()) ? next : undefined
  }

  /** Waits until the next check is due. */
  const waitForCheck = async (ms: number): Promise<void> => {
    const due = new AbortController()
    const signal = AbortSignal.any([due.signal, ending.signal])
    await Promise.race([wait(ms, signal), staged(signal)])
    due.abort()
  }

  /** Runs while the agent does. Returns the version for which the program is to end. */
  const runUpdates = async (): Promise<string | undefined> => {
    let next = await attempt(runTrial)
    if (next === undefined) await waitForCheck(firstCheckMs * (0.1 + 0.9 * random()))
    while (next === undefined && !ending.signal.aborted) {
      next = await attempt(installNext)
      if (next === undefined) await waitForCheck(checkMs * (0.9 + 0.2 * random()))
    }
    return next
  }

  /** Installs the update without which no gateway accepts the agent. */
  const installNeeded = async (): Promise<string | undefined> => {
    let next: string | undefined
    while (next === undefined && !stopping.signal.aborted) {
      next = await attempt(async () => ((await stageNext(stopping.signal)) ? activateVersion(files) : undefined))
      if (next === undefined) await wait(hourMs * (0.9 + 0.2 * random()), stopping.signal)
    }
    return next
  }

  const run = async (): Promise<ProgramEnd> => {
    const next = await runUpdates()
    if (next !== undefined) {
      await agent.stop()
      return endFor(next)
    }
    const end = await agentEnded
    if (end.reason !== 'wrong-version') return end
    logger.warn(end.message)
    const needed = await installNeeded()
    return needed === undefined ? end : endFor(needed)
  }

  return {
    ended: run(),
    stop: async () => {
      stopping.abort()
      await agent.stop()
    },
  }
}
