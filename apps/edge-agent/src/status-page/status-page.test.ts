import { once } from 'node:events'
import { type IncomingHttpHeaders, request } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { describeEvents } from '../events/describe-events.ts'
import { getAgentStatus } from '../status/agent-status.ts'
import type { PageView } from './page-view.ts'
import { type StatusPage, startStatusPage } from './status-page.ts'

let page: StatusPage
let addresses: string[]
let view: PageView
let calls: unknown[]
const errors: unknown[] = []

beforeEach(async () => {
  addresses = []
  calls = []
  errors.length = 0
  view = {
    status: getAgentStatus({ isConnected: true, desktop: { phase: 'ready', companyFile: 'Müller & Söhne.qbw' } }),
    since: new Date(2026, 2, 2, 9, 0),
    agentVersion: '0.1.0',
  }
  page = await startStatusPage({
    getView: async () => view,
    actions: {
      pause: async (minutes) => void calls.push(['pause', minutes]),
      resume: async () => void calls.push(['resume']),
      setQuietHours: async (quietHours) => void calls.push(['quiet hours', quietHours]),
      endRecording: async () => void calls.push(['recording']),
      acceptRename: async (other) => void calls.push(['renamed', other]),
      makeReport: async () => '</textarea><script>report</script>',
    },
    storeAddress: async (address) => void addresses.push(address),
    onError: (error) => errors.push(error),
  })
})
afterEach(() => page.close())

interface Sent {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

interface Received {
  readonly status: number | undefined
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

async function send(url: string | URL, { method = 'GET', headers = {}, body }: Sent = {}): Promise<Received> {
  const sent = request(url, { method, headers, agent: false })
  sent.end(body)
  const [response] = await once(sent, 'response')
  return { status: response.statusCode, headers: response.headers, body: await text(response) }
}

/** Opens the page as a browser does. Returns its address and the headers of the browser's next requests. */
async function open() {
  const address = addresses.at(-1) ?? ''
  const { headers } = await send(address, { headers: { 'sec-fetch-site': 'none' } })
  const [cookie = ''] = (headers['set-cookie']?.[0] ?? '').split(';')
  return { url: new URL(headers.location ?? '', address), cookie, setCookie: headers['set-cookie'] }
}

async function post(path: string, body: string, headers: Readonly<Record<string, string>> = {}) {
  const { url, cookie } = await open()
  const form = { 'content-type': 'application/x-www-form-urlencoded', origin: url.origin, cookie, ...headers }
  return send(new URL(path, url), { method: 'POST', headers: form, body })
}

describe('the status page', () => {
  it('shows the state after its address was opened', async () => {
    const { url, cookie, setCookie } = await open()
    const { status, headers, body } = await send(url, { headers: { cookie } })

    expect(status).toBe(200)
    expect(body).toContain('<p class="sentence">The company file is connected.</p>')
    expect(body).toContain('<dd>Müller &amp; Söhne.qbw</dd>')
    expect(url.hostname).toBe('127.0.0.1')
    expect(setCookie).toEqual([
      expect.stringMatching(`^bridge-agent=.{32}; Path=${url.pathname.slice(0, -1)}; HttpOnly; SameSite=Strict$`),
    ])
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'content-security-policy': expect.stringMatching(/^default-src 'none'; .*frame-ancestors 'none'$/),
      'x-content-type-options': 'nosniff',
    })
  })

  it.each([
    [true, 'Yes. Change this in the portal'],
    [false, 'No. Change this in the portal'],
  ])('shows whether the agent opens QuickBooks when needed (%s)', async (opensQuickBooks, text) => {
    view = { ...view, opensQuickBooks }
    const { url, cookie } = await open()
    expect((await send(url, { headers: { cookie } })).body).toContain(text)
  })

  it('says whether changes are found within seconds, and what the agent waits for', async () => {
    const { url, cookie } = await open()
    expect((await send(url, { headers: { cookie } })).body).not.toContain('Finds changes')
    view = { ...view, events: describeEvents('asking') }
    expect((await send(url, { headers: { cookie } })).body).toContain(
      '<dt>Finds changes within seconds</dt><dd>Not yet. QuickBooks asks its Admin once',
    )
  })

  it('says until when it records, and ends the recording', async () => {
    const { url, cookie } = await open()
    expect((await send(url, { headers: { cookie } })).body).not.toContain('Recording')
    view = { ...view, recordsUntil: new Date(2026, 2, 2, 17, 0) }
    expect((await send(url, { headers: { cookie } })).body).toContain('recorded until Mar 2, 2026, 5:00 PM')

    const { status } = await post('end-recording', '')
    expect([status, calls]).toEqual([303, [['recording']]])
  })

