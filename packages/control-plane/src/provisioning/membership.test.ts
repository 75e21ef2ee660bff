import { createTestDatabase, type TestDatabase } from '@bridge/database/testing'
import type { Caller } from '@bridge/identity/access/caller'
import { requireRole } from '@bridge/identity/access/membership'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createServices, seedOwner } from '../../test/provisioning.fixture.ts'
import type { Services } from '../services/services.ts'
import { listOrganizations } from './organization.ts'
import { createProductionRealm } from './realm.ts'

let test: TestDatabase
let services: Pick<Services, 'database' | 'clock'>

beforeAll(async () => {
  test = await createTestDatabase()
  services = createServices(test.database)
})
afterAll(() => test.drop())

async function toProblem(attempt: Promise<unknown>) {
  const problem: { code: string; message: string } = await attempt.then(
    () => expect.fail('was allowed'),
    (error) => error,
  )
  return { code: problem.code, message: problem.message }
}

describe('membership', () => {
  it('throws the same problem for a foreign and a missing resource [cp-7:not_found]', async () => {
    const { caller, organization } = await seedOwner(services, 'ada@example.com')
    const realm = await createProductionRealm(services, caller, organization.id, { name: 'Company' })
    const { caller: stranger } = await seedOwner(services, 'eve@example.com')
    const foreign = await toProblem(
      requireRole(services, stranger, { resource: 'org', id: organization.id, role: 'member' }),
    )
    const missing = await toProblem(requireRole(services, stranger, { resource: 'org', id: 'nowhere', role: 'member' }))
    const foreignRealm = await toProblem(
      requireRole(services, stranger, { resource: 'realm', id: realm.id, role: 'member' }),
    )
    const missingRealm = await toProblem(
      requireRole(services, stranger, { resource: 'realm', id: '1000000000000000', role: 'member' }),
    )
    expect(foreign.code).toBe('not_found')
    expect([missing, foreignRealm, missingRealm]).toEqual([foreign, foreign, foreign])
  })

  it('names the required role [cp-7:forbidden]', async () => {
    const { organization } = await seedOwner(services, 'owner@example.com')
    const member = await test.database.user.create({ data: { email: 'member@example.com' } })
    await test.database.membership.create({ data: { orgId: organization.id, userId: member.id, role: 'member' } })
    const caller: Caller = { kind: 'session', userId: member.id }
    expect(await requireRole(services, caller, { resource: 'org', id: organization.id, role: 'member' })).toEqual({
      id: organization.id,
      orgId: organization.id,
      role: 'member',
    })
    expect(
      await toProblem(requireRole(services, caller, { resource: 'org', id: organization.id, role: 'admin' })),
    ).toEqual({
      code: 'forbidden',
      message: 'This requires the role "admin" in the organization, and yours is "member". Ask an owner to change it.',
    })
  })

  it('lists organizations with the role in each, and numbers a taken slug [cp-2:Organization]', async () => {
    const { caller, organization: first } = await seedOwner(services, 'two@example.com', 'Müller & Söhne')
    const { organization: second } = await seedOwner(services, 'three@example.com', 'Müller & Söhne')
    expect(first.slug).toBe('muller-sohne')
    expect(second.slug).toMatch(/^muller-sohne-\d+$/)
    expect(await listOrganizations(services, caller)).toEqual([
      { id: first.id, name: 'Müller & Söhne', slug: first.slug, role: 'owner' },
    ])
  })
})
