import { spawnSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { withEnvironmentTable } from '@bridge/environment'
import { serverDefaults, serverVariables } from '@bridge/server'
import { describe, expect, it } from 'vitest'
import { environment, readEnv } from './env.ts'

const page = fileURLToPath(new URL('../../docs/deployment.md', import.meta.url))

const required = {
  DATABASE_URL: 'postgresql://localhost/bridge',
  MACHINE_SECRET: 'm'.repeat(32),
  SESSION_SECRET: 's'.repeat(32),
}
const gate = { ADMIN_GATE_USER: 'operator', ADMIN_GATE_PASSWORD: 'a long password' }
const stripe = {
  STRIPE_SECRET_KEY: 'sk_test_bridge',
  STRIPE_WEBHOOK_SECRET: 'whsec_old,whsec_new',
  STRIPE_PRICE_ID: 'price_bridge',
}
const provider = { OIDC_ISSUER: 'https://id.example/', OIDC_CLIENT_ID: 'bridge', OIDC_CLIENT_SECRET: 'hush' }

it('is documented on the deployment page (vitest -u updates it)', async () => {
  const updated = withEnvironmentTable(await readFile(page, 'utf8'), environment)
  await expect(updated).toMatchFileSnapshot(page)
})

it('fills in the defaults', () => {
  expect(readEnv(required)).toMatchObject({
    development: false,
    host: '127.0.0.1',
    port: 3000,
    config: {
      ...serverDefaults,
      baseUrl: 'http://localhost:3000',
      restRequestsPerMinute: 500,
      maxBodyBytes: 2_097_152,
      billingEnforced: false,
    },
  })
})

it.each([
  [undefined, ['pages', 'api']],
  ['api', ['api']],
  ['pages, api', ['pages', 'api']],
])('reads SURFACES %s', (text, surfaces) => {
  expect(readEnv({ ...required, SURFACES: text }).surfaces).toEqual(surfaces)
})

it.each(['page', 'pages,', 'pages;api', ' '])('rejects SURFACES “%s” in one line', (text) => {
  expect(() => readEnv({ ...required, SURFACES: text })).toThrow(
    /^The environment of portal is invalid\. SURFACES\.\d: .*"pages"\|"api"$/,
  )
})

it('passes each server variable under its name in camel case', () => {
  const set = Object.fromEntries(
    Object.entries(serverVariables).map(([name, row]) => {
      if ('default' in row) return [name, typeof row.default === 'boolean' ? 'true' : String(row.default)]
      return [name, ['x'.repeat(40), 'true', 'ada@acme.example'].find((text) => row.schema.safeParse(text).success)]
    }),
  )
  const others = {
    AGENT_TIMEOUT_MS: '7',
    CONSENT_REQUIRES_SIGN_IN: 'true',
    SECURITY_CONTACT: 'security@bridge.example',
    SUPPORT_CONTACT: 'support@bridge.example',
  }
  const { config } = readEnv({ ...required, ...set, ...others })
  expect(config).toMatchObject({
    supportContact: 'mailto:support@bridge.example',
    agentTimeoutMs: 7,
    trustProxy: true,
    wireTraceDir: 'x'.repeat(40),
  })
})

it.each([
  ['security@bridge.example', 'mailto:security@bridge.example'],
  ['https://bridge.example/security', 'https://bridge.example/security'],
])('reads the contact for vulnerabilities, %s', (contact, securityContact) => {
  expect(readEnv({ ...required, SECURITY_CONTACT: contact }).config).toMatchObject({ securityContact })
})

it.each(['http://bridge.example', 'bridge.example', 'a@bridge.example\nContact: b'])(
  'rejects %j as a contact for vulnerabilities',
  (contact) => {
    expect(() => readEnv({ ...required, SECURITY_CONTACT: contact })).toThrow(
      'SECURITY_CONTACT: must be an email address or begin with https://',
    )
  },
)

it('ignores variables of earlier versions, and names them', () => {
  const env = readEnv({ ...required, CLIENTS_MAX: '7', PAIRING_ATTEMPTS_PER_MINUTE_MAX: '9', OUTCOME_BYTES_MAX: '' })
  expect(env.config.maxClients).toBe(serverDefaults.maxClients)
  expect(env.ignoredVariables).toEqual(['PAIRING_ATTEMPTS_PER_MINUTE_MAX', 'CLIENTS_MAX'])
})

it.each([
  [undefined, 'open'],
  ['open', 'open'],
  ['invitation', 'invitation'],
  ['Acme.example, acme.test', ['acme.example', 'acme.test']],
])('reads SIGN_UP %s', (SIGN_UP, signUp) => {
  expect(readEnv({ ...required, SIGN_UP }).config.signUp).toEqual(signUp)
})

it.each(['invited', 'acme.example,', '@acme.example', '.'])('rejects SIGN_UP %s in one line', (SIGN_UP) => {
  expect(() => readEnv({ ...required, SIGN_UP })).toThrow(
    /^The environment of portal is invalid\. SIGN_UP\.\d: must be open, invitation, or domains/,
  )
})

it('names unknown variables that resemble known ones', () => {
  const typed = { GATEWAY_UR: 'http://127.0.0.1:1', SESION_SECRET: 'x', HOME: '/root', PATH: '/bin', NODE_OPTIONS: '' }
  expect(readEnv({ ...required, ...typed }).misspelledVariables).toEqual({
    GATEWAY_UR: 'GATEWAY_URL',
    SESION_SECRET: 'SESSION_SECRET',
  })
})

it('has no gate and no OpenID Connect provider by default', () => {
  const { config } = readEnv(required)
  expect([config.adminGate, config.openIdConnect]).toEqual([undefined, undefined])
})

it('reads the gate and the OpenID Connect provider', () => {
  const { config } = readEnv({ ...required, ...gate, ...provider, OIDC_NAME: 'Example ID' })
  expect(config.adminGate).toEqual({ user: 'operator', password: 'a long password' })
  expect(config.openIdConnect).toEqual({
    issuer: 'https://id.example',
    clientId: 'bridge',
    clientSecret: 'hush',
    name: 'Example ID',
  })
})

it('has no connection to Stripe by default, and billing is enforced separately', () => {
  expect(readEnv(required).config.stripe).toBeUndefined()
  const enforced = readEnv({ ...required, BILLING_ENFORCED: 'true' }).config
  expect([enforced.stripe, enforced.billingEnforced]).toEqual([undefined, true])
})

it('reads the connection to Stripe', () => {
  expect(readEnv({ ...required, ...stripe }).config).toMatchObject({
    billingEnforced: false,
    stripe: { secretKey: 'sk_test_bridge', webhookSecrets: ['whsec_old', 'whsec_new'], priceId: 'price_bridge' },
  })
  const replaced = { ...stripe, STRIPE_API_URL: 'http://127.0.0.1:4002', STRIPE_TEST_CLOCK: 'clock_bridge' }
  expect(readEnv({ ...required, ...replaced }).config.stripe).toMatchObject({
    apiUrl: 'http://127.0.0.1:4002',
    testClock: 'clock_bridge',
  })
})

const together = 'set STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET, STRIPE_PRICE_ID together, or none of them'

it.each([
  [{ STRIPE_SECRET_KEY: stripe.STRIPE_SECRET_KEY }, together],
  [{ STRIPE_WEBHOOK_SECRET: stripe.STRIPE_WEBHOOK_SECRET }, together],
  [{ STRIPE_PRICE_ID: stripe.STRIPE_PRICE_ID }, together],
  [{ ...stripe, STRIPE_SECRET_KEY: undefined }, together],
  [{ ...stripe, STRIPE_WEBHOOK_SECRET: undefined }, together],
  [{ ...stripe, STRIPE_PRICE_ID: undefined }, together],
  [{ STRIPE_API_URL: 'http://127.0.0.1:4002' }, 'STRIPE_API_URL: set STRIPE_SECRET_KEY'],
  [{ STRIPE_TEST_CLOCK: 'clock_bridge' }, 'STRIPE_TEST_CLOCK: set STRIPE_SECRET_KEY'],
  [{ ...stripe, STRIPE_SECRET_KEY: 'pk_test_bridge' }, 'STRIPE_SECRET_KEY: must be a secret or restricted key'],
  [{ ...stripe, STRIPE_WEBHOOK_SECRET: 'secret' }, 'STRIPE_WEBHOOK_SECRET: must be a signing secret'],
  [{ ...stripe, STRIPE_PRICE_ID: 'prod_bridge' }, 'STRIPE_PRICE_ID: must be the ID of a price'],
  [
    { ...stripe, STRIPE_SECRET_KEY: 'sk_live_bridge', STRIPE_TEST_CLOCK: 'clock_bridge' },
    'a live key has no test clocks',
  ],
])('rejects the billing of %j in one line', (variables, message) => {
  const read = () => readEnv({ ...required, ...variables })
  expect(read).toThrow(message)
  expect(read).not.toThrow('\n')
})

it('ends a start with half of a configuration of billing with one line', () => {
  const file = new URL('env.ts', import.meta.url).href
  const args = ['--input-type=module', '-e', `(await import('${file}')).requireEnv()`]
  const env = { NODE_ENV: 'production' as const, ...required, STRIPE_SECRET_KEY: 'sk_test_bridge' }
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { env, encoding: 'utf8' })
  expect([status, stdout]).toEqual([1, ''])
  expect(stderr).toBe(`✗ The environment of portal is invalid. STRIPE_SECRET_KEY: ${together}\n`)
})

