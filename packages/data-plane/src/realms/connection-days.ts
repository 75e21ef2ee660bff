import type { RealmState } from './realm-states.ts'

/** A change in a realm's connection. */
export interface StateChange {
  readonly at: Date
  readonly state: RealmState
}

/** How long a company file was in which condition on a UTC day, in milliseconds. The rest is unknown, or still to come. */
export interface ConnectionDay {
  /** `2026-01-31` */
  readonly day: string
  readonly connectedMs: number
  /** An agent or a Web Connector was connected, and QuickBooks could not process requests. */
  readonly waitingMs: number
  readonly offlineMs: number
}

const dayMs = 86_400_000

/**
 * Sums up how long each condition lasted, by UTC day, oldest first.
 *
 * @param changes the changes in order; the time before the first one is unknown
 * @param days how many days up to and including today
 */
export function sumConnectionDays(changes: readonly StateChange[], now: Date, days: number): ConnectionDay[] {
  const today = Math.floor(now.getTime() / dayMs)
  const sums = Array.from({ length: days }, (_, index) => ({
    day: new Date((today - days + 1 + index) * dayMs).toISOString().slice(0, 10),
    connectedMs: 0,
    waitingMs: 0,
    offlineMs: 0,
  }))
  changes.forEach(({ at, state }, index) => {
    const until = Math.min((changes[index + 1]?.at ?? now).getTime(), now.getTime())
    let from = Math.max(at.getTime(), (today - days + 1) * dayMs)
    while (from < until) {
      const day = Math.floor(from / dayMs)
      const end = Math.min(until, (day + 1) * dayMs)
      const sum = sums[day - today + days - 1]
      if (sum) sum[toField(state)] += end - from
      from = end
    }
  })
  return sums
}

const awayStates: ReadonlySet<RealmState> = new Set(['offline', 'not_polling', 'token_revoked', 'replaced'])

function toField(state: RealmState) {
  if (state === 'connected') return 'connectedMs'
  return awayStates.has(state) ? 'offlineMs' : 'waitingMs'
}
