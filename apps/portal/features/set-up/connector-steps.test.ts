import { expect, it } from 'vitest'
import { type ConnectorFacts, getConnectorSteps } from './connector-steps.ts'

const fresh: ConnectorFacts = {
  state: 'never_connected',
  transport: null,
  hasCredential: false,
  hasPolled: false,
  companyName: null,
}
const polls: ConnectorFacts = {
  ...fresh,
  state: 'connected',
  transport: 'web_connector',
  hasCredential: true,
  hasPolled: true,
}

function getCurrent(facts: ConnectorFacts) {
  return getConnectorSteps(facts).find(({ progress }) => progress === 'current')?.key
}

it.each([
  ['a company file without a credential', fresh, 'credential'],
  ['a credential that was never used', { ...fresh, hasCredential: true }, 'open'],
  ['a poll with another file open', { ...polls, state: 'another_file' }, 'connected'],
  ['a poll while the agent serves the file', { ...polls, transport: 'agent' }, 'connected'],
  ['a poll', polls, 'read'],
  ['a first read', { ...polls, companyName: 'Rock Castle' }, undefined],
] as const)('after %s the current step is right', (_facts, facts, step) => {
  expect(getCurrent(facts)).toBe(step)
})

it('every step has three usual causes', () => {
  for (const { causes } of getConnectorSteps(fresh)) expect(new Set(causes).size).toBe(3)
})
