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
  /** What a live Web Connector found in its latest run, and since when it polls; null without one. */
  readonly connectorCondition: DesktopCondition | null
  readonly connectorSince: Date | null
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
} as const satisfies Record<DesktopCondition, RealmState>

/** Returns the state of a company file, and since when it has it. */
export function getRealmState(facts: ConnectionFacts): { readonly state: RealmState; readonly since: Date } {
  const { kind, createdAt, hasLiveLease, condition, conditionSince, connectedAt, lastSeenAt } = facts
  if (kind === 'sandbox') return { state: 'sandbox', since: createdAt }
  if (isServedByConnector(facts)) {
    return { state: statesByCondition[facts.connectorCondition ?? 'ready'], since: facts.connectorSince ?? createdAt }
  }
  if (connectedAt === null || lastSeenAt === null) return { state: 'never_connected', since: createdAt }
  if (hasLiveLease) return { state: statesByCondition[condition ?? 'ready'], since: conditionSince ?? connectedAt }
  const since = facts.endedAt ?? lastSeenAt
  if (facts.tokenRevokedAt !== null) return { state: 'token_revoked', since: facts.tokenRevokedAt }
  return { state: facts.replacedAgent ? 'replaced' : 'offline', since }
}

/**
 * Returns whether a live Web Connector serves the realm, because the agent is away or paused, or QuickBooks is closed in
 * its session.
 */
export function isServedByConnector(
  facts: Pick<ConnectionFacts, 'hasLiveLease' | 'condition' | 'connectorCondition'>,
): boolean {
  const isAgentReady = facts.hasLiveLease && facts.condition !== 'quickbooks_closed' && facts.condition !== 'paused'
  return facts.connectorCondition !== null && !isAgentReady
}

/** Returns the state that a change of the history began. */
export function getStateOfChange(condition: DesktopCondition | null, reason: string | null): RealmState {
  if (condition !== null) return statesByCondition[condition]
  return reason === 'tokenRevoked' ? 'token_revoked' : 'offline'
}