it.each([
  [{ ADMIN_GATE_USER: 'operator' }, 'ADMIN_GATE_USER: set ADMIN_GATE_USER, ADMIN_GATE_PASSWORD together'],
  [{ ...gate, ADMIN_GATE_USER: 'a:b' }, 'ADMIN_GATE_USER: must have no colon'],
  [{ ...gate, ADMIN_GATE_PASSWORD: 'short' }, 'ADMIN_GATE_PASSWORD: must have at least 12 characters'],
  [{ ...provider, OIDC_CLIENT_SECRET: undefined }, 'set OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET together'],
  [{ ...provider, OIDC_ISSUER: 'id.example' }, 'OIDC_ISSUER'],
])('rejects %j', (variables, message) => {
  expect(() => readEnv({ ...required, ...variables })).toThrow(message)
})

describe('a public address', () => {
  const publicAddress = { ...required, BASE_URL: 'https://bridge.example' }

  it('requires a way to sign in, and names the variables', () => {
    expect(() => readEnv(publicAddress)).toThrow(/SMTP_URL .* OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET/)
  })

  it('requires a provider where emailed links are off, on a loopback address, too', () => {
    const linksOff = { ...required, SMTP_URL: 'smtp://mail.example', SIGN_IN_LINKS: 'false' }
    expect(() => readEnv(linksOff)).toThrow(/SIGN_IN_LINKS is false, and there is no other way to sign in\. Set OIDC/)
    expect(readEnv({ ...linksOff, ...provider }).config.signInLinks).toBe(false)
  })

  it.each(['http://bridge.example', 'http://10.0.0.5:3000'])('without TLS is refused: %s', (BASE_URL) => {
    expect(() => readEnv({ ...publicAddress, ...provider, BASE_URL })).toThrow(`BASE_URL is ${BASE_URL}, without TLS`)
  })

  it('requires a sign-in on the consent page', () => {
    const consent = { ...publicAddress, ...provider, CONSENT_REQUIRES_SIGN_IN: 'false' }
    expect(() => readEnv(consent)).toThrow(/CONSENT_REQUIRES_SIGN_IN can be false on a loopback address only/)
    expect(readEnv({ ...consent, BASE_URL: 'http://127.0.0.1:3000' }).config.consentRequiresSignIn).toBe(false)
  })

  it.each([{ SMTP_URL: 'smtp://mail.example' }, provider])('accepts %j', (variables) => {
    expect(readEnv({ ...publicAddress, ...variables }).config.baseUrl).toBe('https://bridge.example')
  })
})
