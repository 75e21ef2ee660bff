import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { readSessionCookie, sessionCookieName } from '@bridge/identity/sessions/session-cookie'
import { createPeerAddress } from '@bridge/platform/peer-address'
import { httpServerOptions, surfacePaths } from '@bridge/server'
import { getRequestListener } from '@hono/node-server'
import { afterEach, describe, expect, it } from 'vitest'
import { createVisitCount } from './count-visits.ts'
import { createRequestHandler } from './handle-request.ts'
import { hashInlineScripts } from './lib/script-hashes.ts'

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.closeAllConnections()
})

/** Sessions looked up. */
let looksUp = 0

function signedIn(token: string) {
  return { cookie: `${sessionCookieName('https://bridge.example')}=${token}`, accept: 'text/html' }
}

const consentPolicy = "default-src 'none'; form-action 'self'"

/** Fakes the server: JSON, and a consent page with headers that are stricter than usual. */
const serve = getRequestListener((request) => {
  const isConsent = new URL(request.url).pathname === '/oauth2/v1/authorize'
  return Response.json(
    {},
    {
      headers: isConsent ? { 'content-security-policy': consentPolicy, 'referrer-policy': 'no-referrer' } : {},
    },
  )
})

/** Starts a server with pages that respond with text; the build has rendered those of the documentation. */
async function start({
  baseUrl = 'https://bridge.example',
  limit = 1_000,
  trustProxy = false,
  isDatabaseAway = false,
  users = {} as Readonly<Record<string, string>>,
  surfaces = ['pages', 'api'],
} = {}) {
  const server = createServer(
    httpServerOptions,
    createRequestHandler({
      baseUrl,
      servesApi: surfaces.includes('api'),
      serve,
      pages: surfaces.includes('pages')
        ? {
            handle: (_request, response) => response.end('page'),
            isPrerendered: ({ url = '' }: IncomingMessage) => url.startsWith('/docs') || url === '/icon.svg',
          }
        : undefined,
      isDatabaseAway: () => isDatabaseAway,
      countVisit: createVisitCount({
        baseUrl,
        limit,
        clock: () => new Date(30_000),
        findAddress: createPeerAddress(trustProxy),
        findUserId: async ({ headers }) => {
          looksUp += 1
          return users[readSessionCookie(headers.cookie, baseUrl)?.token ?? '']
        },
      }),
    }),
  )
  servers.push(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return (path: string, headers: Record<string, string> = {}) => fetch(`http://127.0.0.1:${port}${path}`, { headers })
}

const serverPaths = ['/v3/company/1/query', '/admin/v1/orgs', '/trpc/session.user', '/oauth2/v1/tokens']
const pagePaths = ['/', '/docs/errors', '/_next/static/chunk.js']

it.each([...serverPaths, ...pagePaths])('sets the headers of %s', async (path) => {
  const { headers } = await (await start())(path)
  expect(Object.fromEntries(headers)).toMatchObject({
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=()',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'strict-transport-security': 'max-age=31536000; includeSubDomains',
  })
  const isData = serverPaths.includes(path)
  expect(headers.get('content-security-policy')).toBe(isData ? "default-src 'none'; frame-ancestors 'none'" : null)
})

it('keeps the headers of a response that has its own', async () => {
  const { headers } = await (await start())('/oauth2/v1/authorize')
  expect(headers.get('content-security-policy')).toBe(consentPolicy)
  expect(headers.get('referrer-policy')).toBe('no-referrer')
})

it.each(['/sign-in/link?token=a', '/sign-in', '/invitations/a', '/setup/a'])(
  'sends no referrer from %s, and over http none to other sites',
  async (path) => {
    expect((await (await start())(path)).headers.get('referrer-policy')).toBe('no-referrer')
    const { headers } = await (await start({ baseUrl: 'http://localhost:3000' }))(path)
    expect(headers.get('referrer-policy')).toBe('same-origin')
  },
)

it('does not pin HTTPS on a deployment without it', async () => {
  const { headers } = await (await start({ baseUrl: 'http://localhost:3000' }))('/')
  expect(headers.get('strict-transport-security')).toBeNull()
})

it('limits pages and the API document per address, and a page that is rendered for the request more', async () => {
  const get = await start({ limit: 6 })
  const statuses = []
  for (const path of ['/docs/errors', '/openapi.json', '/sign-in', '/docs/errors'])
    statuses.push((await get(path)).status)
  expect(statuses).toEqual([200, 200, 200, 429])
  const refused = await get('/openapi.json')
  expect([refused.status, refused.headers.get('retry-after'), refused.headers.get('ratelimit-limit')]).toEqual([
    429,
    '30',
    '6',
  ])
  for (const path of [...serverPaths, '/_next/static/chunk.js']) expect((await get(path)).status).toBe(200)
})

describe('the limit on pages', () => {
  it('counts signed-in users one by one, and strangers at their address', async () => {
    const get = await start({ limit: 8, users: { ada: 'user-1', adaOnHerPhone: 'user-1', bo: 'user-2' } })
    const open = async (token?: string) => (await get('/orgs/acme', token ? signedIn(token) : {})).status
    expect([await open(), await open(), await open()]).toEqual([200, 200, 429])
    expect([await open('ada'), await open('adaOnHerPhone'), await open('ada')]).toEqual([200, 200, 429])
    expect([await open('bo'), await open()]).toEqual([200, 429])
  })

  it('counts unknown cookies as strangers, and looks few of them up', async () => {
    const get = await start({ limit: 8 })
    looksUp = 0
    const responses = []
    for (let index = 0; index < 12; index++) responses.push(await get('/', signedIn(`guess-${index}`)))
    expect(responses.map(({ status }) => status)).toEqual([200, 200, ...Array(10).fill(429)])
    expect(looksUp).toBe(8)
  })

  it('costs nothing for icons and other static files', async () => {
    const get = await start({ limit: 1 })
    for (let index = 0; index < 3; index++)
      expect([(await get('/icon.svg')).status, (await get('/_next/static/a.js')).status]).toEqual([200, 200])
  })

  it('shows browsers a page that counts down and loads again, with scripts or without', async () => {
    const get = await start({ limit: 1, users: { ada: 'user-1' } })
    const refused = await get('/orgs/acme', signedIn('ada'))
    expect([refused.status, refused.headers.get('content-type'), refused.headers.get('cache-control')]).toEqual([
      429,
      'text/html; charset=utf-8',
      'no-store',
    ])
    const page = await refused.text()
    expect(page).toContain('<meta http-equiv="refresh" content="30">')
    expect(page).toContain('loads again automatically in <span id="left" role="timer">30</span> s.')
    const [hash] = hashInlineScripts(page)
    expect(refused.headers.get('content-security-policy')).toContain(`script-src ${hash}`)
    const stranger = await (await get('/orgs/acme', { accept: 'text/html' })).text()
    expect(stranger).toContain('Your network opened more pages')
    expect(await (await get('/orgs/acme', { accept: '*/*' })).text()).toBe(
      'Too many requests from this address. Wait 30 s.',
    )
  })
})

describe.each([
  ['pages', 'api'],
  ['api', 'pages'],
] as const)('a process with SURFACES=%s', (own, other) => {
  const paths = surfacePaths.map(({ path, surface }) => [path, surface] as const)
  const all = [...paths, ...pagePaths.map((path) => [path, 'pages'] as const)]

  it('serves its own paths, and those of both', async () => {
    const get = await start({ surfaces: [own] })
    for (const [path] of all.filter(([, surface]) => surface !== other)) {
      expect([path, (await get(path)).status]).toEqual([path, 200])
    }
  })

  it('responds to the paths of the other one with 404, and names the setting', async () => {
    const get = await start({ surfaces: [own] })
    for (const [path] of all.filter(([, surface]) => surface === other)) {
      const response = await get(path)
      expect([path, response.status, response.headers.get('cache-control')]).toEqual([path, 404, 'no-store'])
      expect(await response.text()).toBe(
        `This process does not serve this path: its SURFACES setting lacks "${other}".`,
      )
    }
  })
})

it('counts the address that the proxy of the deployment reports', async () => {
  const get = await start({ limit: 4, trustProxy: true })
  const from = async (address: string) => (await get('/', { 'x-forwarded-for': `forged, ${address}` })).status
  expect([await from('203.0.113.7'), await from('203.0.113.7'), await from('203.0.113.8')]).toEqual([200, 429, 200])
})

it.each([
  ['a header of a page', '/docs/errors', 8 * 1024],
  ['a header of a call', '/v3/company/1/query', 8 * 1024],
  ['an address of a page', `/docs/errors?${'x'.repeat(8 * 1024)}`, 1],
  ['an address and a header of a page', `/docs/errors?${'x'.repeat(4 * 1024)}`, 4 * 1024],
])('rejects %s of 8 KiB, and closes the connection', async (_name, path, bytes) => {
  const response = await (await start())(path, { 'if-none-match': `a${'\t'.repeat(bytes)}b` })
  expect([response.status, response.headers.get('connection')]).toEqual([431, 'close'])
  expect(await response.text()).toBe('The address and the headers have more than 8 KiB.')
})

it('accepts headers of 6 KiB, and a query of 100 kB in an address', async () => {
  const get = await start()
  expect((await get('/docs/errors', { 'x-large': 'x'.repeat(6 * 1024) })).status).toBe(200)
  expect((await get(`/v3/company/1/query?query=${'x'.repeat(100_000)}`)).status).toBe(200)
})

it('rejects a request with several hosts, and closes its connection', async () => {
  const { url } = await (await start())('/')
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  socket.write('GET /docs/errors HTTP/1.1\r\nHost: bridge.example\r\nHost: evil.example\r\n\r\n')
  const response = await text(socket)
  expect(response).toMatch(/^HTTP\/1\.1 400 /)
  expect(response).toContain('There are several Host headers.')
})

it('responds with 503 to pages that need the database while it is away', async () => {
  const get = await start({ isDatabaseAway: true })
  const response = await get('/orgs/acme')
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5'])
  expect(await response.text()).toContain('<meta http-equiv="refresh" content="5">')
  const others = await Promise.all(
    ['/docs/errors', '/_next/static/chunk.js', '/v3/company/1/query'].map((path) => get(path)),
  )
  expect(others.map(({ status }) => status)).toEqual([200, 200, 200])
})
