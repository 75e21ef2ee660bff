import { hashSecret } from '@bridge/database/secrets'

interface UpgradeLimitOptions {
  /** How often an agent may connect in a minute. */
  readonly maxPerMinute: number
  readonly clock: () => Date
}

const minuteMs = 60_000
/** The tokens counted at a time. There are more only if someone makes them up, and those get no further. */
const maxTokens = 50_000

/**
 * Counts each agent's connections, so one connecting in a loop takes no time from others.
 *
 * @returns whether an `Authorization` header's sender may connect
 */
export function createUpgradeLimit({ maxPerMinute, clock }: UpgradeLimitOptions): (authorization: string) => boolean {
  let minute = 0
  let counts = new Map<string, number>()
  return (authorization) => {
    const now = Math.floor(clock().getTime() / minuteMs)
    if (now !== minute) {
      minute = now
      counts = new Map()
    }
    const token = hashSecret(authorization)
    const count = counts.get(token) ?? 0
    if (count >= maxPerMinute) return false
    if (count > 0 || counts.size < maxTokens) counts.set(token, count + 1)
    return true
  }
}
