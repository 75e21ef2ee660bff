import type { RealmState } from './realm-states.ts'

type DesktopCondition =
  | 'ready'
  | 'quickbooks_closed'
  | 'no_file'
  | 'another_file'
  | 'dialog'
  | 'not_authorized'
  | 'sdk_missing'
  | 'other_session'
  | 'elevated'
  | 'paused'
  | 'disk_full'
  | 'responses_not_stored'

/** The facts about a realm's connection. The fields of the session are null before the first one. */
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
  /** When the token of the latest agent was revoked. */
  readonly tokenRevokedAt: Date | null
  /** What a live Web Connector found in its latest run, and since when; null without one. */
  readonly connectorCondition: DesktopCondition | null
  readonly connectorSince: Date | null
  /** When a Web Connector was last seen. */
  readonly connectorSeenAt: Date | null
  /** When the credential of the latest Web Connector was revoked. */
  readonly connectorRevokedAt: Date | null
}

/** What carries requests to a company file. */
export type Transport = 'agent' | 'connector'

/** The state of a company file or of one of its transports, and since when it has it. */
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
  not_authorized: 'not_authorized',
  sdk_missing: 'sdk_missing',
  other_session: 'other_session',
  elevated: 'elevated',
  paused: 'paused',
  disk_full: 'disk_full',
  responses_not_stored: 'responses_not_stored',
} as const satisfies Record<DesktopCondition, RealmState>

/** Returns the state of a company file: that of the transport that serves it, or served it last. */
export function getRealmState(facts: ConnectionFacts): StateSince {
  if (facts.kind === 'sandbox') return { state: 'sandbox', since: facts.createdAt }
  return findTransport(facts) === 'connector' ? getConnectorState(facts) : getAgentState(facts)
}

/** Returns the state of a realm's agent. */
export function getAgentState(facts: ConnectionFacts): StateSince {
  const { createdAt, hasLiveLease, condition, conditionSince, connectedAt, lastSeenAt } = facts
  if (connectedAt === null || lastSeenAt === null) return { state: 'never_connected', since: createdAt }
  if (hasLiveLease) return { state: statesByCondition[condition ?? 'ready'], since: conditionSince ?? connectedAt }
  const since = facts.endedAt ?? lastSeenAt
  if (facts.tokenRevokedAt !== null) return { state: 'token_revoked', since: facts.tokenRevokedAt }
  return { state: facts.replacedAgent ? 'replaced' : 'offline', since }
}

/** Returns the state of a realm's Web Connector. */
export function getConnectorState(facts: ConnectionFacts): StateSince {
  const { createdAt, connectorCondition, connectorSince, connectorSeenAt } = facts
  if (connectorCondition !== null) {
    return { state: statesByCondition[connectorCondition], since: connectorSince ?? createdAt }
  }
  if (connectorSeenAt === null) return { state: 'never_connected', since: createdAt }
  return { state: 'not_polling', since: connectorSeenAt }
}

/**
 * Returns the transport that serves a company file, or served it last; null before the first one. A live Web Connector
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

/** A change of one transport of a realm. Without a condition, the transport is away since then, for the reason. */
export interface TransportChange {
  readonly at: Date
  readonly transport: Transport
  readonly condition: DesktopCondition | null
  readonly reason: string | null
}

/** Returns the state of a transport that a change of the history began. */
export function getStateOfChange({ transport, condition, reason }: Omit<TransportChange, 'at'>): RealmState {
  if (condition !== null) return statesByCondition[condition]
  if (transport === 'connector') return 'not_polling'
  return reason === 'tokenRevoked' ? 'token_revoked' : 'offline'
}

/** Returns the states of a company file that the changes of its transports, in order, led to. */
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
