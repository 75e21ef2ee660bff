import type { ServerConfig } from '@bridge/platform/server-config'

/** Session lifetimes, in hours. */
export type SessionLifetimes = Pick<ServerConfig, 'sessionIdleHours' | 'sessionHoursMax'>

interface SessionTimes {
  readonly createdAt: Date
  readonly lastSeenAt: Date
  readonly expires: Date
}

const hourMs = 3_600_000

/** Returns when a session ends unless used again. Shortened lifetimes count for older sessions, too. */
export function toSessionEnd(
  { createdAt, lastSeenAt, expires }: SessionTimes,
  { sessionIdleHours, sessionHoursMax }: SessionLifetimes,
): Date {
  return new Date(
    Math.min(
      expires.getTime(),
      createdAt.getTime() + sessionHoursMax * hourMs,
      lastSeenAt.getTime() + sessionIdleHours * hourMs,
    ),
  )
}
