import type { EnvironmentValues, Variable } from '@bridge/environment'
import { acceptedSecretsSchema, secretSchema } from '@bridge/environment/secrets'
import { z } from 'zod'
import { type Limits, limits } from './limits.ts'
import type { StripeConfig } from './stripe-config.ts'

const countSchema = z.coerce.number().int().positive()
const flagSchema = z.enum(['true', 'false']).transform((text) => text === 'true')

const domainsSchema = z
  .string()
  .toLowerCase()
  .transform((text) => text.split(',').map((domain) => domain.trim()))
  .pipe(
    z.array(
      z.string().regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/, 'must be open, invitation, or domains such as acme.example'),
    ),
  )
  .readonly()
const signUpSchema = z.union([z.literal(['open', 'invitation']), domainsSchema])

/** How people reach the operator, as the address of a link. */
const contactSchema = z.union(
  [
    z.email().transform((address) => `mailto:${address}`),
    z.url({ protocol: /^https$/ }).transform((url) => new URL(url).href),
  ],
  'must be an email address or begin with https://',
)

/**
 * The server's variables. A new variable needs only a row here: it is validated and documented with the portal's
 * environment, and becomes a {@link ServerConfig} field under its name in camel case.
 */
export const serverVariables = {
  MACHINE_SECRET: {
    schema: secretSchema,
    description: 'Authenticates the server to the gateways; the same on both, at least 32 characters.',
  },
  SESSION_SECRET: {
    schema: secretSchema,
    description:
      'Signs sign-in links and cookies, encrypts second factors and verifier tokens, and hashes pairing codes; the same on every server, at least 32 characters.',
  },
  SESSION_SECRETS_ACCEPTED: {
    schema: acceptedSecretsSchema.optional(),
    description:
      'Other secrets, separated by commas, whose cookies, second factors, verifier tokens and pairing codes are still valid: the next and the previous one while `SESSION_SECRET` is rotated.',
  },
  REST_REQUESTS_PER_MINUTE: {
    schema: countSchema,
    default: 500,
    description: 'Requests of the data plane per realm and minute.',
  },
  REALM_REQUESTS_AT_ONCE: {
    schema: countSchema,
    default: 10,
    description: 'Requests of the data plane per realm that a server runs at once.',
  },
  CONNECTION_DAYS_MAX: {
    schema: countSchema.max(36_500),
    default: 1_825,
    description: 'Days after which the connection of an app to a company file ends, although its tokens are refreshed.',
  },
  SESSION_IDLE_HOURS: {
    schema: countSchema,
    default: 7 * 24,
    description: 'Hours after its last use at which a session of the portal ends.',
  },
  SESSION_HOURS_MAX: {
    schema: countSchema,
    default: 30 * 24,
    description: 'Hours after the sign-in at which a session of the portal ends in any case.',
  },
  AUDIT_RETENTION_DAYS: {
    schema: countSchema.max(36_500),
    default: 400,
    description: 'Days after which an audit event is deleted. Fewer than 30 count as 30.',
  },
  REQUEST_LOG_BYTES_MAX: {
    schema: countSchema,
    default: 256 * 1024 * 1024,
    description:
      'The size of the bodies and qbXML that the request log keeps of a company file, in bytes before the database compresses them. Above it the oldest are deleted; their requests stay.',
  },
  AGENT_TIMEOUT_MS: {
    schema: countSchema,
    default: 60_000,
    description: 'How long a request waits for the response of QuickBooks Desktop, in milliseconds.',
  },
  CONNECTOR_TIMEOUT_MS: {
    schema: countSchema,
    default: 240_000,
    description: 'The same for the QuickBooks Web Connector, which polls.',
  },
  SANDBOX_CALLS_PER_DAY: {
    schema: countSchema,
    default: 2_000,
    description: 'Data-plane requests of a sandbox per UTC day.',
  },
  SANDBOX_RECORDS_MAX: { schema: countSchema, default: 10_000, description: 'Records that a sandbox may have.' },
  CONSENT_REQUIRES_SIGN_IN: {
    schema: flagSchema.optional(),
    defaultText: '`false` with a loopback `BASE_URL`, else `true`',
    description:
      "Shows the OAuth consent page only to signed-in members of the realm's organization, for company files of QuickBooks Desktop to its admins. It cannot be `false` on a public address.",
  },
  SIGN_UP: {
    schema: signUpSchema,
    default: 'open',
    description:
      'Who may get an account without an invitation: `open` (anyone), `invitation` (no one), or domains of email addresses, separated by commas. Members and invited people always sign in.',
  },
  FIRST_OWNER: {
    schema: z.email().toLowerCase().optional(),
    description:
      'The email address of a person who may get an account whatever `SIGN_UP` says, to create the first organization and invite the others.',
  },
  SIGN_IN_LINKS: {
    schema: flagSchema,
    default: true,
    description: 'Signs people in by emailed links. `false` leaves the OpenID Connect provider as the only way.',
  },
  BILLING_ENFORCED: {
    schema: flagSchema,
    default: false,
    description: 'Rejects data-plane requests of organizations without a valid plan.',
  },
  TRIAL_LIMITED: {
    schema: flagSchema,
    default: true,
    description:
      'Limits an organization on the trial plan to one company file and 30 days. `false` is for an installation of your own.',
  },
  TRUST_PROXY: {
    schema: flagSchema,
    default: false,
    description: 'Reads the client address from `X-Forwarded-For`, which a proxy of the deployment must set.',
  },
  AGENT_RELEASE_DIR: {
    schema: z.string().min(1).optional(),
    description:
      'A directory with a release of the agent for Windows: `bridge-agent-setup.exe`, and for updates `stable.json` and `files`. Without it, the service offers the installer that its release brings along in `agent-release`, or that was built in its clone, if there is one.',
  },
  SECURITY_CONTACT: {
    schema: contactSchema.optional(),
    description:
      'An email address or `https` page for reports of vulnerabilities, which `/.well-known/security.txt` names. Without it, that file does not exist.',
  },
  SUPPORT_CONTACT: {
    schema: contactSchema.optional(),
    description:
      'An email address or `https` page for questions of users, which the contact page names. Replies to emails of the service go to the address.',
  },
  WIRE_TRACE_DIR: {
    schema: z.string().min(1).optional(),
    description: 'A directory to which every qbXML exchange is written as a pair of files.',
  },
} as const satisfies Readonly<Record<string, Variable>>

