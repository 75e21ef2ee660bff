import { createRateLimiter, type RateLimiter } from '../http/rate-limit.ts'
import type { Dependencies } from '../runtime/dependencies.ts'

/** The rate limiters of the server. */
export interface Limiters {
  /** Counts requests of the data plane per realm and minute. */
  readonly restLimiter: RateLimiter
  /** Counts requests per API key and minute. */
  readonly apiKeyLimiter: RateLimiter
  /** Counts authorize and token requests per client address and minute. */
  readonly oauthLimiter: RateLimiter
  /** Counts sign-in emails, opened links and wrong gate passwords per client address and minute. */
  readonly signInLimiter: RateLimiter
  /** Counts sign-in emails per recipient and hour. */
  readonly signInMailLimiter: RateLimiter
  /** Counts codes of the second factor per user and hour. */
  readonly secondFactorLimiter: RateLimiter
  /** Counts invitations per user and UTC day. */
  readonly invitationLimiter: RateLimiter
  /** Counts requests of set-up pages per client address and minute. */
  readonly setupLimiter: RateLimiter
  /** Counts attempts to redeem a pairing code per client address and minute. */
  readonly pairingLimiter: RateLimiter
  /** Counts them per /56 of IPv6, of which one client may own all. */
  readonly pairing56Limiter: RateLimiter
  /** Counts them per /48 of IPv6, of which one site may own all. */
  readonly pairing48Limiter: RateLimiter
  /** Counts the attempts of all addresses per minute. */
  readonly pairingTotalLimiter: RateLimiter
  /** Counts procedures and requests of the control plane per signed-in user and minute. */
  readonly userLimiter: RateLimiter
  /** Counts them per client address and minute, if they have no valid credential. */
  readonly visitorLimiter: RateLimiter
  /** Counts organizations per user and UTC day. */
  readonly organizationLimiter: RateLimiter
  /** Counts calls of the sandbox per organization and UTC day, so that a new sandbox continues the day of a deleted one. */
  readonly sandboxLimiter: RateLimiter
}

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** Creates the limiters with the limits of the configuration; `close` returns their unused permits. */
export function createLimiters(dependencies: Pick<Dependencies, 'database' | 'clock' | 'logger' | 'config'>): {
  readonly limiters: Limiters
  close(): Promise<void>
} {
  const { config } = dependencies
  const create = (name: string, limit: number, windowMs: number) =>
    createRateLimiter({ ...dependencies, name, limit, windowMs })
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
    pairingLimiter: create('pairing', config.pairingAttemptsPerMinute, minuteMs),
    pairing56Limiter: create('pairing-56', toShare(config, 20), minuteMs),
    pairing48Limiter: create('pairing-48', toShare(config, 10), minuteMs),
    pairingTotalLimiter: create('pairing-total', config.pairingAttemptsPerMinuteMax, minuteMs),
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

/** Returns a fraction of the pairing attempts of all addresses, at least those of one. */
function toShare(
  {
    pairingAttemptsPerMinute,
    pairingAttemptsPerMinuteMax,
  }: Pick<Dependencies['config'], 'pairingAttemptsPerMinute' | 'pairingAttemptsPerMinuteMax'>,
  divisor: number,
): number {
  return Math.max(pairingAttemptsPerMinute, Math.floor(pairingAttemptsPerMinuteMax / divisor))
}
