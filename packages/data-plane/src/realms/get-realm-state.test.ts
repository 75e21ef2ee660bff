import { expect, it } from 'vitest'
import {
  type ConnectionFacts,
  combineChanges,
  findTransport,
  getRealmState,
  getStateOfChange,
} from './get-realm-state.ts'
import { realmStateNames, realmStates } from './realm-states.ts'

function at(minute: number) {
  return new Date(Date.UTC(2026, 2, 2, 9, minute))
}
const never: ConnectionFacts = {
  kind: 'production',
  createdAt: at(0),
  hasLiveLease: false,
  condition: null,
  conditionSince: null,
  connectedAt: null,
  lastSeenAt: null,
  endedAt: null,
  replacedAgent: null,
  tokenRevokedAt: null,
  connectorCondition: null,
  connectorSince: null,
  connectorSeenAt: null,
  connectorRevokedAt: null,
}
const live: ConnectionFacts = {
  ...never,
  hasLiveLease: true,
  condition: 'ready',
  connectedAt: at(1),
  conditionSince: at(2),
  lastSeenAt: at(9),
  replacedAgent: false,
}

const polling = { connectorCondition: 'ready', connectorSince: at(5), connectorSeenAt: at(9) } as const
const gone = { ...live, hasLiveLease: false, endedAt: at(5) }

it.each([
  ['a sandbox', { ...never, kind: 'sandbox' }, 'sandbox', 0],
  ['a file without a session', never, 'never_connected', 0],
  ['a live agent', live, 'connected', 2],
  ['a live Web Connector', { ...never, ...polling }, 'connected', 5],
  [
    'a live agent and a Web Connector with another file',
    { ...live, ...polling, connectorCondition: 'another_file' },
    'connected',
    2,
  ],
  [
    'a Web Connector in place of an agent without QuickBooks',
    { ...live, ...polling, condition: 'quickbooks_closed' },
    'connected',
    5,
  ],
  ['a Web Connector in place of a paused agent', { ...live, ...polling, condition: 'paused' }, 'connected', 5],
  [
    'a Web Connector with another file',
    { ...never, ...polling, connectorCondition: 'another_file' },
    'another_file',
    5,
  ],
  ['a live agent that replaced another', { ...live, replacedAgent: true }, 'connected', 2],
  ['QuickBooks that is closed', { ...live, condition: 'quickbooks_closed' }, 'quickbooks_closed', 2],
  ['QuickBooks without a file', { ...live, condition: 'no_file' }, 'no_file', 2],
  ['another file', { ...live, condition: 'another_file' }, 'another_file', 2],
  ['a dialog', { ...live, condition: 'dialog' }, 'dialog_waiting', 2],
  ['access that is not allowed', { ...live, condition: 'not_authorized' }, 'not_authorized', 2],
  ['QuickBooks that is not installed', { ...live, condition: 'sdk_missing' }, 'sdk_missing', 2],
  ['QuickBooks of another Windows user', { ...live, condition: 'other_session' }, 'other_session', 2],
  ['QuickBooks that runs as administrator', { ...live, condition: 'elevated' }, 'elevated', 2],
  ['an agent on a full disk', { ...live, condition: 'disk_full' }, 'disk_full', 2],
  ['an agent on a full disk, with a Web Connector', { ...live, ...polling, condition: 'disk_full' }, 'disk_full', 2],
  ['an agent that cannot write', { ...live, condition: 'responses_not_stored' }, 'responses_not_stored', 2],
  ['an agent that was paused', { ...live, condition: 'paused' }, 'paused', 2],
  ['an agent that ended', { ...live, hasLiveLease: false, endedAt: at(5) }, 'offline', 5],
  ['a gateway that ended without a word', { ...live, hasLiveLease: false }, 'offline', 9],
  ['a revoked token', { ...live, hasLiveLease: false, endedAt: at(5), tokenRevokedAt: at(4) }, 'token_revoked', 4],
  ['a newer agent that ended', { ...live, hasLiveLease: false, endedAt: at(5), replacedAgent: true }, 'replaced', 5],
  ['a Web Connector that ended', { ...never, connectorSeenAt: at(4) }, 'not_polling', 4],
  ['a Web Connector that ended after the agent', { ...gone, connectorSeenAt: at(7) }, 'not_polling', 7],
  ['an agent that ended after the Web Connector', { ...gone, connectorSeenAt: at(4) }, 'offline', 5],
  [
    'a Web Connector that ended, in place of a revoked agent',
    { ...gone, tokenRevokedAt: at(6), connectorSeenAt: at(4) },
    'not_polling',
    4,
  ],
  [
    'an agent that ended, in place of a revoked Web Connector',
    { ...gone, connectorSeenAt: at(7), connectorRevokedAt: at(8) },
    'offline',
    5,
  ],
] as const)('returns the state for %s', (_, facts, state, minute) => {
  expect(getRealmState(facts)).toEqual({ state, since: at(minute) })
})

it('returns the transport serving a file, and none for one never served', () => {
  expect([never, live, { ...never, ...polling }].map(findTransport)).toEqual([null, 'agent', 'connector'])
})

it('returns the state after each change in the history', () => {
  const agent = { transport: 'agent', condition: null, reason: null } as const
  expect(getStateOfChange({ ...agent, condition: 'dialog' })).toBe('dialog_waiting')
  expect(getStateOfChange({ ...agent, reason: 'tokenRevoked' })).toBe('token_revoked')
  expect(getStateOfChange({ ...agent, reason: 'lost' })).toBe('offline')
  expect(getStateOfChange({ ...agent, transport: 'connector', reason: 'silent' })).toBe('not_polling')
})

it('combines both transports’ changes into one company file’s', () => {
  const changes = [
    ['agent', 'ready'],
    ['connector', 'another_file'],
    ['agent', 'quickbooks_closed'],
    ['connector', 'ready'],
    ['connector', null],
    ['agent', null],
    ['connector', 'ready'],
  ] as const
  const combined = combineChanges(
    changes.map(([transport, condition], minute) => ({ at: at(minute), transport, condition, reason: null })),
  )
  expect(combined.map(({ state }) => state)).toEqual([
    'connected',
    'connected',
    'another_file',
    'connected',
    'quickbooks_closed',
    'offline',
    'connected',
  ])
})

it('lists one to three steps for every state in trouble', () => {
  for (const state of realmStateNames) {
    const { steps, tone } = realmStates[state]
    expect([state, steps.length >= 1 && steps.length <= 3]).toEqual([state, tone !== 'good'])
  }
})
