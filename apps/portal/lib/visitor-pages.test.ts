import { EventEmitter, once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { afterEach, expect, it } from 'vitest'
import { hashScript } from './script-hashes.ts'
import { createTurns } from './turns.ts'
import { createVisitorPages } from './visitor-pages.ts'

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.closeAllConnections()
})

interface SetupOptions {
  readonly cookie?: string
  readonly status?: number
  /** What shared renders wait for before they respond. */
  readonly sharedRenders?: EventEmitter
  readonly sharedRenderMaxMs?: number
}

/** Serves pages with a script and parts of the request, counts how often they are rendered, and keeps what is logged. */
async function setup({ cookie, status = 200, sharedRenders, sharedRenderMaxMs = 60_000 }: SetupOptions = {}) {
  const renders = { shared: 0, own: 0 }
  const logged: unknown[] = []
  const render = (kind: 'shared' | 'own') => async (request: IncomingMessage, response: ServerResponse) => {
    renders[kind] += 1
    const { url, headers } = request
    if (kind === 'shared' && sharedRenders !== undefined) {
      const continued = once(sharedRenders, 'continue')
      sharedRenders.emit('started')
      await continued
    }
    if (cookie !== undefined) response.setHeader('Set-Cookie', cookie)
    response.writeHead(status, {
      'Content-Type': headers.rsc === undefined ? 'text/html; charset=utf-8' : 'text/x-component',
      'Cache-Control': 'private, no-store',
      Vary: 'rsc',
    })
    response.write(`<html><script>start()</script>${url} `)
    response.end(`of ${JSON.stringify([headers.rsc, headers.cookie, headers['accept-language']])}</html>`)
  }
  let now = 0
  const pages = createVisitorPages({
    render: render('own'),
    renderShared: render('shared'),
    colorSchemeHash: "'sha256-scheme'",
    turns: createTurns(),
    clock: () => now,
    logger: pino({ level: 'error' }, { write: (line: string) => void logged.push(JSON.parse(line)) }),
    sharedRenderMaxMs,
  })
  const server = createServer((request, response) => pages.serve(request, response, '203.0.113.7'))
  servers.push(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    renders,
    logged,
    advance: (milliseconds: number) => {
      now += milliseconds
    },
    get: async (path: string, init?: RequestInit) => {
      const response = await fetch(`http://127.0.0.1:${port}${path}`, { redirect: 'manual', ...init })
      return { status: response.status, headers: response.headers, body: await response.text() }
    },
  }
}

it('renders a page once for all visitors, under a policy with the hashes of its scripts', async () => {
  const { get, renders } = await setup()
  const pages = [await get('/sign-in'), await get('/sign-in'), await get('/sign-in', { method: 'HEAD' })]
  expect(renders).toEqual({ shared: 1, own: 0 })
  expect(pages.map(({ body }) => body.slice(0, 38))).toEqual([
    '<html><script>start()</script>/sign-in',
    '<html><script>start()</script>/sign-in',
    '',
  ])
  const { headers } = pages[1] ?? {}
  expect(headers?.get('content-security-policy')).toContain(
    `script-src 'self' 'sha256-scheme' ${hashScript('start()')}; `,
  )
  expect(headers?.get('content-security-policy')).not.toContain('nonce')
  expect([headers?.get('cache-control'), headers?.get('vary')]).toEqual(['private, no-store', 'rsc, Accept-Encoding'])
})

it('renders a page once for all values of a parameter that only its scripts read, without it', async () => {
  const { get, renders } = await setup()
  const paths = ['/sign-in?callbackUrl=%2Finvitations%2Fsecret', '/sign-in', '/sign-in?callbackUrl=%2F&callbackUrl=x']
  const bodies = await Promise.all(paths.map(async (path) => (await get(path)).body))
  expect(new Set(bodies).size).toBe(1)
  expect(bodies[0]).toContain('</script>/sign-in of ')
  expect(renders).toEqual({ shared: 1, own: 0 })
})

it('renders a page once for visitors who ask for it at the same time', async () => {
  const { get, renders } = await setup()
  await Promise.all(Array.from({ length: 10 }, () => get('/')))
  expect(renders.shared).toBe(1)
})

