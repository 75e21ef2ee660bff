import { operations } from '@bridge/control-plane/provisioning/operations'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startAdmin, type TestAdmin } from '../admin.fixture.ts'

const minuteMs = 60_000

let admin: TestAdmin
beforeAll(async () => {
  admin = await startAdmin()
})
afterAll(() => admin.stop())

let count = 0

/** Creates an organization whose owner has proven who they are some time ago. */
async function setup(provenMinutesAgo: number | null) {
  count += 1
  const owner = await admin.organization(`proves-${count}@example.com`)
  const provenAt = provenMinutesAgo === null ? null : new Date(admin.clock().getTime() - provenMinutesAgo * minuteMs)
  await admin.database.session.updateMany({ where: { userId: owner.caller.userId }, data: { provenAt } })
  const other = await admin.person(`other-${count}@example.com`, owner.orgId, 'admin')
  const where = { orgId_userId: { orgId: owner.orgId, userId: other.caller.userId } }
  const { id: memberId } = await admin.database.membership.findUniqueOrThrow({ where })
  return { ...owner, memberId }
}

type Owner = Awaited<ReturnType<typeof setup>>

/** A request for each operation requiring a fresh proof. */
const requests: Readonly<Record<string, (owner: Owner) => { readonly route: string; readonly sent?: object }>> = {
  'GET /account/export': () => ({ route: 'GET /account/export' }),
  'DELETE /account': () => ({ route: 'DELETE /account' }),
  'GET /orgs/{orgId}/export': ({ orgId }) => ({ route: `GET /orgs/${orgId}/export` }),
  'DELETE /orgs/{orgId}': ({ orgId }) => ({ route: `DELETE /orgs/${orgId}` }),
  'GET /audit-events.csv': ({ orgId }) => ({ route: `GET /audit-events.csv?orgId=${orgId}` }),
  'PATCH /members/{memberId}': ({ memberId }) => ({ route: `PATCH /members/${memberId}`, sent: { role: 'owner' } }),
  'DELETE /members/{memberId}': ({ memberId }) => ({ route: `DELETE /members/${memberId}` }),
  'POST /invitations': ({ orgId }) => ({
    route: 'POST /invitations',
    sent: { orgId, email: 'heir@example.com', role: 'owner' },
  }),
  'POST /api-keys': ({ orgId }) => ({ route: 'POST /api-keys', sent: { orgId, name: 'Nightly script' } }),
}

describe('a fresh proof', () => {
  it('is required by these operations only [cp-5.2:fresh-proof]', () => {
    const required = operations.filter(({ requiresFreshProof }) => requiresFreshProof).map(({ route }) => route)
    expect(required.sort()).toEqual(Object.keys(requests).sort())
  })

  it.each(Object.entries(requests))(
    'is required by %s, and counts for ten minutes [cp-7:proof_required]',
    async (_, toRequest) => {
      for (const minutes of [11, null]) {
        const owner = await setup(minutes)
        const { route, sent } = toRequest(owner)
        const refused = await admin.call(route, owner.session, sent)
        expect([refused.status, refused.body?.error]).toEqual([403, 'proof_required'])
      }
      const owner = await setup(9)
      const { route, sent } = toRequest(owner)
      // The last owner may not go, which is checked after the proof.
      expect([200, 201, 204, 409]).toContain((await admin.call(route, owner.session, sent)).status)
    },
  )

  it('is not required of an API key, which has no session', async () => {
    const owner = await setup(null)
    const key = await admin.createKey(owner.caller, owner.orgId)
    expect((await admin.call(`GET /orgs/${owner.orgId}/export`, key)).status).toBe(200)
    expect((await admin.call(`GET /audit-events.csv?orgId=${owner.orgId}`, key)).status).toBe(200)
  })

  it('is not required to invite a member', async () => {
    const { session, orgId } = await setup(null)
    const invitation = { orgId, email: 'colleague@example.com', role: 'member' }
    expect((await admin.call('POST /invitations', session, invitation)).status).toBe(201)
  })
})
