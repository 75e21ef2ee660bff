import { randomUUID } from 'node:crypto'

const acceptable = /^[A-Za-z0-9._-]{1,64}$/

/** The caller's `X-Request-Id` where it is harmless to log and to echo, else a new one. */
export const requestIdOf = (sent: string | undefined): string =>
  sent !== undefined && acceptable.test(sent) ? sent : randomUUID()
