import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { ensureServiceRole } from '@bridge/database/service-role'
import { createTestDatabase, type TestDatabase } from '@bridge/database/testing'
import { examine, formatReport } from '@bridge/dev/doctor'
import { machineSecret } from '@bridge/harness/machine-secret'
import { type Service, startService, stripeAccount } from '@bridge/harness/start-service'
import { emulatorPriceId } from '@bridge/stripe-emulator'
import { generate } from 'selfsigned'
import { SMTPServer } from 'smtp-server'
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { startProxy } from './broken-proxy.fixture.ts'

type Variables = Readonly<Record<string, string>>

const role = 'doctor_service'
let test: TestDatabase
let service: Service
/** A healthy deployment's variables. */
let healthy: Variables

beforeAll(async () => {
  test = await createTestDatabase()
  service = await startService({ database: test, gateway: { heartbeatMs: 100 }, sandboxHost: true, billing: true })
  await vi.waitUntil(async () => (await test.database.gateway.count()) === 1, { timeout: 30_000 })
  healthy = {
    DATABASE_URL: await ensureServiceRole(test.url, role, 'doctor-password'),
    MACHINE_SECRET: machineSecret,
    SESSION_SECRET: machineSecret,
    GATEWAY_URL: service.gatewayUrl,
    BASE_URL: service.origin,
    STRIPE_SECRET_KEY: stripeAccount.secretKey,
    STRIPE_WEBHOOK_SECRET: stripeAccount.webhookSecret,
    STRIPE_PRICE_ID: emulatorPriceId,
    STRIPE_API_URL: service.stripe?.url ?? '',
  }
})
afterAll(async () => {
  await service.close()
  await test.database.$executeRawUnsafe(`DROP OWNED BY ${role}`)
  await test.database.$executeRawUnsafe(`DROP ROLE ${role}`)
  await test.drop()
})

/** Examines a deployment that differs from the healthy one, and returns what is wrong, by title. */
async function diagnose(changes: Variables, clock?: () => Date) {
  const diagnoses = await examine({ ...healthy, ...changes }, clock)
  return diagnoses.flatMap(({ title, findings }) =>
    findings.flatMap(({ state, text, advice }) =>
      state === 'problem' || state === 'warning' ? [{ title, state, text, advice: advice ?? '' }] : [],
    ),
  )
}

/** Expects exactly one problem or warning, whose text and advice contain these words. */
async function expectOne(changes: Variables, expected: Diagnosis, clock?: () => Date) {
  const found = await diagnose(changes, clock)
  expect(found).toEqual([
    {
      title: expected.title,
      state: expected.state ?? 'problem',
      text: expect.stringMatching(expected.text),
      advice: expect.stringMatching(expected.advice),
    },
  ])
}

interface Diagnosis {
  readonly title: string
  readonly state?: 'problem' | 'warning'
  readonly text: RegExp
  readonly advice: RegExp
}

it('finds nothing wrong with a healthy deployment, and prints no secret', async () => {
  expect(await diagnose({})).toEqual([])
  const report = formatReport(await examine(healthy))
  expect(report).toContain('✓ Database')
  expect(report).toMatch(/\nNo problems\.\n$/)
  for (const secret of ['doctor-password', machineSecret, stripeAccount.secretKey]) expect(report).not.toContain(secret)
})

const withoutStripe = { STRIPE_SECRET_KEY: '', STRIPE_WEBHOOK_SECRET: '', STRIPE_PRICE_ID: '', STRIPE_API_URL: '' }

describe('settings', () => {
  it.each<[Variables, Diagnosis]>([
    [{ GATEWAY_UR: 'x' }, { title: 'Settings', state: 'warning', text: /^GATEWAY_UR is set/, advice: /GATEWAY_URL/ }],
    [{ CLIENTS_MAX: '7' }, { title: 'Settings', state: 'warning', text: /^CLIENTS_MAX is set/, advice: /Remove it/ }],
    [
      { REALM_REQUESTS_AT_ONCE: 'many' },
      { title: 'Settings', text: /^REALM_REQUESTS_AT_ONCE: /, advice: /deployment\.md/ },
    ],
    [{ SESSION_SECRET: 'short' }, { title: 'Settings', text: /^SESSION_SECRET: .*32/, advice: /deployment\.md/ }],
    [
      { OIDC_CLIENT_ID: 'bridge' },
      { title: 'Settings', text: /^OIDC_ISSUER: set OIDC_ISSUER,/, advice: /deployment\.md/ },
    ],
    [{ SIGN_IN_LINKS: 'false' }, { title: 'Settings', text: /no other way to sign in/, advice: /does not start/ }],
  ])('%j is reported', (changes, expected) => expectOne(changes, expected))

  it('reports a public address without TLS, which is not reached, either', async () => {
    const found = await diagnose({ ...withoutStripe, BASE_URL: 'http://bridge.invalid' })
    expect(found.map(({ title, text }) => [title, text])).toEqual([
      ['Settings', expect.stringContaining('without TLS')],
      ['Public address', expect.stringMatching(/ENOTFOUND|EAI_AGAIN/)],
      ['Mail', expect.stringContaining('No emails are sent')],
    ])
  })
})