it('renders another response for the data that the router requests', async () => {
  const { get, renders } = await setup()
  await get('/sign-in')
  const { headers, body } = await get('/sign-in?_rsc=1', { headers: { rsc: '1' } })
  expect([headers.get('content-type'), body.endsWith('of ["1",null,null]</html>')]).toEqual(['text/x-component', true])
  await get('/sign-in?_rsc=1', { headers: { rsc: '1', 'next-url': '/docs' } })
  await get('/sign-in?_rsc=1', { headers: { rsc: '1' } })
  expect(renders.shared).toBe(3)
})

it('shares nothing that depends on who asks', async () => {
  const { get } = await setup()
  const { body } = await get('/', { headers: { cookie: 'theme=dark', 'accept-language': 'de' } })
  expect(body).toContain('/ of [null,null,null]')
})

it('renders a page again after its time', async () => {
  const { get, renders, advance } = await setup()
  for (const path of ['/', '/status']) await get(path)
  advance(5_000)
  for (const path of ['/', '/status']) await get(path)
  expect(renders.shared).toBe(3)
  advance(55_000)
  await get('/')
  expect(renders.shared).toBe(4)
})

it.each([
  '/invitations/secret',
  '/setup/secret',
  '/sign-in/link?token=secret',
  '/sign-in?callbackUrl=%2F&other=secret',
  '/?callbackUrl=%2Finvitations%2Fsecret',
  '/sign-in?_rsc=1&callbackUrl=%2Finvitations%2Fsecret',
  '/nowhere',
])('renders %s for each visitor', async (path) => {
  const { get, renders } = await setup()
  await get(path)
  await get(path)
  expect(renders).toEqual({ shared: 0, own: 2 })
})

it('sends a cookie only to whom it was set for', async () => {
  const { get, renders } = await setup({ cookie: 'a=b' })
  await Promise.all([get('/'), get('/')])
  expect(renders.own).toBe(2)
  await get('/')
  expect(renders.own).toBe(3)
})

it('keeps no redirects and errors', async () => {
  const { get, renders } = await setup({ status: 307 })
  expect([(await get('/')).status, (await get('/')).status]).toEqual([307, 307])
  expect(renders.shared).toBe(2)
})

it('renders for each visitor what the router posts', async () => {
  const { get, renders } = await setup()
  await get('/sign-in', { method: 'POST' })
  await get('/sign-in', { headers: { 'next-action': 'x' } })
  expect(renders).toEqual({ shared: 0, own: 2 })
})

it('keeps the pages that were used last', async () => {
  const { get, renders } = await setup()
  await get('/sign-in')
  for (let index = 0; index < 150; index += 1) {
    await get(`/sign-in?_rsc=${index}`)
    await get('/sign-in')
  }
  expect(renders.shared).toBe(151)
  await get('/sign-in?_rsc=0')
  expect(renders.shared).toBe(152)
})

it('renders a page for each visitor whose shared render takes too long', async () => {
  const { get, renders } = await setup({ sharedRenders: new EventEmitter(), sharedRenderMaxMs: 1 })
  expect([(await get('/')).status, (await get('/')).status]).toEqual([200, 200])
  expect(renders).toEqual({ shared: 2, own: 2 })
})

it('renders a page for each visitor whose shared render failed, and logs the failure', async () => {
  const sharedRenders = new EventEmitter()
  sharedRenders.on('started', () => sharedRenders.emit('error', new Error('The render failed.')))
  const { get, renders, logged } = await setup({ sharedRenders })
  expect([(await get('/')).status, (await get('/status')).status]).toEqual([200, 200])
  expect(renders).toEqual({ shared: 2, own: 2 })
  const err = expect.objectContaining({ message: 'The render failed.' })
  expect(logged).toEqual([
    expect.objectContaining({ path: '/', err }),
    expect.objectContaining({ path: '/status', err }),
  ])
})

it('finishes a shared render when the visitor who began it has left', async () => {
  const sharedRenders = new EventEmitter()
  const { get, renders } = await setup({ sharedRenders })
  const started = once(sharedRenders, 'started')
  const leaving = new AbortController()
  const first = get('/', { signal: leaving.signal })
  await started
  const second = get('/')
  leaving.abort()
  await expect(first).rejects.toThrow('aborted')
  sharedRenders.emit('continue')
  expect((await second).status).toBe(200)
  expect((await get('/')).body).toContain('/ of ')
  expect(renders).toEqual({ shared: 1, own: 0 })
})
