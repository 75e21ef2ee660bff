import {
  defineEnvironment,
  type EnvironmentValues,
  findMisspelled,
  listIgnored,
  readEnvironment,
} from '@bridge/environment'
import { asksForTraces, tracingVariables } from '@bridge/platform/tracing-variables'
import {
  isLoopback,
  removedVariables,
  requiresSignInToConsent,
  type ServerConfig,
  type Surface,
  serverVariables,
  stripeTogether,
  stripeVariables,
  surfaces,
  toServerSettings,
  toStripeConfig,
} from '@bridge/server'
import { z } from 'zod'
import { refuseStart } from './refuse-start.ts'

/** Every variable a portal deployment can set. */
export const environment = defineEnvironment({
  program: 'portal',
  variables: {
    NODE_ENV: {
      schema: z.enum(['development', 'production', 'test']),
      default: 'production',
      description: '`development` builds pages when they are requested.',
    },
    PORT: {
      schema: z.coerce.number().int().min(0).max(65_535),
      default: 3000,
      description: 'The port to listen on; 0 picks a free one.',
    },
    HOST: {
      schema: z.string().min(1).optional(),
      defaultText: '`127.0.0.1` with a loopback `BASE_URL`, else every address',
      description: 'The address to listen on.',
    },
    SURFACES: {
      schema: z
        .string()
        .transform((text) => text.split(',').map((name) => name.trim()))
        .pipe(z.array(z.enum(surfaces)))
        .readonly(),
      default: surfaces,
      description:
        'What this process serves: `pages` (the portal), `api` (what programs call) or both ([which paths](operations.md#pages-and-api)).',
    },
    BASE_URL: {
      schema: z
        .url({ protocol: /^https?$/ })
        .transform((url) => new URL(url).origin)
        .optional(),
      defaultText: '`http://localhost:PORT`',
      description:
        'The public address of the service, without a path. It begins with `https://` unless it is a loopback address.',
    },
    DATABASE_URL: {
      schema: z.url({ protocol: /^postgres(ql)?$/ }),
      description: 'The PostgreSQL database that gateways and servers share.',
    },
    DATABASE_POOL_MAX: {
      schema: z.coerce.number().int().positive(),
      default: 10,
      description: 'The maximum number of database connections.',
    },
    METRICS_PORT: {
      schema: z.coerce.number().int().min(1).max(65_535).optional(),
      description: 'The port for Prometheus, at `/metrics`. It needs no credential and must not be public.',
    },
    METRICS_HOST: { schema: z.string().min(1), default: '127.0.0.1', description: 'The address of that port.' },
    GATEWAY_URL: {
      schema: z.url({ protocol: /^https?$/ }).optional(),
      description:
        'A gateway, to which `/agent` and `/connector` are passed. Set it even where a load balancer sends both to gateways: without it, the portal does not offer the Web Connector.',
    },
    LOG_LEVEL: {
      schema: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']),
      default: 'info',
      description: 'The lowest level that is logged: `fatal`, `error`, `warn`, `info`, `debug`, `trace` or `silent`.',
    },
    ...serverVariables,
    ...tracingVariables,
    ...stripeVariables,
    SMTP_URL: {
      schema: z.url({ protocol: /^smtps?$/ }).optional(),
      description:
        'The mail server. Without it, emails go to the development mailbox of a loopback `BASE_URL`; a public one sends none and requires an OpenID Connect provider.',
    },
    MAIL_FROM: {
      schema: z.string().min(3).optional(),
      defaultText: '`no-reply@` the host of `BASE_URL`',
      description: 'The sender of emails.',
    },
    ADMIN_GATE_USER: {
      schema: z
        .string()
        .regex(/^[^:]+$/, 'must have no colon')
        .optional(),
      description: 'The user name that `/admin/v1` requires by HTTP Basic, in addition to a session.',
    },
    ADMIN_GATE_PASSWORD: {
      schema: z.string().min(12, 'must have at least 12 characters').optional(),
      description: 'The password of that user, at least 12 characters.',
    },
    ADMIN_GATE_PASSWORDS_ACCEPTED: {
      schema: z
        .string()
        .transform((text) => text.split(','))
        .pipe(z.array(z.string().min(12, 'must have at least 12 characters')))
        .optional(),
      description: 'Other passwords of that user, separated by commas, while `ADMIN_GATE_PASSWORD` is rotated.',
    },
    OIDC_ISSUER: {
      schema: z
        .url({ protocol: /^https?$/ })
        .transform(withoutTrailingSlashes)
        .optional(),
      description:
        'An OpenID Connect provider that members can sign in with. Its redirect URI is `BASE_URL`/admin/v1/auth/callback/oidc.',
    },
    OIDC_CLIENT_ID: {
      schema: z.string().min(1).optional(),
      description: 'The client ID of this service at the provider.',
    },
    OIDC_CLIENT_SECRET: { schema: z.string().min(1).optional(), description: 'The client secret at the provider.' },
    OIDC_NAME: {
      schema: z.string().min(1).max(40),
      default: 'single sign-on',
      description: 'The name of the provider on the sign-in page.',
    },
  },
  together: [
    ['ADMIN_GATE_USER', 'ADMIN_GATE_PASSWORD'],
    stripeTogether,
    ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'],
  ],
  removed: removedVariables,
})

