import { expect, it } from 'vitest'
import { mayOpen } from './may-open.ts'
import { organizationPages } from './organization-pages.ts'

const realm = '/company-files/6062629211113366'

it('opens to viewers the pages without records and requests', () => {
  const pages = ['/company-files', realm, `${realm}/agent`, `${realm}/connector`, '/members', '/usage', '/settings']
  expect(pages.filter((path) => !mayOpen('viewer', path))).toEqual([])
})

it.each([
  '',
  '/requests',
  '/requests/1',
  '/failures',
  '/explorer',
  '/apps',
  '/apps/1',
  '/api-keys',
  '/audit-log',
  '/quick-start',
  `${realm}/requests`,
  `${realm}/apps`,
  `${realm}/sandbox`,
])('keeps viewers from %s, and no member', (path) => {
  expect([mayOpen('viewer', path), mayOpen('member', path)]).toEqual([false, true])
})

it('lists in the sidebar what a role may open', () => {
  expect(organizationPages('acme', 'viewer').map(({ label }) => label)).toEqual([
    'Company files',
    'Members',
    'Usage and billing',
    'Settings',
  ])
  expect(organizationPages('acme', 'member')).toHaveLength(11)
})
