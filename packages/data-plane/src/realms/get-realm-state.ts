import type { DesktopCondition } from '@bridge/database'
import type { RealmState } from './realm-states.ts'

/** The facts about a realm's connection. The session's fields are null before the first one. */
export interface ConnectionFacts {
  readonly kind: 'sandbox' | 'production'
  readonly createdAt: Date
  /** Whether a gateway serves the realm's agent. */
  readonly hasLiveLease: boolean
  readonly condition: DesktopCondition | null
  readonly conditionSince: Date | null
  readonly connectedAt: Date | null
  readonly lastSeenAt: Date | null
  readonly endedAt: Date | null
  readonly replacedAgent: boolean | null
  /** When the latest agent's token was revoked. */
  readonly tokenRevokedAt: Date | null
  /** What a live Web Connector found in its latest run, and since when; null without one. */
  readonly connectorCondition: DesktopCondition | null
  readonly connectorSince: Date | null
  /** When a Web Connector was last seen. */
  readonly connectorSeenAt: Date | null
  /** When the latest Web Connector's credential was revoked. */
  readonly connectorRevokedAt: Date | null
}

/** What carries requests to a company file. */
export type Transport = 'agent' | 'connector'

/** The state of a company file or one of its transports, and since when. */
export interface StateSince {
  readonly state: RealmState
  readonly since: Date
}

const statesByCondition = {
  ready: 'connected',
  quickbooks_closed: 'quickbooks_closed',
  no_file: 'no_file',
  another_file: 'another_file',
  dialog: 'dialog_waiting',
  file_unconfirmed: 'file_unconfirmed',
  not_authorized: 'not_authorized',
  sdk_missing: 'sdk_missing',
  other_session: 'other_session',
  elevated: 'elevated',
  quickbooks_error: 'quickbooks_error',
  paused: 'paused',
  disk_full: 'disk_full',
  responses_not_stored: 'responses_not_stored',
} as const satisfies Record<DesktopCondition, RealmState>

/** Returns a company file's state: the state of the transport serving it, or serving it last. */
export function getRealmState(facts: ConnectionFacts): StateSince {
  if (facts.kind === 'sandbox') return { state: 'sandbox', since: facts.createdAt }
  return findTransport(facts) === 'connector' ? getConnectorState(facts) : getAgentState(facts)
}

/** Returns the realm's agent state. */
export function getAgentState(facts: ConnectionFacts): StateSince {
  const { createdAt, hasLiveLease, condition, conditionSince, connectedAt, lastSeenAt } = facts
  if (connectedAt === null || lastSeenAt === null) return { state: 'never_connected', since: createdAt }
  if (hasLiveLease) return { state: statesByCondition[condition ?? 'ready'], since: conditionSince ?? connectedAt }
  const since = facts.endedAt ?? lastSeenAt
  if (facts.tokenRevokedAt !== null) return { state: 'token_revoked', since: facts.tokenRevokedAt }
  return { state: facts.replacedAgent ? 'replaced' : 'offline', since }
}

/** Returns the realm's Web Connector state. */
export function getConnectorState(facts: ConnectionFacts): StateSince {
  const { createdAt, connectorCondition, connectorSince, connectorSeenAt } = facts
  if (connectorCondition !== null) {
    return { state: statesByCondition[connectorCondition], since: connectorSince ?? createdAt }
  }
  if (connectorSeenAt === null) return { state: 'never_connected', since: createdAt }
  return { state: 'not_polling', since: connectorSeenAt }
}

/**
 * Returns the transport serving a company file, or serving it last; null before the first one. A live Web Connector
 * serves it while the agent is away or paused, or QuickBooks is closed in its session.
 */
export function findTransport(facts: ConnectionFacts): Transport | null {
  const { hasLiveLease, condition, connectorCondition, connectorSeenAt, lastSeenAt } = facts
  if (connectorCondition !== null && !(hasLiveLease && servesRequests(condition))) return 'connector'
  if (hasLiveLease || connectorSeenAt === null) return lastSeenAt === null ? null : 'agent'
  if (lastSeenAt === null) return 'connector'
  if ((facts.tokenRevokedAt === null) !== (facts.connectorRevokedAt === null)) {
    return facts.tokenRevokedAt === null ? 'agent' : 'connector'
  }
  return connectorSeenAt > (facts.endedAt ?? lastSeenAt) ? 'connector' : 'agent'
}

/** Returns whether requests go to an agent in this condition, although a Web Connector may be live. */
function servesRequests(condition: DesktopCondition | null): boolean {
  return condition !== 'quickbooks_closed' && condition !== 'paused'
}

/** A change in one of a realm's transports. Without a condition, the transport is away since then, for the reason. */
export interface TransportChange {
  readonly at: Date
  readonly transport: Transport
  readonly condition: DesktopCondition | null
  readonly reason: string | null
}

/** Returns the transport state begun by a change in the history. */
export function getStateOfChange({ transport, condition, reason }: Omit<TransportChange, 'at'>): RealmState {
  if (condition !== null) return statesByCondition[condition]
  if (transport === 'connector') return 'not_polling'
  return reason === 'tokenRevoked' ? 'token_revoked' : 'offline'
}

/** Returns a company file's states resulting from its transports' changes, in order. */
export function combineChanges(
  changes: readonly TransportChange[],
): { readonly at: Date; readonly state: RealmState }[] {
  const latest: Partial<Record<Transport, TransportChange>> = {}
  return changes.map((change) => {
    latest[change.transport] = change
    const { agent, connector } = latest
    const isAgentReady = agent !== undefined && agent.condition !== null && servesRequests(agent.condition)
    const isConnectorLive = connector !== undefined && connector.condition !== null
    const serving = isConnectorLive && !isAgentReady ? connector : (agent ?? change)
    return { at: change.at, state: getStateOfChange(serving) }
  })
}
