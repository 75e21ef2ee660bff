import { expect, it } from 'vitest'
import { getConnectorState } from './connector-state.ts'

const polledAt = '2026-05-04T10:00:00.000Z'
const soon = Date.parse(polledAt) + 30_000
const later = Date.parse(polledAt) + 300_000
const credential = {
  id: 'a',
  label: 'Front desk',
  revoked: false,
  problem: null,
  sharedAt: null,
  lastPolledAt: polledAt,
  machine: 'FRONT-DESK',
  formerMachine: null,
}

it.each([
  ['Polling', credential, soon],
  ['Not polling', credential, later],
  ['Polling', credential, undefined],
  ['Never used', { ...credential, lastPolledAt: null }, soon],
  ['Another file is open', { ...credential, problem: 'APP_COMPANY_FILE_UNAVAILABLE' }, soon],
  ['Not polling', { ...credential, problem: 'APP_COMPANY_FILE_UNAVAILABLE' }, later],
  ['Used on two PCs', { ...credential, sharedAt: polledAt }, later],
  ['Revoked', { ...credential, revoked: true, sharedAt: polledAt }, soon],
])('shows “%s” for %j', (label, given, now) => {
  expect(getConnectorState(given, now).label).toBe(label)
})

it('says what to do wherever a person can do something', () => {
  expect(getConnectorState(credential, soon).advice).toBeUndefined()
  expect(getConnectorState(credential, later).advice).toMatch(/Auto-Run/)
})

it('names the PCs that share a credential, as far as they are known', () => {
  const shared = { ...credential, sharedAt: polledAt }
  const { advice } = getConnectorState({ ...shared, formerMachine: 'OFFICE-PC' }, soon)
  expect(advice).toMatch(/It was used on FRONT-DESK and OFFICE-PC\.$/)
  expect(getConnectorState(shared, soon).advice).toMatch(/It was used on FRONT-DESK and another PC\.$/)
  expect(getConnectorState({ ...shared, machine: null }, soon).advice).not.toContain('It was used on')
})