it('reports that all clients share the address of a proxy', async () => {
  const found = await diagnose({ ...withoutStripe, BASE_URL: 'https://bridge.invalid', SMTP_URL: 'smtp://127.0.0.1:1' })
  expect(found[0]).toMatchObject({ title: 'Settings', state: 'warning', text: expect.stringContaining('TRUST_PROXY') })
})

describe('the database', () => {
  function address(change: (url: URL) => void): Variables {
    const url = new URL(healthy.DATABASE_URL ?? '')
    change(url)
    return { DATABASE_URL: url.href }
  }
  /** What depends on a database that cannot be used says so, and nothing else. */
  async function expectFirst(changes: Variables, text: RegExp) {
    const [first, ...others] = await diagnose(changes)
    expect(first).toMatchObject({ title: 'Database', state: 'problem', text: expect.stringMatching(text) })
    expect(new Set(others.map(({ title }) => title))).toEqual(new Set(['Clock', 'Gateways', 'Sandbox hosts']))
  }

  it('that cannot be reached is reported, with host and cause', () =>
    expectFirst(
      address((url) => (url.port = '1')),
      /cannot be reached/,
    ))
  it('that refuses the password is reported', () =>
    expectFirst(
      address((url) => (url.password = 'wrong')),
      /refuses the password.*28P01/,
    ))
  it('that does not exist is reported', () =>
    expectFirst(
      address((url) => (url.pathname = '/missing')),
      /does not exist.*3D000/,
    ))

  it('without a migration of this version is reported', async () => {
    const { database } = test
    await database.$executeRaw`UPDATE _prisma_migrations SET finished_at = NULL WHERE migration_name =
      (SELECT max(migration_name) FROM _prisma_migrations)`
    onTestFinished(async () => {
      await database.$executeRaw`UPDATE _prisma_migrations SET finished_at = now() WHERE finished_at IS NULL`
    })
    await expectOne({}, { title: 'Database', text: /lacks a migration/, advice: /npm run migrate -- --check/ })
  })

  it('whose role lacks a right on a table is reported, with the right', async () => {
    await test.database.$executeRawUnsafe(`REVOKE INSERT ON realm, organization FROM ${role}`)
    onTestFinished(async () => {
      await test.database.$executeRawUnsafe(`GRANT INSERT ON realm, organization TO ${role}`)
    })
    const text = /may not INSERT on organization, and on 1 other/
    await expectOne({}, { title: 'Database', text, advice: /npm run migrate -- --service-role/ })
  })

  it('whose role may change the schema is reported', () =>
    expectOne(
      { DATABASE_URL: test.url },
      { title: 'Database', state: 'warning', text: /owns the database/, advice: /reads and changes rows only/ },
    ))

  it('with too few connections is reported', () =>
    expectOne(
      { DATABASE_POOL_MAX: '5000' },
      { title: 'Database', state: 'warning', text: /accepts \d+ connections;.* 5037/, advice: /max_connections/ },
    ))
})

it.each([
  [86_400_000, /8640\d s ahead/],
  [-20_000, /2\d s behind/],
])('reports a clock that is %i ms off', async (ms, text) => {
  const clock = () => new Date(Date.now() + ms)
  await expectOne({}, { title: 'Clock', text, advice: /NTP/ }, clock)
})

