import { describe, expect, it } from 'vitest'
import type { Role } from '../../lib/permissions.ts'
import { listActions, listFirstActions } from './menu-actions.ts'
import { rankEntries } from './rank-entries.ts'

const targets = {
  apps: [{ id: 'svcc_abc', name: 'Payroll' }],
  companyFiles: [{ id: '1234567890123456', name: 'Müller & Söhne' }],
}

function organization(role: Role) {
  return { id: 'org', name: 'Acme', slug: 'acme', role }
}

/** Returns the first action for a text. */
function find(role: Role, text: string) {
  return rankEntries(text, listActions(organization(role), targets))[0]?.entries[0]
}

describe('the menu’s actions', () => {
  it.each([
    ['connect', '/orgs/acme/company-files?open=connect'],
    ['add company file', '/orgs/acme/company-files?open=connect'],
    ['invite', '/orgs/acme/members?open=invite'],
    ['create api key', '/orgs/acme/api-keys?open=create'],
    ['create app', '/orgs/acme/apps?open=register'],
    ['rotate', '/orgs/acme/apps/svcc_abc?open=rotate'],
    ['rotate secret of payroll', '/orgs/acme/apps/svcc_abc?open=rotate'],
    ['end connection', '/orgs/acme/apps/svcc_abc'],
    ['delete company file', '/orgs/acme/company-files/1234567890123456/settings'],
    ['delete muller', '/orgs/acme/company-files/1234567890123456/settings'],
  ])('leads an owner from “%s” to %s', (text, href) => {
    expect(find('owner', text)?.href).toBe(href)
  })

  it.each([
    ['admin', 'delete company file', 'An owner can do this. Members lists whom to ask.'],
    ['member', 'invite', 'An owner or admin can do this. Members lists whom to ask.'],
    ['viewer', 'rotate', 'An owner or admin can do this. Members lists whom to ask.'],
  ] as const)('tells the role %s for “%s” whom to ask', (role, text, detail) => {
    expect(find(role, text)).toMatchObject({ detail, href: '/orgs/acme/members' })
  })

  it('offers before anything is typed only what the role may do', () => {
    expect(listFirstActions(organization('admin')).map(({ id }) => id)).toEqual([
      'connect',
      'invite',
      'create-api-key',
      'register-app',
    ])
    expect(listFirstActions(organization('member'))).toEqual([])
  })
})
