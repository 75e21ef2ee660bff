import type { IdentityServices } from '@bridge/identity/services/identity-services'
import type { Dependencies } from '@bridge/platform/dependencies'
import { type RateLimiter, SharedRateLimiter } from '@bridge/platform/rate-limit'

/** The control plane's rate limiters, and the data plane's. */
export interface Limiters {
  /** Counts data plane requests per realm and minute. */
  readonly restLimiter: RateLimiter
  /** Counts requests per API key and minute. */
  readonly apiKeyLimiter: RateLimiter
  /** Counts invitations per user and UTC day. */
  readonly invitationLimiter: RateLimiter
  /** Counts set-up page requests per client address and minute. */
  readonly setupLimiter: RateLimiter
  /** Counts emails with set-up links per organization and hour. */
  readonly setupMailLimiter: RateLimiter
  /** Counts attempts to redeem a pairing code per client address and minute. */
  readonly pairingLimiter: RateLimiter
  /** Counts them per IPv6 /56, which one client may own. */
  readonly pairing56Limiter: RateLimiter
  /** Counts them per IPv6 /48, which one site may own. */
  readonly pairing48Limiter: RateLimiter
  /** Counts all addresses' attempts per minute. */
  readonly pairingTotalLimiter: RateLimiter
  /** Counts reports about QuickBooks per realm and hour. */
  readonly truthReportLimiter: RateLimiter
  /** Counts control plane procedures and requests per signed-in user and minute. */
  readonly userLimiter: RateLimiter
  /** Counts them per client address and minute, if they have no valid credential. */
  readonly visitorLimiter: RateLimiter
  /** Counts organizations per user and UTC day. */
  readonly organizationLimiter: RateLimiter
  /** Counts sandbox calls per organization and UTC day: a new sandbox continues a deleted one's day. */
  readonly sandboxLimiter: RateLimiter
}

type IdentityLimiters = Pick<
  IdentityServices,
  'oauthLimiter' | 'signInLimiter' | 'signInMailLimiter' | 'secondFactorLimiter'
>

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs
/** Each is up to 8 MiB; people check a few times, and a recording takes hours. */
const truthReportsPerHour = 10

/** Creates the limiters with the configured limits; `close` returns their unused permits. */
export function createLimiters(dependencies: Pick<Dependencies, 'database' | 'clock' | 'logger' | 'config'>): {
  readonly limiters: Limiters & IdentityLimiters
  close(): Promise<void>
} {
  const { config } = dependencies
  const create = (name: string, limit: number, windowMs: number) =>
    new SharedRateLimiter({ ...dependencies, name, limit, windowMs })
  const limiters = {
    userLimiter: create('user', config.userRequestsPerMinute, minuteMs),
    visitorLimiter: create('visitor', config.visitorRequestsPerMinute, minuteMs),
    organizationLimiter: create('organization-day', config.organizationsPerDay, dayMs),
    restLimiter: create('rest', config.restRequestsPerMinute, minuteMs),
    oauthLimiter: create('oauth', config.oauthRequestsPerMinute, minuteMs),
    signInLimiter: create('sign-in', config.signInRequestsPerMinute, minuteMs),
    signInMailLimiter: create('sign-in-mail', config.signInMailsPerHour, hourMs),
    secondFactorLimiter: create('second-factor', config.secondFactorAttemptsPerHour, hourMs),
    setupLimiter: create('setup', config.setupRequestsPerMinute, minuteMs),
    setupMailLimiter: create('setup-mail', config.setupMailsPerHour, hourMs),
    pairingLimiter: create('pairing', config.pairingAttemptsPerMinute, minuteMs),
    pairing56Limiter: create('pairing-56', toShare(config, 20), minuteMs),
    pairing48Limiter: create('pairing-48', toShare(config, 10), minuteMs),
    pairingTotalLimiter: create('pairing-total', config.maxPairingAttemptsPerMinute, minuteMs),
    truthReportLimiter: create('truth-report', truthReportsPerHour, hourMs),
    sandboxLimiter: create('sandbox-day', config.sandboxCallsPerDay, dayMs),
    invitationLimiter: create('invitation-day', config.invitationsPerDay, dayMs),
    apiKeyLimiter: create('api-key', config.apiKeyRequestsPerMinute, minuteMs),
  }
  return {
    limiters,
    async close() {
      for (const limiter of Object.values(limiters)) await limiter.close()
    },
  }
}

/** Returns a fraction of all addresses' pairing attempts, at least one address's. */
function toShare(
  {
    pairingAttemptsPerMinute,
    maxPairingAttemptsPerMinute,
  }: Pick<Dependencies['config'], 'pairingAttemptsPerMinute' | 'maxPairingAttemptsPerMinute'>,
  divisor: number,
): number {
  return Math.max(pairingAttemptsPerMinute, Math.floor(maxPairingAttemptsPerMinute / divisor))
}