describe('gateways and sandbox hosts', () => {
  it('that refuse the machine secret are reported', async () => {
    const found = await diagnose({ MACHINE_SECRET: 'x'.repeat(32) })
    expect(found.map(({ title, text }) => [title, text])).toEqual([
      ['Gateways', expect.stringContaining('refuses the machine secret')],
      ['Sandbox hosts', expect.stringContaining('refuses the machine secret')],
    ])
  })

  /** A gateway with another address. */
  async function addGateway(url: string) {
    await test.database.gateway.create({ data: { url, agents: 0, lastSeenAt: new Date() } })
    onTestFinished(async () => {
      await test.database.gateway.deleteMany({ where: { url } })
    })
  }

  it('that this machine does not reach are reported', async () => {
    await addGateway('http://127.0.0.1:1')
    const text = /^http:\/\/127\.0\.0\.1:1 cannot be reached from this machine: .*ECONNREFUSED/
    await expectOne({}, { title: 'Gateways', text, advice: /its own address/ })
  })

  it('in whose place another program listens are reported', async () => {
    await addGateway(await listen((_, response) => response.end('Hello')))
    await expectOne({}, { title: 'Gateways', text: /responded with 200/, advice: /another program/ })
  })

  it('are missed', async () => {
    const empty = await createTestDatabase()
    onTestFinished(() => empty.drop())
    const found = await diagnose({ DATABASE_URL: empty.url })
    expect(found.map(({ title, text }) => [title, text])).toEqual([
      ['Database', expect.stringContaining('owns the database')],
      ['Gateways', expect.stringContaining('No agent')],
      ['Sandbox hosts', expect.stringContaining('AGENT_OFFLINE')],
    ])
  })
})

describe('the public address', () => {
  async function behind(options: Omit<Parameters<typeof startProxy>[0], 'target'>): Promise<Variables> {
    const proxy = await startProxy({ target: service.origin, ...options })
    onTestFinished(() => proxy.close())
    return { BASE_URL: proxy.url }
  }
  const title = 'Public address'

  it('that passes everything on is fine', async () => {
    expect(await diagnose(await behind({}))).toEqual([])
  })

  it('where nothing listens is reported', () =>
    expectOne({ BASE_URL: 'http://127.0.0.1:1' }, { title, text: /ECONNREFUSED/, advice: /firewall/ }))

  it('where another program listens is reported', async () => {
    const BASE_URL = await listen((_, response) => response.end('Welcome to nginx!'))
    const [first] = await diagnose({ BASE_URL })
    expect(first).toMatchObject({ title, text: expect.stringContaining('not as this service does') })
  })

  it('of a server that is not ready is reported, with its reason', async () => {
    const changes = await behind({
      intercept: (request, response) => {
        if (request.url !== '/readyz') return false
        response.writeHead(503).end('{"ok":false,"reason":"The database lacks a migration."}')
        return true
      },
    })
    await expectOne(changes, { title, text: /is not ready/, advice: /lacks a migration/ })
  })

  it('whose proxy drops WebSockets is reported', async () => {
    const changes = await behind({ passesUpgrades: false })
    await expectOne(changes, { title, text: /Agents cannot connect.*426/, advice: /Upgrade and Connection/ })
  })

  it('whose proxy refuses large bodies is reported', async () => {
    const changes = await behind({
      intercept: (request, response) => {
        if (Number(request.headers['content-length'] ?? 0) <= 1024 * 1024) return false
        response.writeHead(413, { connection: 'close' }).end()
        return true
      },
    })
    await expectOne(changes, { title, text: /413/, advice: /client_max_body_size/ })
  })

  it('whose proxy sends pages to a server without them is reported', async () => {
    const changes = await behind({
      intercept: (request, response) => {
        if (request.url !== '/sign-in') return false
        response.writeHead(404).end()
        return true
      },
    })
    await expectOne(changes, { title, text: /\/sign-in .*surface pages: status 404/, advice: /docs\/operations\.md/ })
  })

  describe('with TLS', () => {
    const trusted = getCACertificates('default')
    afterEach(() => setDefaultCACertificates(trusted))

    async function createCertificate(days: number) {
      const notAfterDate = new Date(Date.now() + days * 86_400_000)
      const names = [{ name: 'commonName', value: 'localhost' }]
      const extensions = [{ name: 'subjectAltName' as const, altNames: [{ type: 2 as const, value: 'localhost' }] }]
      const { private: key, cert } = await generate(names, { notAfterDate, extensions })
      return { key, cert }
    }

    it('and a certificate that no client trusts is reported', async () => {
      const changes = await behind({ tls: await createCertificate(90) })
      await expectOne(changes, { title, text: /self.signed certificate/, advice: /NODE_EXTRA_CA_CERTS/ })
    })

    it('and a certificate that ends soon is reported', async () => {
      const tls = await createCertificate(3.5)
      setDefaultCACertificates([...trusted, tls.cert])
      await expectOne(await behind({ tls }), { title, state: 'warning', text: /ends in 3 days/, advice: /Renew it/ })
    })
  })
})

