import type { DesktopState, RealmId } from '@bridge/agent-protocol'
import type { TruthReport } from '@bridge/truth'
import type { Logger } from 'pino'
import type { ComHost } from '../quickbooks/com-host.ts'
import type { Bits } from '../quickbooks/com-hosts.ts'
import { changeAgentSettings, findApplicationName, readAgentSettings } from '../settings/agent-settings.ts'
import { runVerify } from './run-verify.ts'
import { getVerifyWorld } from './verify-world.ts'

/** The company file that the agent serves. */
export interface ServedFile {
  readonly realmId: RealmId
  readonly path: string
}

export interface FirstChecksOptions {
  /** The settings' path. */
  readonly settings: string
  readonly agentVersion: string
  readonly agent: { isConnected(): boolean; isIdle(ms: number): boolean; desktop(): DesktopState }
  readonly quickBooks: {
    servedFile(): ServedFile | undefined
    /** Runs work while the agent has no session and begins none. */
    runAlone(work: () => Promise<void>): Promise<void>
  }
  readonly startHost: (bits: Bits) => ComHost
  readonly send: (report: TruthReport) => Promise<void>
  readonly clock: () => Date
  readonly logger: Logger
  /** Waits `ms` milliseconds, or until the signal. Never rejects. */
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>
}

const lookMs = 10_000
/** The checks wait for a pause between requests. */
const idleMs = 5_000
const retryMs = 60 * 60_000

/**
 * Checks QuickBooks once for each company file, after the first session with it, and sends the findings: codes and
 * counts, and none of the exchanges. Resolves at the signal.
 */
export async function runFirstChecks(options: FirstChecksOptions, signal: AbortSignal): Promise<void> {
  const { settings, quickBooks, logger, wait } = options
  while (!signal.aborted) {
    const file = isServing(options) ? quickBooks.servedFile() : undefined
    let pauseMs = lookMs
    if (file !== undefined && (await readAgentSettings(settings)).checkedFiles?.[file.realmId]?.path !== file.path) {
      try {
        await checkFile(file, options)
      } catch (error) {
        logger.warn({ err: error }, 'QuickBooks was not checked; the agent tries again in an hour')
        pauseMs = retryMs
      }
    }
    await wait(pauseMs, signal)
  }
}

function isServing({ agent }: FirstChecksOptions): boolean {
  const { phase, notice } = agent.desktop()
  return agent.isConnected() && agent.isIdle(idleMs) && phase === 'ready' && notice === undefined
}

async function checkFile({ realmId, path }: ServedFile, options: FirstChecksOptions): Promise<void> {
  const { settings, agentVersion, quickBooks, startHost, send, clock, wait, logger } = options
  const applicationName = findApplicationName(await readAgentSettings(settings), realmId)
  await quickBooks.runAlone(async () => {
    const report = await runVerify({
      ...getVerifyWorld(),
      agentVersion,
      startHost,
      applicationName,
      companyFile: path,
      clock,
      wait,
      isSample: false,
      writes: false,
      onlyFirst: true,
      guide: undefined,
      onRow: ({ id, outcome, found }) => logger.info({ id, outcome, found }, 'a check of QuickBooks'),
    })
    await send({ ...report, exchanges: [] })
    const { product, release } = report.quickBooks
    await changeAgentSettings(settings, (stored) => ({
      ...stored,
      checkedFiles: { ...stored.checkedFiles, [realmId]: { path, product, release } },
    }))
  })
}
