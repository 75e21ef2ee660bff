import { hashSecret, mintSecret } from '@bridge/database/secrets'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startAdmin, type TestAdmin } from '../admin.fixture.ts'

let admin: TestAdmin
beforeAll(async () => {
  admin = await startAdmin()
})
afterAll(() => admin.stop())

type Organization = Awaited<ReturnType<TestAdmin['organization']>>

interface List {
  /** The path without a query, and the field of the rows. */
  readonly toPath: (orgId: string) => string
  readonly field: string
  readonly add: (org: Organization, name: string) => Promise<unknown>
  readonly toName: (row: Record<string, string>) => string | undefined
}

const lists: Readonly<Record<string, List>> = {
  clients: {
    toPath: (orgId) => `/clients?orgId=${orgId}`,
    field: 'clients',
    add: ({ orgId }, name) =>
      admin.database.oAuthClient.create({
        data: { id: mintSecret('svcc_'), orgId, name, redirectUris: [], secretHash: name },
      }),
    toName: ({ name }) => name,
  },
  'API keys': {
    toPath: (orgId) => `/api-keys?orgId=${orgId}`,
    field: 'apiKeys',
    add: ({ orgId, caller }, name) =>
      admin.database.apiKey.create({
        data: { orgId, creatorId: caller.userId, name, keyHash: hashSecret(mintSecret('svc_')) },
      }),
    toName: ({ name }) => name,
  },
  members: {
    toPath: (orgId) => `/orgs/${orgId}/members?`,
    field: 'members',
    add: ({ orgId }, name) => admin.person(`${name}@${orgId}.example`, orgId),
    toName: ({ email }) => email?.split('@')[0],
  },
  invitations: {
    toPath: (orgId) => `/invitations?orgId=${orgId}`,
    field: 'invitations',
    add: ({ orgId }, name) =>
      admin.database.invitation.create({
        data: {
          orgId,
          email: `${name}@example.com`,
          role: 'member',
          tokenHash: mintSecret('x'),
          expiresAt: new Date('2100-01-01'),
        },
      }),
    toName: ({ email }) => email?.split('@')[0],
  },
}

describe.each(Object.entries(lists))('the list of %s', (title, { toPath, field, add, toName }) => {
  it('has pages by the Link header, and a search', async () => {
    const org = await admin.organization(`${title.replace(' ', '-')}@pages.example`)
    for (const name of ['alpha', 'beta', 'gamma', 'alphabet']) await add(org, name)
    const get = async (path: string) => {
      const { body, headers, status } = await admin.call(`GET ${path}`, org.session)
      const link = /^<\/admin\/v1(.*)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1]
      return { status, link, after: body.after, names: body[field]?.map(toName) }
    }
    const whole = await get(toPath(org.orgId))
    expect(whole).toMatchObject({ link: undefined, after: null })
    const paged: string[] = []
    for (let path: string | undefined = `${toPath(org.orgId)}&limit=2`; path !== undefined; ) {
      const page = await get(path)
      expect(page.names.length).toBeLessThanOrEqual(2)
      paged.push(...page.names)
      path = page.link
    }
    expect(paged).toEqual(whole.names)
    expect((await get(`${toPath(org.orgId)}&search=ALPHA`)).names).toEqual(['alpha', 'alphabet'])
    expect((await get(`${toPath(org.orgId)}&search=%25`)).names).toEqual([])
    for (const query of ['limit=0', 'limit=1001', 'after=x', 'search=%00']) {
      expect([query, (await get(`${toPath(org.orgId)}&${query}`)).status]).toEqual([query, 400])
    }
  })
})