describe('the mail server', () => {
  /** Starts a mail server with one user. */
  async function startMailServer(): Promise<string> {
    const server = new SMTPServer({
      disabledCommands: ['STARTTLS'],
      allowInsecureAuth: true,
      onAuth: ({ username, password }, _session, done) =>
        username === 'bridge' && password === 'right'
          ? done(null, { user: username })
          : done(new Error('Invalid login')),
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => new Promise<void>((resolve) => server.close(resolve)))
    return `127.0.0.1:${(server.server.address() as { port: number }).port}`
  }

  it('that accepts the service is fine', async () => {
    expect(await diagnose({ SMTP_URL: `smtp://bridge:right@${await startMailServer()}` })).toEqual([])
  })

  it('that refuses the password is reported, without the password', async () => {
    const changes = { SMTP_URL: `smtp://bridge:hush-hush@${await startMailServer()}` }
    await expectOne(changes, { title: 'Mail', text: /Invalid login/, advice: /user and password/ })
    expect(formatReport(await examine({ ...healthy, ...changes }))).not.toContain('hush-hush')
  })

  it('that cannot be reached is reported', () =>
    expectOne({ SMTP_URL: 'smtp://127.0.0.1:1' }, { title: 'Mail', text: /ECONNREFUSED/, advice: /SMTP_URL/ }))
})

describe('the OpenID Connect provider', () => {
  const client = { OIDC_CLIENT_ID: 'bridge', OIDC_CLIENT_SECRET: 'right' }
  const authorized = `Basic ${Buffer.from('bridge:right').toString('base64')}`

  /** Starts what a provider has at these addresses, under its own or another issuer. */
  function startProvider(change: Readonly<Record<string, unknown>> = {}): Promise<string> {
    return listen((request, response) => {
      const origin = `http://${request.headers.host}`
      const endpoints = {
        authorization_endpoint: `${origin}/a`,
        token_endpoint: `${origin}/token`,
        jwks_uri: `${origin}/keys`,
      }
      if (request.url === '/keys') response.end('{"keys":[]}')
      else if (request.url !== '/token') response.end(JSON.stringify({ issuer: origin, ...endpoints, ...change }))
      else if (request.headers.authorization === authorized) response.writeHead(400).end('{"error":"invalid_grant"}')
      else response.writeHead(401).end('{"error":"invalid_client"}')
    })
  }

  it('that knows the client is fine', async () => {
    expect(await diagnose({ ...client, OIDC_ISSUER: await startProvider() })).toEqual([])
  })

  it('that refuses the client is reported, with the redirect URI', async () => {
    const changes = { ...client, OIDC_CLIENT_SECRET: 'wrong', OIDC_ISSUER: await startProvider() }
    const advice = /\/admin\/v1\/auth\/callback\/oidc/
    await expectOne(changes, { title: 'OpenID Connect', text: /refuses OIDC_CLIENT_ID/, advice })
  })

  it('with another issuer is reported', async () => {
    const changes = { ...client, OIDC_ISSUER: await startProvider({ issuer: 'https://id.example' }) }
    await expectOne(changes, {
      title: 'OpenID Connect',
      text: /calls itself https:\/\/id\.example/,
      advice: /OIDC_ISSUER/,
    })
  })

  it('without a discovery document is reported', async () => {
    const changes = { ...client, OIDC_ISSUER: await listen((_, response) => response.writeHead(404).end()) }
    await expectOne(changes, {
      title: 'OpenID Connect',
      text: /no discovery document \(status 404/,
      advice: /OIDC_ISSUER/,
    })
  })
})

describe('Stripe', () => {
  it.each<[Variables, Diagnosis]>([
    [{ STRIPE_SECRET_KEY: 'sk_test_other' }, { title: 'Stripe', text: /refuses STRIPE_SECRET_KEY/, advice: /key/ }],
    [{ STRIPE_PRICE_ID: 'price_missing' }, { title: 'Stripe', text: /no price/, advice: /Test and live/ }],
    [
      { STRIPE_API_URL: 'http://127.0.0.1:1' },
      { title: 'Stripe', text: /cannot be reached/, advice: /api\.stripe\.com/ },
    ],
    [
      { ...withoutStripe, BILLING_ENFORCED: 'true' },
      { title: 'Stripe', state: 'warning', text: /no one can pay/, advice: /npm run billing/ },
    ],
  ])('%j is reported', (changes, expected) => expectOne(changes, expected))
})

it('reports a folder without the installer of the agent', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'release-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await expectOne(
    { AGENT_RELEASE_DIR: folder },
    { title: 'Agent for Windows', text: /no readable/, advice: /readable/ },
  )
})

/** Starts an HTTP server until the test ends, and returns its address. */
async function listen(handle: (request: IncomingMessage, response: ServerResponse) => void): Promise<string> {
  const server = createServer(handle)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(async () => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as { port: number }).port}`
}
