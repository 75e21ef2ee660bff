import type { IncidentRecord } from './incidents.ts'
import { type Attempt, connectionLost, mayRepeat } from './load.ts'

/**
 * Returns the faults without an explaining incident. An incident explains retryable faults from its start until
 * everything has recovered, and lost connections if it cuts connections.
 *
 * @param slackMs what a busy machine needs in addition
 */
export function findUnexplained(
  attempts: readonly Attempt[],
  incidents: readonly IncidentRecord[],
  slackMs: number,
): readonly string[] {
  const isExplained = ({ outcome, at }: Attempt) =>
    mayRepeat(outcome) &&
    incidents.some(
      ({ from, until, healedMs, cutsConnections }) =>
        at >= from && at <= until + healedMs + slackMs && (cutsConnections || outcome !== connectionLost),
    )
  return attempts
    .filter(({ outcome }) => outcome !== '200')
    .filter((attempt) => !isExplained(attempt))
    .map((attempt) => describe(attempt, incidents))
}

/** Names a fault, and the incident before it. */
function describe({ kind, outcome, at }: Attempt, incidents: readonly IncidentRecord[]): string {
  const last = incidents.findLast(({ from }) => at >= from)
  return `${kind}: ${outcome} ${last === undefined ? 'without an incident' : describeTime(at, last)}`
}

function describeTime(at: number, { name, until }: IncidentRecord): string {
  return at < until ? `during “${name}”` : `${((at - until) / 1000).toFixed(1)} s after “${name}”`
}
