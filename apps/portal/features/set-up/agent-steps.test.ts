import type { RealmState } from '@bridge/data-plane/realms/realm-states'
import { expect, it } from 'vitest'
import { canRead, getAgentSteps } from './agent-steps.ts'

function getCurrent(
  state: RealmState,
  { hasAgent = true, hasDownloaded = false, companyName = null as string | null } = {},
) {
  const steps = getAgentSteps({ state, hasAgent, hasDownloaded, companyName }, true)
  return steps.find(({ progress }) => progress === 'current')?.key
}

it.each([
  ['never_connected', { hasAgent: false }, 'download'],
  ['never_connected', { hasAgent: false, hasDownloaded: true }, 'install'],
  ['offline', {}, 'pair'],
  ['token_revoked', { companyName: 'Rock Castle' }, 'pair'],
  ['quickbooks_closed', {}, 'open'],
  ['no_file', {}, 'open'],
  ['another_file', {}, 'open'],
  ['sdk_missing', {}, 'open'],
  ['other_session', {}, 'open'],
  ['elevated', {}, 'open'],
  ['paused', {}, 'open'],
  ['not_authorized', {}, 'allow'],
  ['dialog_waiting', {}, 'allow'],
  ['dialog_waiting', { companyName: 'Rock Castle' }, 'connected'],
  ['connected', {}, 'read'],
  ['connected', { companyName: 'Rock Castle' }, undefined],
] as const)('in the state %s with %j the current step is %s', (state, facts, step) => {
  expect(getCurrent(state, facts)).toBe(step)
})

it('begins with the installation where the service offers no installer', () => {
  const facts = { state: 'never_connected', hasAgent: false, hasDownloaded: false, companyName: null } as const
  expect(getAgentSteps(facts, false)[0]).toMatchObject({ key: 'install', progress: 'current' })
})

it('every step has three usual causes', () => {
  const facts = { state: 'offline', hasAgent: true, hasDownloaded: false, companyName: null } as const
  for (const { causes } of getAgentSteps(facts, true)) expect(new Set(causes).size).toBe(3)
})

it('reads while that can make progress', () => {
  const can = (state: RealmState, companyName: string | null = null) => canRead({ state, companyName })
  expect([can('connected'), can('not_authorized'), can('dialog_waiting', 'Rock Castle')]).toEqual([true, true, true])
  expect([can('offline'), can('quickbooks_closed'), can('connected', 'Rock Castle')]).toEqual([false, false, false])
})
