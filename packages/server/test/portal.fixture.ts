import { createBilling } from '@bridge/control-plane/billing/billing'
import { createPortal } from '@bridge/control-plane/portal/portal'
import { createFirstOrganizations } from '@bridge/control-plane/provisioning/first-organization'
import type { Services } from '@bridge/control-plane/services/services'
import { createChangeFeed } from '@bridge/database'
import { createTestDatabase, type TestDatabase } from '@bridge/database/testing'
import { createMailer } from '@bridge/identity/mail/mailer'
import { createSecurityNotices } from '@bridge/identity/mail/security-notices'
import { createSessions } from '@bridge/identity/sessions/sessions'
import { authPath } from '@bridge/identity/sign-in/auth-address'
import { createSignIn } from '@bridge/identity/sign-in/sign-in'
import { OutgoingClient } from '@bridge/platform/outgoing-client'
import type { RateLimiter } from '@bridge/platform/rate-limit'
import { type ServerConfig, serverDefaults } from '@bridge/platform/server-config'
import { Hono } from 'hono'
import { pino } from 'pino'
import { openSandboxes } from './local-sandboxes.fixture.ts'

const config: ServerConfig = {
  ...serverDefaults,
  baseUrl: 'http://localhost:4000',
  machineSecret: 'm'.repeat(32),
  sessionSecret: 's'.repeat(32),
}

/** A limiter allowing everything until it has a limit for each key. */
function boundedLimiter() {
  let limit = Number.POSITIVE_INFINITY
  let counts = new Map<string, number>()
  const limiter: RateLimiter = {
    consume: async (key) => {
      const count = (counts.get(key) ?? 0) + 1
      counts.set(key, count)
      return {
        allowed: count <= limit,
        limit: 1_000,
        remaining: Math.max(0, Math.min(1_000, limit - count)),
        resetSeconds: 42,
      }
    },
  }
  const allow = (requests: number): void => {
    limit = requests
    counts = new Map()
  }
  return { limiter, allow }
}

/** Starts the portal over its own database, or over another portal's. */
export async function openPortal(
  overrides: Partial<ServerConfig> = {},
  clock: () => Date = () => new Date(),
  shared?: TestDatabase,
) {
  const test = shared ?? (await createTestDatabase())
  const changes = createChangeFeed(test.url)
  const { limiter, allow } = boundedLimiter()
  const mails = boundedLimiter()
  const codes = boundedLimiter()
  const lines: string[] = []
  const logger = pino({ level: 'debug' }, { write: (line: string) => void lines.push(line) })
  const dependencies = {
    database: test.database,
    changes,
    clock,
    logger,
    config: { ...config, ...overrides },
  }
  const sandboxes = openSandboxes(dependencies)
  const mailer = createMailer(dependencies)
  const securityNotices = createSecurityNotices({ ...dependencies, mailer })
  const services: Services = {
    ...dependencies,
    clientAddress: () => '203.0.113.7',
    restLimiter: boundedLimiter().limiter,
    apiKeyLimiter: boundedLimiter().limiter,
    oauthLimiter: boundedLimiter().limiter,
    signInLimiter: limiter,
    signInMailLimiter: mails.limiter,
    secondFactorLimiter: codes.limiter,
    invitationLimiter: boundedLimiter().limiter,
    setupLimiter: boundedLimiter().limiter,
    setupMailLimiter: boundedLimiter().limiter,
    pairingLimiter: boundedLimiter().limiter,
    pairing56Limiter: boundedLimiter().limiter,
    pairing48Limiter: boundedLimiter().limiter,
    pairingTotalLimiter: boundedLimiter().limiter,
    truthReportLimiter: boundedLimiter().limiter,
    sandboxLimiter: boundedLimiter().limiter,
    userLimiter: boundedLimiter().limiter,
    visitorLimiter: boundedLimiter().limiter,
    organizationLimiter: boundedLimiter().limiter,
    billing: createBilling({ ...dependencies, fetchDatabase: test.database }),
    sandboxes,
    findDesktop: () => sandboxes,
    mailer,
    securityNotices,
    findInstaller: async () => undefined,
    outgoing: new OutgoingClient({ allowsLoopback: true }),
    sessions: createSessions(dependencies),
    requestLog: { flush: () => Promise.resolve() },
    proposals: {
      list: () => Promise.resolve([]),
      reject: () => Promise.resolve(false),
      commitForMember: () => Promise.reject(new Error('These tests have no data plane.')),
    },
    userCalls: {
      send: () => Promise.reject(new Error('These tests have no data plane.')),
      findMistakes: () => Promise.reject(new Error('These tests have no data plane.')),
    },
  }
  const portal = createPortal(services)
  const signIn = createSignIn({ ...services, ...createFirstOrganizations(services) })
  const app = new Hono().route('/trpc', portal.routes).route(authPath, signIn.routes)
  return {
    portal,
    signIn,
    mailer,
    sessions: services.sessions,
    app,
    lines,
    allow,
    allowMails: mails.allow,
    allowCodes: codes.allow,
    test,
    database: test.database,
    async close() {
      portal.endStreams()
      await securityNotices.close()
      await changes.close()
      if (shared === undefined) await test.drop()
    },
  }
}

export type OpenPortal = Awaited<ReturnType<typeof openPortal>>

/** Opens a browser keeping cookies and not following redirects. */
export function openBrowser({ app }: Pick<OpenPortal, 'app'>) {
  const cookies = new Map<string, string>()
  const request = async (path: string, init: RequestInit = {}) => {
    const headers = new Headers(init.headers)
    headers.set('cookie', [...cookies].map(([name, value]) => `${name}=${value}`).join('; '))
    const response = await app.request(path, { ...init, headers })
    for (const cookie of response.headers.getSetCookie()) {
      const [pair = ''] = cookie.split(';', 1)
      const separator = pair.indexOf('=')
      if (/max-age=0/i.test(cookie)) cookies.delete(pair.slice(0, separator))
      else cookies.set(pair.slice(0, separator), pair.slice(separator + 1))
    }
    return response
  }
  const post = async (path: string, fields: Record<string, string>) => {
    const { csrfToken } = (await (await request(`${authPath}/csrf`)).json()) as { csrfToken: string }
    const body = new URLSearchParams({ csrfToken, json: 'true', ...fields })
    return request(authPath + path, { method: 'POST', body })
  }
  /** Presses the button on the page behind a sign-in link. */
  const pressLink = (link: string) =>
    request(`${authPath}/callback/email`, {
      method: 'POST',
      headers: { origin: 'http://localhost:4000', 'sec-fetch-site': 'same-origin' },
      body: new URL(link).searchParams,
    })
  return { cookies, request, post, pressLink }
}

export type Browser = ReturnType<typeof openBrowser>

/** Signs in with the link in the development mailbox. */
export async function signIn(open: OpenPortal, email: string): Promise<Browser> {
  const browser = openBrowser(open)
  await browser.post('/signin/email', { email, callbackUrl: '/' })
  const link = open.mailer.mailbox?.list().find(({ to }) => to === email)?.link ?? ''
  await browser.pressLink(link)
  return browser
}
