import type { ConnectorCredential } from './connector-credential.store.ts'

/** What the next call of a run brings: the response to a request of a server, or to the query that ends a run. */
type Due = 'nothing' | 'response' | 'idle-response'

/** One update of a Web Connector, from `authenticate` to `closeConnection`: QuickBooks has a session during it. */
export interface ConnectorRun {
  readonly ticket: string
  readonly credential: ConnectorCredential
  /** Whether the open company file was proved to be that of the realm. */
  isProved: boolean
  /** The name of the PC, once the lock of the company file has told it. */
  machine: string | undefined
  due: Due
  /** The text for the user of the Web Connector about what went wrong. */
  problem: string | undefined
  /** Time of the latest call, in milliseconds since 1970. */
  calledAt: number
  /** Time of the latest request of a server, by `performance.now()`. */
  workedAt: number
}

/** After how long without a call a run counts as ended: the Web Connector's time-out, and the longest work of QuickBooks. */
const silentMs = { between: 100_000, working: 300_000 }

/** Returns whether the Web Connector of a run has been silent longer than a live one is. */
export function isSilentRun({ due, calledAt }: ConnectorRun, now: number): boolean {
  return now - calledAt > (due === 'nothing' ? silentMs.between : silentMs.working)
}
