import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type QuietHours, quietHoursSchema } from '../pause/quiet-hours.ts'
import { createPageAccess, isOwnRequest } from './page-access.ts'
import { script, styleSheet } from './page-assets.ts'
import type { PageActions, PageView } from './page-view.ts'
import { readForm } from './read-form.ts'
import { pauseDurations, renderMessagePage, renderReportPage, renderStatusPage } from './render-page.ts'

interface StatusPageOptions {
  readonly getView: () => Promise<PageView>
  readonly actions: PageActions
  /** Stores the address at which a browser opens the page. It works once, and is replaced then. */
  readonly storeAddress: (address: string) => Promise<void>
  readonly onError: (error: unknown) => void
}

/** A running agent's status page. */
export interface StatusPage {
  /** Stops the server. */
  close(): Promise<void>
}

interface Reply {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

type Route = (form: URLSearchParams) => Promise<Reply>

const limits = {
  maxHeaderSize: 8 * 1024,
  headersTimeout: 5_000,
  requestTimeout: 10_000,
  keepAliveTimeout: 2_000,
  connectionsCheckingInterval: 5_000,
}
const maxConnections = 16

const headers: Readonly<Record<string, string>> = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy':
    "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'Content-Type': 'text/html; charset=utf-8',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  // Without a referrer at all, forms would have no `Origin`.
  'Referrer-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
}

const toPage: Reply = { status: 303, headers: { Location: './' } }
const notFound: Reply = { status: 404, body: renderMessagePage('There is no such page.') }
const foreign: Reply = { status: 403, body: renderMessagePage('This page can be used on this PC only.') }
const notSignedIn: Reply = {
  status: 403,
  body: renderMessagePage('This address was used. Open the status page from the icon of the agent near the clock.'),
}

/**
 * Serves the status page on a free port, for the browser in which a person opens its address: other users and programs
 * on the PC, and other sites' pages, are refused.
 */
export async function startStatusPage(options: StatusPageOptions): Promise<StatusPage> {
  const { getView, actions, storeAddress, onError } = options
  const access = createPageAccess()
  const routes = createRoutes(getView, actions)
  let host = ''

  const publishAddress = () => storeAddress(`http://${host}${access.path}/open?token=${access.token()}`)

  const open = async (token: string): Promise<Reply> => {
    const cookie = access.redeem(token)
    if (cookie === undefined) return notSignedIn
    await publishAddress()
    return { ...toPage, headers: { ...toPage.headers, 'Set-Cookie': cookie } }
  }

  const respond = async (request: IncomingMessage): Promise<Reply> => {
    const { method = '', headers: given } = request
    if (!isOwnRequest(method, given, host)) return foreign
    const [base, target = ''] = [`http://${host}`, request.url]
    if (!URL.canParse(target, base)) return notFound
    const { pathname, searchParams } = new URL(target, base)
    if (!pathname.startsWith(`${access.path}/`)) return notFound
    const name = pathname.slice(access.path.length + 1)
    if (method === 'GET' && name === 'open') return open(searchParams.get('token') ?? '')
    if (!access.isSignedIn(given)) return notSignedIn
    const route = routes.get(`${method} ${name}`)
    if (route === undefined) return notFound
    const form = method === 'POST' ? await readForm(request) : new URLSearchParams()
    return form === undefined ? { status: 413, body: renderMessagePage('The form cannot be read.') } : route(form)
  }

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const {
      status,
      headers: more,
      body = '',
    } = await respond(request).catch((error: unknown): Reply => {
      onError(error)
      return { status: 500, body: renderMessagePage('We couldn’t do that. The log of the agent has the reason.') }
    })
    // The rest of a refused request is not read.
    if (!request.complete) response.setHeader('Connection', 'close')
    response.writeHead(status, { ...headers, ...more }).end(body)
  }

  const server = createServer(limits, (request, response) => void handle(request, response))
  server.maxConnections = maxConnections
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  server.on('error', onError)
  host = `127.0.0.1:${getPort(server.address())}`
  await publishAddress()
  return {
    close: async () => {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

function getPort(address: string | { readonly port: number } | null): number {
  if (address === null || typeof address === 'string') throw new Error('The status page has no port.')
  return address.port
}

function createRoutes(getView: () => Promise<PageView>, actions: PageActions): ReadonlyMap<string, Route> {
  let report: Promise<string> | undefined
  const showStatus = async (problem?: string): Promise<Reply> => ({
    status: problem === undefined ? 200 : 400,
    body: renderStatusPage(await getView(), problem),
  })
  const asset = (type: string, body: string) => async (): Promise<Reply> => ({
    status: 200,
    headers: { 'Content-Type': `${type}; charset=utf-8` },
    body,
  })
  const makeReport = async (): Promise<Reply> => {
    report ??= actions.makeReport().finally(() => {
      report = undefined
    })
    return { status: 200, body: renderReportPage(await report) }
  }
  return new Map<string, Route>([
    ['GET ', () => showStatus()],
    ['GET page.css', asset('text/css', styleSheet)],
    ['GET page.js', asset('text/javascript', script)],
    ['GET report', makeReport],
    [
      'POST pause',
      async (form) => {
        const duration = pauseDurations[form.get('duration') ?? '']
        if (duration === undefined) return showStatus('The agent was not paused: choose a duration.')
        await actions.pause(duration.minutes)
        return toPage
      },
    ],
    ['POST resume', () => actions.resume().then(() => toPage)],
    [
      'POST quiet-hours',
      async (form) => {
        const quietHours = readQuietHours(form)
        if (typeof quietHours === 'string') return showStatus(`The quiet hours were not saved: ${quietHours}`)
        await actions.setQuietHours(quietHours)
        return toPage
      },
    ],
    [
      'POST renamed',
      async (form) => {
        await actions.acceptRename({ expected: form.get('expected') ?? '', open: form.get('open') ?? '' })
        return toPage
      },
    ],
    ['POST end-recording', () => actions.endRecording().then(() => toPage)],
    ['POST no-quiet-hours', () => actions.setQuietHours(undefined).then(() => toPage)],
  ])
}

const problems: Readonly<Record<string, string>> = {
  from: 'enter when they begin, such as 09:00.',
  to: 'enter when they end, such as 12:30. It must not be when they begin.',
  days: 'choose a day.',
}

/** Returns a form's quiet hours, or what is wrong with them. */
function readQuietHours(form: URLSearchParams): QuietHours | string {
  const { success, data, error } = quietHoursSchema.safeParse({
    from: form.get('from'),
    to: form.get('to'),
    days: form.getAll('days'),
    timeZone: form.get('timeZone') ?? undefined,
  })
  return success ? data : (problems[String(error.issues[0]?.path[0])] ?? 'a value is wrong.')
}