type ServerVariables = typeof serverVariables
type Name = keyof ServerVariables
type OptionalName = { [N in Name]: undefined extends z.output<ServerVariables[N]['schema']> ? N : never }[Name]
type DefaultedName = { [N in Name]: ServerVariables[N] extends { readonly default: unknown } ? N : never }[Name]

type CamelCase<Text extends string> = Text extends `${infer Head}_${infer Tail}`
  ? `${Lowercase<Head>}${Capitalize<CamelCase<Tail>>}`
  : Lowercase<Text>

type Fields<N extends Name> = { readonly [Each in N as CamelCase<Each>]: z.output<ServerVariables[Each]['schema']> }

type ServerSettings = Fields<Exclude<Name, OptionalName>> & Partial<Fields<OptionalName>>

/** A deployment's checked settings. */
export interface ServerConfig extends ServerSettings, Limits {
  /** The public address, without a trailing slash: `https://bridge.example`. */
  readonly baseUrl: string
  /** HTTP Basic credentials required by `/admin/v1`; without them, it requires none. */
  readonly adminGate?: {
    readonly user: string
    readonly password: string
    /** Other valid passwords during a rotation. */
    readonly passwordsAccepted?: readonly string[]
  }
  /** An OpenID Connect provider in addition to sign-in links. */
  readonly openIdConnect?: OpenIdConnectConfig
  /** Without it, billing is disabled. */
  readonly stripe?: StripeConfig
  /** Without a mail server, emails go to the development mailbox page, which only a loopback address has. */
  readonly smtp?: { readonly url: string; readonly from: string }
}

/** The service as an OpenID Connect client. */
export interface OpenIdConnectConfig {
  /** The provider's issuer, which has a `/.well-known/openid-configuration`. */
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  /** The provider's name on the sign-in page. */
  readonly name: string
}

/** Returns the parsed variables under their {@link ServerConfig} names, and the limits no variable sets. */
export function toServerSettings(
  values: EnvironmentValues<{ readonly program: string; readonly variables: ServerVariables }>,
): ServerSettings & Limits {
  return { ...limits, ...(mapNames((name) => values[name]) as ServerSettings) }
}

function mapNames(toValue: (name: Name) => unknown): Record<string, unknown> {
  const names = Object.keys(serverVariables) as Name[]
  return Object.fromEntries(
    names.map((name) => [toCamelCase(name), toValue(name)] as const).filter(([, value]) => value !== undefined),
  )
}

/** Variables of earlier versions. What most of them set is a constant now. */
export const removedVariables = [
  'REALM_REQUESTS_WAITING',
  'BODY_BYTES_MAX',
  'OUTCOME_BYTES_MAX',
  'OAUTH_REQUESTS_PER_MINUTE',
  'SANDBOX_TOKENS_MAX',
  'SIGN_IN_REQUESTS_PER_MINUTE',
  'SIGN_IN_MAILS_PER_HOUR',
  'SECOND_FACTOR_ATTEMPTS_PER_HOUR',
  'PAIRING_ATTEMPTS_PER_MINUTE',
  'PAIRING_ATTEMPTS_PER_MINUTE_MAX',
  'SETUP_REQUESTS_PER_MINUTE',
  'PAGE_REQUESTS_PER_MINUTE',
  'USER_REQUESTS_PER_MINUTE',
  'VISITOR_REQUESTS_PER_MINUTE',
  'API_KEY_REQUESTS_PER_MINUTE',
  'ORGANIZATIONS_PER_DAY',
  'ORGANIZATIONS_MAX',
  'API_KEYS_MAX',
  'CLIENTS_MAX',
  'INVITATIONS_MAX',
  'INVITATIONS_PER_DAY',
  'AGENT_TOKENS_MAX',
  'RETENTION_SWEEP_MINUTES',
  'REALM_COST_PER_SECOND',
  'RESPONSE_BYTES_MAX',
  'SANDBOX_THREADS',
]

function toCamelCase(name: string): string {
  return name.toLowerCase().replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
}

/** Returns the secrets whose cookies, second factors and pairing codes are valid; the first one creates new ones. */
export function listSessionSecrets({
  sessionSecret,
  sessionSecretsAccepted = [],
}: Pick<ServerConfig, 'sessionSecret' | 'sessionSecretsAccepted'>): readonly [string, ...string[]] {
  return [sessionSecret, ...sessionSecretsAccepted]
}

/** The settings with every default, and the limits. */
export const serverDefaults = {
  ...limits,
  ...(mapNames((name) => {
    const row: Variable = serverVariables[name]
    return row.default
  }) as Fields<DefaultedName>),
}
