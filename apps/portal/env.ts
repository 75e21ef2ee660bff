import { defaultLimits, isLoopback, type ServerConfig } from '@bridge/server'
import { z } from 'zod'

const count = z.coerce.number().int().positive()
const flag = z.enum(['true', 'false']).transform((text) => text === 'true')
const secret = z.string().min(32, 'must have at least 32 characters')

const gate = together('ADMIN_GATE_USER', 'ADMIN_GATE_PASSWORD')

/** Variables that are set together or not at all. */
function together(...names: readonly string[]) {
  return {
    holds: (given: Readonly<Record<string, unknown>>) =>
      new Set(names.map((name) => given[name] === undefined)).size === 1,
    message: `set ${names.join(', ')} together, or none of them`,
    path: [names[0] ?? ''],
  }
}

const openIdConnect = together('OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET')

const variables = z.object({
  NODE_ENV: z.enum(['development', 'production', 'test']).default('production'),
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  /** The address to listen on; without it, this machine alone where BASE_URL is a loopback address, else every address. */
  HOST: z.string().min(1).optional(),
  /** The public address, without a path. */
  BASE_URL: z
    .url({ protocol: /^https?$/ })
    .transform((url) => new URL(url).origin)
    .optional(),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }),
  DATABASE_POOL_MAX: count.default(10),
  /** Where `/agent` is passed through to; without it, the path is not served here. */
  GATEWAY_URL: z.url({ protocol: /^https?$/ }).optional(),
  MACHINE_SECRET: secret,
  SESSION_SECRET: secret,
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  REST_REQUESTS_PER_MINUTE: count.default(defaultLimits.restRequestsPerMinute),
  OAUTH_REQUESTS_PER_MINUTE: count.default(defaultLimits.oauthRequestsPerMinute),
  SIGN_IN_REQUESTS_PER_MINUTE: count.default(defaultLimits.signInRequestsPerMinute),
  API_KEY_REQUESTS_PER_MINUTE: count.default(defaultLimits.apiKeyRequestsPerMinute),
  INVITATIONS_PER_DAY: count.default(defaultLimits.invitationsPerDay),
  BODY_BYTES_MAX: count.default(defaultLimits.bodyBytesMax),
  AGENT_TIMEOUT_MS: count.default(defaultLimits.agentTimeoutMs),
  SANDBOX_CALLS_PER_DAY: count.default(defaultLimits.sandboxCallsPerDay),
  SANDBOX_RECORDS_MAX: count.default(defaultLimits.sandboxRecordsMax),
  CONSENT_REQUIRES_SIGN_IN: flag.default(false),
  BILLING_ENFORCED: flag.default(false),
  TRUST_PROXY: flag.default(false),
  WIRE_TRACE_DIR: z.string().min(1).optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  MAIL_FROM: z.string().min(3).optional(),
  /** An HTTP Basic gate in front of `/admin/v1`. */
  ADMIN_GATE_USER: z
    .string()
    .regex(/^[^:]+$/, 'must have no colon')
    .optional(),
  ADMIN_GATE_PASSWORD: z.string().min(12, 'must have at least 12 characters').optional(),
  /** An OpenID Connect provider to sign in with; its redirect URI is `BASE_URL`/admin/v1/auth/callback/oidc. */
  OIDC_ISSUER: z
    .url({ protocol: /^https?$/ })
    .transform((url) => url.replace(/\/+$/, ''))
    .optional(),
  OIDC_CLIENT_ID: z.string().min(1).optional(),
  OIDC_CLIENT_SECRET: z.string().min(1).optional(),
  /** What the sign-in page calls the provider. */
  OIDC_NAME: z.string().min(1).max(40).default('single sign-on'),
})

const schema = variables.refine(gate.holds, gate).refine(openIdConnect.holds, openIdConnect)

/** What server.ts runs by. */
export interface Env {
  readonly development: boolean
  readonly port: number
  readonly host: string
  readonly databaseUrl: string
  readonly databasePoolMax: number
  readonly gatewayUrl: string | undefined
  readonly logLevel: z.output<typeof schema>['LOG_LEVEL']
  readonly config: ServerConfig
}

/** The server's environment, checked. @throws {Error} with one line that names every variable that is wrong. */
export function readEnv(variables: NodeJS.ProcessEnv = process.env): Env {
  const result = schema.safeParse(variables)
  if (!result.success) {
    const problems = result.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)
    throw new Error(`The server's environment is not complete. ${problems.join('; ')}`)
  }
  const env = result.data
  const baseUrl = env.BASE_URL ?? `http://localhost:${env.PORT}`
  return {
    development: env.NODE_ENV === 'development',
    port: env.PORT,
    host: env.HOST ?? (isLoopback(baseUrl) ? '127.0.0.1' : '0.0.0.0'),
    databaseUrl: env.DATABASE_URL,
    databasePoolMax: env.DATABASE_POOL_MAX,
    gatewayUrl: env.GATEWAY_URL,
    logLevel: env.LOG_LEVEL,
    config: {
      baseUrl,
      machineSecret: env.MACHINE_SECRET,
      sessionSecret: env.SESSION_SECRET,
      restRequestsPerMinute: env.REST_REQUESTS_PER_MINUTE,
      oauthRequestsPerMinute: env.OAUTH_REQUESTS_PER_MINUTE,
      signInRequestsPerMinute: env.SIGN_IN_REQUESTS_PER_MINUTE,
      apiKeyRequestsPerMinute: env.API_KEY_REQUESTS_PER_MINUTE,
      invitationsPerDay: env.INVITATIONS_PER_DAY,
      bodyBytesMax: env.BODY_BYTES_MAX,
      agentTimeoutMs: env.AGENT_TIMEOUT_MS,
      sandboxCallsPerDay: env.SANDBOX_CALLS_PER_DAY,
      sandboxRecordsMax: env.SANDBOX_RECORDS_MAX,
      consentRequiresSignIn: env.CONSENT_REQUIRES_SIGN_IN,
      billingEnforced: env.BILLING_ENFORCED,
      trustProxy: env.TRUST_PROXY,
      ...(env.WIRE_TRACE_DIR ? { wireTraceDirectory: env.WIRE_TRACE_DIR } : {}),
      ...adminGateOf(env),
      ...openIdConnectOf(env),
      ...(env.SMTP_URL
        ? { smtp: { url: env.SMTP_URL, from: env.MAIL_FROM ?? `no-reply@${new URL(baseUrl).hostname}` } }
        : {}),
    },
  }
}

function adminGateOf(env: z.output<typeof schema>): Pick<ServerConfig, 'adminGate'> {
  const { ADMIN_GATE_USER: user, ADMIN_GATE_PASSWORD: password } = env
  return user === undefined || password === undefined ? {} : { adminGate: { user, password } }
}

function openIdConnectOf(env: z.output<typeof schema>): Pick<ServerConfig, 'openIdConnect'> {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret, OIDC_NAME: name } = env
  if (issuer === undefined || clientId === undefined || clientSecret === undefined) return {}
  return { openIdConnect: { issuer, clientId, clientSecret, name } }
}