  it('asks whether the company was renamed, and says so to the agent', async () => {
    const otherCompany = { expected: 'Rock Castle', open: '<b>Castle & Co</b>' }
    const desktop = { phase: 'ready', notice: 'other-file' } as const
    view = { ...view, status: getAgentStatus({ isConnected: true, desktop }), otherCompany }
    const { url, cookie } = await open()
    const { body } = await send(url, { headers: { cookie } })
    expect(body).toContain('QuickBooks shows “&lt;b&gt;Castle &amp; Co&lt;/b&gt;”. This connection has “Rock Castle”.')

    const { status } = await post('renamed', new URLSearchParams(otherCompany).toString())
    expect([status, calls]).toEqual([303, [['renamed', otherCompany]]])
  })

  it('shows the remedy, the title of the dialog and the last request', async () => {
    view = {
      ...view,
      status: getAgentStatus({ isConnected: true, desktop: { phase: 'ready', notice: 'dialog-open' } }),
      dialogTitle: '<b>Update Company File</b>',
      lastRequest: { at: new Date(2026, 2, 2, 9, 5), kind: 'write', outcome: 'unknown' },
    }
    const { url, cookie } = await open()
    const { body } = await send(url, { headers: { cookie } })

    expect(body).toContain('Complete or close it.')
    expect(body).toContain('“&lt;b&gt;Update Company File&lt;/b&gt;”')
    expect(body).toContain('Mar 2, 2026, 9:05 AM: change, sent, without a response')
  })

  it('says in words what QuickBooks waits for, and shows the company file that was found', async () => {
    const asked = { phase: 'ready', notice: 'dialog-open' } as const
    const dialogTitle = 'QuickBooks - Application with No Certificate'
    view = { ...view, status: getAgentStatus({ isConnected: true, desktop: asked, dialogTitle }), dialogTitle }
    const { url, cookie } = await open()
    const { body } = await send(url, { headers: { cookie } })
    expect(body).toContain('<p class="sentence">QuickBooks asks whether Bridge Service may read and change')
    expect(body).toContain(`called “${dialogTitle}”`)

    const found = { phase: 'ready', notice: 'file-unconfirmed', companyFile: 'Müller' } as const
    view = { ...view, status: getAgentStatus({ isConnected: true, desktop: found }), dialogTitle: undefined }
    const next = await send(url, { headers: { cookie } })
    expect(next.body).toContain('<dt>Company file found</dt><dd>Müller</dd>')
  })

  it.each([
    ['pause', 'duration=60', ['pause', 60]],
    ['pause', 'duration=resumed', ['pause', undefined]],
    ['resume', '', ['resume']],
    [
      'quiet-hours',
      'from=22:00&to=06:00&days=Mon&days=Fri',
      ['quiet hours', { from: '22:00', to: '06:00', days: ['Mon', 'Fri'] }],
    ],
    ['no-quiet-hours', '', ['quiet hours', undefined]],
  ])('changes the pause with %s and %j', async (path, body, call) => {
    expect(await post(path, body)).toMatchObject({ status: 303, headers: { location: './' } })
    expect(calls).toEqual([call])
  })

  it.each([
    ['pause', 'duration=forever', 'The agent was not paused: choose a duration.'],
    ['quiet-hours', 'from=&to=06:00&days=Mon', 'The quiet hours were not saved: enter when they begin'],
    ['quiet-hours', 'from=06:00&to=06:00&days=Mon', 'The quiet hours were not saved: enter when they end'],
    ['quiet-hours', 'from=05:00&to=06:00', 'The quiet hours were not saved: choose a day.'],
  ])('explains why %s with %j changes nothing', async (path, body, problem) => {
    const response = await post(path, body)
    expect(response.status).toBe(400)
    expect(response.body).toContain(`<p class="problem" role="alert">${problem}`)
    expect(calls).toEqual([])
  })

  it('shows a report as text', async () => {
    const { url, cookie } = await open()
    const { body } = await send(new URL('report', url), { headers: { cookie } })
    expect(body).toContain('&lt;/textarea&gt;&lt;script&gt;report&lt;/script&gt;</textarea>')
  })

