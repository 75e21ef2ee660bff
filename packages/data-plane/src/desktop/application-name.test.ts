import { requireRealmId } from '@bridge/agent-protocol'
import { expect, it } from 'vitest'
import { createApplicationName, getApplicationName } from './application-name.ts'

const realmId = requireRealmId('9130347957983546')

it.each([
  ['Acme Bookkeeping', 'Acme Bookkeeping'],
  ['  Müller & Söhne,  GmbH ', 'Müller & Söhne, GmbH'],
  ['A\\B/C <script>\u202e', 'A B C script'],
  ['漢字 Books', 'Books'],
  [`${'Long '.repeat(30)}`, 'Long Long Long Long Long Long Long Long'],
])('an application’s name has the organization’s, %s', (organization, shown) => {
  expect(createApplicationName(organization, realmId)).toBe(`Bridge Service for ${shown} (9130347957983546)`)
})

it.each(['漢字', '', '…', ' - '])('an application’s name is that of the realm if %s leaves nothing', (organization) => {
  expect(createApplicationName(organization, realmId)).toBe('Bridge Service 9130347957983546')
})

it('a realm without a stored name keeps the name that its programs have in QuickBooks', () => {
  expect(getApplicationName(realmId, null)).toBe('Bridge Service 9130347957983546')
  expect(getApplicationName(realmId, 'Bridge Service for Acme')).toBe('Bridge Service for Acme')
})
