import type { OpenCompanyFile } from './company-file-proof.ts'
import type { ConnectorCredential } from './connector-credential.store.ts'
import type { EarlierCredential } from './earlier-credential.ts'

/** What the next call brings: the response to a server's request, to the query ending a run, or to the one about its file. */
type Due = 'nothing' | 'response' | 'idle-response' | 'file-response'

/** A Web Connector's update, from `authenticate` to `closeConnection`: QuickBooks has a session during it. */
export interface ConnectorRun {
  readonly ticket: string
  readonly credential: ConnectorCredential
  /** Whether the open company file was proved to be the realm's. */
  isProved: boolean
  /** The credentials with which a new one's company file is compared; none for one whose file was proved. */
  readonly earlier: readonly EarlierCredential[]
  /** The open company file, as the run's first request describes it. */
  opened: OpenCompanyFile
  /** The PC's name, once known from the company file's lock. */
  machine: string | undefined
  due: Due
  /** The text telling the Web Connector's user what went wrong. */
  problem: string | undefined
  /** The latest call's time, in milliseconds since 1970. */
  calledAt: number
  /** When the latest server request came, by `performance.now()`. */
  workedAt: number
}

/**
 * After how long without a call a run counts as ended: the Web Connector's time-out, and QuickBooks' longest work.
 */
const silentMs = { between: 100_000, working: 300_000 }

/** Whether a run's Web Connector has been silent longer than a live one is. */
export function isSilentRun({ due, calledAt }: ConnectorRun, now: number): boolean {
  return now - calledAt > (due === 'nothing' ? silentMs.between : silentMs.working)
}