type Values = EnvironmentValues<typeof environment>

export interface Env {
  readonly development: boolean
  readonly port: number
  readonly host: string
  readonly surfaces: readonly Surface[]
  readonly databaseUrl: string
  readonly maxDatabaseConnections: number
  readonly gatewayUrl: string | undefined
  /** Where Prometheus reads the metrics. */
  readonly metrics: { readonly host: string; readonly port: number } | undefined
  readonly isTraced: boolean
  readonly logLevel: Values['LOG_LEVEL']
  /** Variables that are set, but have no effect any more. */
  readonly ignoredVariables: readonly string[]
  /** Unknown variables, with the known ones that they resemble. */
  readonly misspelledVariables: Readonly<Record<string, string>>
  readonly config: ServerConfig
}

/** Parses the portal's environment. @throws {Error} listing every invalid or missing variable */
export function readEnv(variables: Readonly<Record<string, string | undefined>> = process.env): Env {
  const env = readEnvironment(environment, variables)
  const baseUrl = env.BASE_URL ?? `http://localhost:${env.PORT}`
  requireTls(baseUrl)
  requireSignIn(env, baseUrl)
  // Throws for a public address whose consent page needs no sign-in.
  requiresSignInToConsent({ baseUrl, consentRequiresSignIn: env.CONSENT_REQUIRES_SIGN_IN })
  return {
    development: env.NODE_ENV === 'development',
    port: env.PORT,
    host: env.HOST ?? (isLoopback(baseUrl) ? '127.0.0.1' : '0.0.0.0'),
    surfaces: env.SURFACES,
    databaseUrl: env.DATABASE_URL,
    maxDatabaseConnections: env.DATABASE_POOL_MAX,
    gatewayUrl: env.GATEWAY_URL,
    metrics: env.METRICS_PORT === undefined ? undefined : { host: env.METRICS_HOST, port: env.METRICS_PORT },
    isTraced: asksForTraces(env),
    logLevel: env.LOG_LEVEL,
    ignoredVariables: listIgnored(environment, variables),
    misspelledVariables: findMisspelled(environment, variables),
    config: {
      ...toServerSettings(env),
      baseUrl,
      ...getAdminGate(env),
      ...getOpenIdConnect(env),
      ...getStripe(env),
      ...getSmtp(env, baseUrl),
    },
  }
}

/** Parses this process's environment; ends the process with one line if it is invalid. */
export function requireEnv(): Env {
  try {
    return readEnv()
  } catch (error) {
    return refuseStart(error)
  }
}

function withoutTrailingSlashes(url: string): string {
  let end = url.length
  while (url.charAt(end - 1) === '/') end -= 1
  return url.slice(0, end)
}

/** @throws {Error} for a public address without TLS: tokens, cookies and consent would be readable on their way */
function requireTls(baseUrl: string): void {
  if (baseUrl.startsWith('https:') || isLoopback(baseUrl)) return
  throw new Error(
    `BASE_URL is ${baseUrl}, without TLS: tokens and cookies would be readable on their way. Use https://, with a proxy that ends TLS, or a loopback address for a trial.`,
  )
}

/** @throws {Error} if no one could sign in */
function requireSignIn({ SMTP_URL, OIDC_ISSUER, SIGN_IN_LINKS }: Values, baseUrl: string): void {
  if (!SIGN_IN_LINKS && OIDC_ISSUER === undefined) {
    throw new Error(
      'SIGN_IN_LINKS is false, and there is no other way to sign in. Set OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET.',
    )
  }
  if (isLoopback(baseUrl) || SMTP_URL !== undefined || OIDC_ISSUER !== undefined) return
  throw new Error(
    `There is no way to sign in at ${baseUrl}. Set SMTP_URL to send sign-in links by email, or OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET to sign in at an OpenID Connect provider.`,
  )
}

function getAdminGate(env: Values): Pick<ServerConfig, 'adminGate'> {
  const { ADMIN_GATE_USER: user, ADMIN_GATE_PASSWORD: password, ADMIN_GATE_PASSWORDS_ACCEPTED: accepted } = env
  if (user === undefined || password === undefined) return {}
  return { adminGate: { user, password, ...(accepted && { passwordsAccepted: accepted }) } }
}

function getOpenIdConnect(env: Values): Pick<ServerConfig, 'openIdConnect'> {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret, OIDC_NAME: name } = env
  if (issuer === undefined || clientId === undefined || clientSecret === undefined) return {}
  return { openIdConnect: { issuer, clientId, clientSecret, name } }
}

function getStripe(env: Values): Pick<ServerConfig, 'stripe'> {
  const stripe = toStripeConfig(env)
  return stripe ? { stripe } : {}
}

function getSmtp({ SMTP_URL: url, MAIL_FROM: from }: Values, baseUrl: string): Pick<ServerConfig, 'smtp'> {
  return url === undefined ? {} : { smtp: { url, from: from ?? `no-reply@${new URL(baseUrl).hostname}` } }
}
