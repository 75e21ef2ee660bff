/**
 * The limits that protect a deployment and its tenants, apart from the few that operators set by environment variables
 * (`server-config.ts`). Tests pass others in the configuration, or to a program by `testing/import-limits`.
 */
export const limits = {
  /** Data-plane requests per realm waiting for a slot, up to 30 seconds; more are rejected. */
  realmRequestsWaiting: 40,
  /** Data-plane request bodies, in bytes after inflation. */
  maxBodyBytes: 2 * 1024 * 1024,
  /**
   * Outcomes of writes with a `requestid`, per realm and in database bytes. Above it, the oldest are dropped; repeating
   * one is still not sent again.
   */
  maxOutcomeBytes: 256 * 1024 * 1024,

  /** Authorize, token and revoke requests per client address. */
  oauthRequestsPerMinute: 60,
  /** Valid access tokens that members took from the portal, per sandbox. */
  maxSandboxTokens: 50,

  /** Sign-in emails, opened links and wrong gate passwords per client address, each counted separately. */
  signInRequestsPerMinute: 10,
  /** Sign-in emails per recipient from all askers together, and as many for each browser known to the recipient. */
  signInMailsPerHour: 10,
  /** Second-factor codes a user may try. */
  secondFactorAttemptsPerHour: 10,

  /** Attempts to redeem a pairing code per client address; IPv6 prefixes have their own counts. */
  pairingAttemptsPerMinute: 10,
  /** The same from all addresses together. */
  maxPairingAttemptsPerMinute: 600,
  /** Set-up page requests per client address. An open page makes 30. */
  setupRequestsPerMinute: 120,
  /** Emails with set-up links per organization. */
  setupMailsPerHour: 20,

  /** Pages and `/openapi.json` per user or client address, and server. A page rendered for the request counts as 4. */
  pageRequestsPerMinute: 1_200,
  /** Portal and `/admin/v1` calls per signed-in user, over all of their sessions. */
  userRequestsPerMinute: 1_200,
  /** Such calls without a valid credential, per client address. */
  visitorRequestsPerMinute: 300,
  /** Control-plane requests per API key. */
  apiKeyRequestsPerMinute: 120,

  /** Organizations a user may create per UTC day. */
  organizationsPerDay: 10,
  /** Organizations a user may own. */
  maxOrganizations: 50,
  /** Unrevoked API keys per organization. */
  maxApiKeys: 25,
  /** Apps (OAuth clients) per organization. */
  maxClients: 50,
  /** Open invitations per organization. */
  maxInvitations: 100,
  /** Invitations a user may send per UTC day. */
  invitationsPerDay: 100,
  /** Unrevoked agent tokens per company file, and as many Web Connector passwords. */
  maxAgentTokens: 20,

  /** How often each server deletes expired rows and old audit events. */
  retentionSweepMinutes: 10,
}

/** The limits, or others in tests. */
export type Limits = Readonly<typeof limits>
