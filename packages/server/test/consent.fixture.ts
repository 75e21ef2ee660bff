import type { Database } from '@bridge/database'
import type { McpMode } from '@bridge/identity/access/mcp-caller'
import type { Role } from '@bridge/identity/access/owned'
import type { SignedInUser } from '@bridge/identity/sessions/sessions'
import type { OutgoingClient } from '@bridge/platform/outgoing-client'
import type { Hono } from 'hono'
import { createTestOAuth, type SeededClient, seedClient, testConfig } from './oauth.fixture.ts'

/** A public address, where members consent only. */
export const publicUrl = 'https://bridge.example'

/** Creates a user, who joins the client's organization if they have a role. */
async function createUser(database: Database, client: SeededClient, role?: Role): Promise<SignedInUser> {
  const { id, email } = await database.user.create({
    data: { email: `${role ?? 'stranger'}-${client.clientId}@example.com` },
  })
  if (role) await database.membership.create({ data: { orgId: client.orgId, userId: id, role } })
  return { id, email, name: null, sessionId: `session-of-${id}`, hasSecondFactor: false }
}

interface ConsentOptions {
  readonly baseUrl?: string
  readonly kind?: 'production' | 'sandbox'
  /** The company file's mode for MCP hosts. */
  readonly mode?: McpMode
  readonly outgoing?: Pick<OutgoingClient, 'send'>
}

/** Creates the endpoints at an address, where the cookie `user=ID` signs users in. */
export async function setupConsent(
  database: Database,
  { baseUrl = publicUrl, kind = 'production', mode = 'read', outgoing }: ConsentOptions = {},
) {
  const client = await seedClient(database)
  await database.realm.update({ where: { id: client.realmId }, data: { kind } })
  const users = new Map<string, SignedInUser>()
  const announced: string[] = []
  const oauth = createTestOAuth(database, {
    config: { ...testConfig, baseUrl },
    sessions: {
      challengedUser: async () => undefined,
      signedInUser: async (headers) => users.get(/user=([^;]+)/.exec(headers.get('cookie') ?? '')?.[1] ?? ''),
    },
    connectionNotices: { announce: (connectionId) => void announced.push(connectionId) },
    findMcpMode: async () => mode,
    ...(outgoing && { outgoing }),
  })
  const signIn = async (role?: Role) => {
    const user = await createUser(database, client, role)
    users.set(user.id, user)
    return user
  }
  return { ...oauth, client, baseUrl, signIn, announced }
}

/** A browser with cookies, which says where its forms come from. */
export function openBrowser(app: Hono, baseUrl: string, user?: SignedInUser) {
  const cookies = new Map<string, string>(user ? [['user', user.id]] : [])
  const headers = (more: Readonly<Record<string, string>> = {}) => ({
    accept: 'text/html',
    cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    ...more,
  })
  const keep = (response: Response) => {
    for (const line of response.headers.getSetCookie()) {
      const [name = '', value = ''] = (line.split(';', 1)[0] ?? '').split('=')
      cookies.set(name, value)
    }
    return response
  }
  return {
    cookies,
    open: async (url: string) => keep(await app.request(url, { headers: headers() })),
    submit: async (form: Readonly<Record<string, string>>, more: Readonly<Record<string, string>> = {}) =>
      app.request('/oauth2/v1/authorize', {
        method: 'POST',
        headers: headers({ 'content-type': 'application/x-www-form-urlencoded', origin: baseUrl, ...more }),
        body: new URLSearchParams({ decision: 'connect', ...form }).toString(),
      }),
  }
}

/** Reads a page's status and heading. */
export async function readHeading(response: Response) {
  const [, heading = ''] = /<h1[^>]*>(.*)<\/h1>/.exec(await response.text()) ?? []
  return [response.status, heading.replaceAll(/<\/?bdi>/g, '')]
}

/** Reads the links of a page, without their entities. */
export async function readLinks(response: Response) {
  const page = await response.text()
  return [...page.matchAll(/<a [^>]*href="([^"]*)"[^>]*>(.*?)<\/a>/g)].map(([, href = '', content = '']) => ({
    href: href.replaceAll('&amp;', '&'),
    text: content.replaceAll(/<[^>]*>/g, ' ').trim(),
  }))
}