  it.each(['page.css', 'page.js'])('the status page has its own %s', async (name) => {
    const { url, cookie } = await open()
    expect(await send(new URL(name, url), { headers: { cookie } })).toMatchObject({ status: 200 })
  })
})

describe('the status page refuses', () => {
  it('an address that was used, and stores a new one', async () => {
    const [address = ''] = addresses
    await open()
    expect(await send(address)).toMatchObject({ status: 403 })
    expect(addresses).toHaveLength(2)
    expect(addresses[1]).not.toBe(address)
    expect((await open()).cookie).toMatch(/^bridge-agent=/)
  })

  it.each([
    ['no cookie', ''],
    ['a wrong cookie', 'bridge-agent=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'],
    ['the name of another cookie', 'session=1; other=bridge-agent'],
  ])('%s', async (_what, cookie) => {
    const { url } = await open()
    const response = await send(url, { headers: { cookie } })
    expect(response.status).toBe(403)
    expect(response.body).not.toContain('Müller')
  })

  it('a wrong token, without using up the right one', async () => {
    const address = new URL(addresses[0] ?? '')
    address.searchParams.set('token', 'A'.repeat(32))
    expect(await send(address)).toMatchObject({ status: 403 })
    expect((await open()).cookie).not.toBe('')
  })

  it.each([
    ['another name that resolves to this PC', { host: 'evil.example' }],
    ['the name of this PC without its port', { host: '127.0.0.1' }],
    ['a page elsewhere that reads it', { origin: 'https://evil.example' }],
    ['a page elsewhere that links to it', { 'sec-fetch-site': 'cross-site' }],
    ['another port of this PC that embeds it', { 'sec-fetch-site': 'same-site' }],
  ])('%s', async (_what, headers) => {
    const { url, cookie } = await open()
    expect(await send(url, { headers: { cookie, ...headers } })).toMatchObject({ status: 403 })
  })

  it.each([
    ['a form of another origin', { origin: 'https://evil.example' }],
    ['a form of another port', { origin: 'http://127.0.0.1:1' }],
    ['a form of a page without an origin', { origin: 'null' }],
    ['a form that a browser calls foreign', { 'sec-fetch-site': 'cross-site' }],
    ['a form without the cookie', { cookie: '' }],
  ])('%s', async (_what, headers) => {
    expect(await post('pause', 'duration=60', headers)).toMatchObject({ status: 403 })
    expect(calls).toEqual([])
  })

  it('a request that is no form, or a large one', async () => {
    expect(await post('pause', '{}', { 'content-type': 'application/json' })).toMatchObject({ status: 413 })
    expect(await post('pause', `duration=60&x=${'x'.repeat(5_000)}`)).toMatchObject({ status: 413 })
    expect(calls).toEqual([])
  })

  it.each([
    ['a form without an origin', 'POST'],
    ['another method', 'PUT'],
  ])('%s', async (_what, method) => {
    const { url, cookie } = await open()
    expect((await send(new URL('pause', url), { method, headers: { cookie } })).status).toBe(403)
  })

  it('every other path', async () => {
    const { url, cookie } = await open()
    for (const path of [
      '/',
      '/open',
      `${url.pathname}../`,
      `${url.pathname}%2e%2e/agent.json`,
      `${url.pathname}unknown`,
    ]) {
      expect(await send(new URL(path, url), { headers: { cookie } })).toMatchObject({ status: 404 })
    }
  })

  it.each([
    ['headers that are too large', `GET / HTTP/1.1\r\nHost: x\r\nx: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
    ['something else than HTTP', '\0\x01\x02\r\n\r\n', 400],
    ['a path that is none', 'GET // HTTP/1.1\r\nHost: HOST\r\nConnection: close\r\n\r\n', 404],
    ['no host', 'GET / HTTP/1.1\r\n\r\n', 400],
    ['two lengths', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab', 400],
  ])('%s', async (_what, bytes, status) => {
    const { hostname, port } = new URL(addresses[0] ?? '')
    const socket = connect(Number(port), hostname)
    socket.on('error', () => undefined)
    socket.write(bytes.replace('HOST', `${hostname}:${port}`))
    expect(await text(socket)).toContain(`HTTP/1.1 ${status} `)
  })
})

it('hides the reason of a failure', async () => {
  const { url, cookie } = await open()
  view = { ...view, since: new Date(Number.NaN) }
  const { status, body } = await send(url, { headers: { cookie } })
  expect([status, errors.length]).toEqual([500, 1])
  expect(body).not.toContain('Invalid time')
})
