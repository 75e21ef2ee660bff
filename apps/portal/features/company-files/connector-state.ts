import type { StatusTone } from '../../components/status-badge.tsx'

/** A credential's state in the list. */
export interface ConnectorCredential {
  readonly id: string
  readonly label: string
  readonly revoked: boolean
  readonly problem: string | null
  readonly sharedAt: string | null
  readonly lastPolledAt: string | null
  /** The PC names in the latest and the previous update. */
  readonly machine: string | null
  readonly formerMachine: string | null
}

export interface ConnectorState {
  readonly tone: StatusTone
  readonly label: string
  /** A person's next step, if there is one. */
  readonly advice: string | undefined
}

/** A Web Connector that has not polled for this long has stopped: the service counts none as live for longer. */
const stoppedAfterMs = 240_000

/**
 * Returns a credential's state: what a person has to change goes first.
 *
 * @param now undefined while the page renders on the server
 */
export function getConnectorState(
  { revoked, problem, sharedAt, lastPolledAt, machine, formerMachine }: ConnectorCredential,
  now: number | undefined,
): ConnectorState {
  if (revoked) return { tone: 'danger', label: 'Revoked', advice: undefined }
  if (lastPolledAt === null) {
    const advice = 'Add its file to the Web Connector at the PC, and enter the password there.'
    return { tone: 'neutral', label: 'Never used', advice }
  }
  if (sharedAt !== null) {
    const known = machine === null ? '' : ` It was used on ${machine} and ${formerMachine ?? 'another PC'}.`
    const advice = `Create a new file for the second PC, and replace the password of this one.${known}`
    return { tone: 'warning', label: 'Used on two PCs', advice }
  }
  if (now !== undefined && now - Date.parse(lastPolledAt) > stoppedAfterMs) {
    const advice = 'Start the QuickBooks Web Connector at the PC, and select “Auto-Run”.'
    return { tone: 'danger', label: 'Not polling', advice }
  }
  if (problem !== null) {
    const advice =
      'In QuickBooks, open the company file that belongs to this connection. If it was renamed or moved, create a new file for its PC.'
    return { tone: 'warning', label: 'Another file is open', advice }
  }
  return { tone: 'success', label: 'Polling', advice: undefined }
}
