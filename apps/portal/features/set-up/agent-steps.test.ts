import type { RealmState } from '@bridge/data-plane/realms/realm-states'
import { expect, it } from 'vitest'
import { type AgentFacts, canRead, getAgentSteps } from './agent-steps.ts'

const initial: AgentFacts = {
  state: 'never_connected',
  hasAgent: false,
  hasCode: false,
  companyFile: null,
  companyName: null,
}

function getCurrent(state: RealmState, facts: Partial<AgentFacts> = {}) {
  const steps = getAgentSteps({ ...initial, hasAgent: true, ...facts, state }, { hasInstaller: true })
  return steps.find(({ progress }) => progress === 'current')?.key
}

it.each([
  ['never_connected', { hasAgent: false }, 'open'],
  ['never_connected', { hasAgent: false, hasCode: true }, 'install'],
  ['offline', {}, 'pair'],
  ['token_revoked', { companyName: 'Rock Castle' }, 'pair'],
  ['quickbooks_closed', {}, 'open'],
  ['no_file', {}, 'open'],
  ['another_file', {}, 'open'],
  ['sdk_missing', {}, 'open'],
  ['other_session', {}, 'open'],
  ['elevated', {}, 'open'],
  ['paused', {}, 'open'],
  ['file_unconfirmed', { companyFile: 'Rock Castle' }, 'file'],
  ['file_unconfirmed', { companyFile: 'C:\\Books\\Rock Castle.qbw' }, 'location'],
  ['file_unconfirmed', { companyFile: 'Rock Castle', companyName: 'Earlier' }, 'file'],
  ['not_authorized', {}, 'allow'],
  ['dialog_waiting', {}, 'allow'],
  ['dialog_waiting', { companyName: 'Rock Castle' }, 'connected'],
  ['connected', {}, 'read'],
  ['connected', { companyName: 'Rock Castle' }, undefined],
] as const)('in the state %s with %j the current step is %s', (state, facts, step) => {
  expect(getCurrent(state, facts)).toBe(step)
})

it('goes on with the installation where the service offers no installer', () => {
  const sender = { name: 'Ada Lind', email: 'ada@books.example' }
  const [open, first] = getAgentSteps({ ...initial, hasCode: true }, { hasInstaller: false, sender })
  expect([open?.key, first]).toMatchObject([
    'open',
    {
      key: 'install',
      progress: 'current',
      text: expect.stringContaining('Ask \u2068Ada Lind\u2069 (ada@books.example) for'),
    },
  ])
  const [, forAdmin] = getAgentSteps({ ...initial, hasCode: true }, { hasInstaller: false })
  expect(forAdmin?.text).toContain('Ask the operator of this service for the installer')
})

it('every step has three usual causes', () => {
  for (const { causes } of getAgentSteps({ ...initial, state: 'offline' }, { hasInstaller: true }))
    expect(new Set(causes).size).toBe(3)
})

it('reads while that can make progress', () => {
  const can = (state: RealmState, companyName: string | null = null) => canRead({ state, companyName })
  expect([can('connected'), can('not_authorized'), can('dialog_waiting', 'Rock Castle')]).toEqual([true, true, true])
  expect([can('offline'), can('quickbooks_closed'), can('file_unconfirmed')]).toEqual([false, false, false])
  expect(can('connected', 'Rock Castle')).toBe(false)
})
