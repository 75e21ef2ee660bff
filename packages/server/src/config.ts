/** Everything a deployment can set, already checked; each app's `env.ts` makes it from the environment. */
export interface ServerConfig {
  /** The public address, without a trailing slash: `https://bridge.example`. */
  readonly baseUrl: string
  /** Shared by server and gateways; authenticates their link. */
  readonly machineSecret: string
  /** Signs sign-in cookies. */
  readonly sessionSecret: string
  readonly restRequestsPerMinute: number
  readonly oauthRequestsPerMinute: number
  readonly signInRequestsPerMinute: number
  readonly apiKeyRequestsPerMinute: number
  /** Mails that one user may have sent to people of their choice. */
  readonly invitationsPerDay: number
  readonly bodyBytesMax: number
  readonly agentTimeoutMs: number
  readonly sandboxCallsPerDay: number
  readonly sandboxRecordsMax: number
  readonly consentRequiresSignIn: boolean
  readonly billingEnforced: boolean
  /** What a browser or a script has to know before `/admin/v1` answers it (HTTP Basic); without it, nothing. */
  readonly adminGate?: { readonly user: string; readonly password: string }
  /** An OpenID Connect provider beside the sign-in link; members sign in by the link alone without it. */
  readonly openIdConnect?: OpenIdConnectConfig
  /** Take the client's address from `X-Forwarded-For` (behind a proxy of one's own). */
  readonly trustProxy: boolean
  /** Where every exchange is written as a pair of files; nothing is written without it. */
  readonly wireTraceDirectory?: string
  /** Without it, sign-in links go to the log and to the development mailbox page. */
  readonly smtp?: { readonly url: string; readonly from: string }
}

/** This service as a client of an OpenID Connect provider. */
export interface OpenIdConnectConfig {
  /** The provider's issuer; its `/.well-known/openid-configuration` tells the rest. */
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  /** What the sign-in page calls it. */
  readonly name: string
}

/** Limits of a deployment that sets no others. */
export const defaultLimits = {
  restRequestsPerMinute: 500,
  oauthRequestsPerMinute: 60,
  signInRequestsPerMinute: 10,
  apiKeyRequestsPerMinute: 120,
  invitationsPerDay: 100,
  bodyBytesMax: 2 * 1024 * 1024,
  agentTimeoutMs: 60_000,
  sandboxCallsPerDay: 2_000,
  sandboxRecordsMax: 10_000,
} as const
