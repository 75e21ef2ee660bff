/** The database cannot be reached, or ended a connection during a statement, which may have run. */
export class DatabaseUnavailableError extends Error {
  override readonly name = 'DatabaseUnavailableError'
}

/** Prisma codes: unreachable, time-out, closed connection. */
const prismaCodes: ReadonlySet<unknown> = new Set(['P1001', 'P1002', 'P1008', 'P1017'])

/** Error kinds from Prisma's adapter, reported as failed raw queries. */
const adapterKinds: ReadonlySet<unknown> = new Set([
  'DatabaseNotReachable',
  'ConnectionClosed',
  'SocketTimeout',
  'TlsConnectionError',
  'TooManyConnections',
])

/**
 * SQLSTATE for a server shutting down, starting up, without a connection left, or replaced and read-only, and for a broken
 * connection (PostgreSQL, appendix A).
 */
const sqlStates = /^(?:57P0[1-3]|53300|25006|08\w{3})$/

/**
 * Error texts without a code: from `pg` for a connection lost or not opened in time, and from Prisma for an exhausted pool.
 */
const texts =
  /^(?:Connection terminated|Client has encountered a connection error|Client was closed|timeout exceeded when trying to connect|timeout expired$)|Unable to start a transaction in the given time/

const systemCodes: ReadonlySet<unknown> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EPIPE',
  'ETIMEDOUT',
])

/** Returns whether a Prisma statement failed because the database is unavailable. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof DatabaseUnavailableError) return true
  const { code, meta } = error as Error & { readonly code?: unknown; readonly meta?: unknown }
  return prismaCodes.has(code) || isState(code) || texts.test(error.message) || isAdapterError(meta)
}

/** Returns whether a `pg` statement failed because the database is unavailable. */
export function isConnectionError(error: unknown): boolean {
  if (isDatabaseUnavailable(error)) return true
  return error instanceof Error && 'code' in error && systemCodes.has(error.code)
}

function isState(code: unknown): boolean {
  return typeof code === 'string' && sqlStates.test(code)
}

function isAdapterError(meta: unknown): boolean {
  const cause = getMember(getMember(meta, 'driverAdapterError'), 'cause')
  return adapterKinds.has(getMember(cause, 'kind')) || isState(getMember(cause, 'originalCode'))
}

function getMember(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && name in value ? Reflect.get(value, name) : undefined
}
