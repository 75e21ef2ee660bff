/** An error as pages show it. */
export interface DescribedError {
  readonly message: string
  /** A problem's code, such as `not_found`. */
  readonly code: string | undefined
  /** The failed request's `X-Request-Id`. */
  readonly requestId: string | undefined
  /** The service did not respond. */
  readonly isOffline: boolean
}

interface PossibleError {
  readonly message?: unknown
  readonly data?: { readonly problem?: { readonly code?: string } | undefined } | null
  readonly meta?: { readonly response?: Response }
}

const texts = {
  offline: 'The service did not respond. Check your connection, then try again.',
  unavailable: 'The service is not available at the moment. Try again in a minute.',
  unknown: 'Try again in a moment.',
}

/** Describes an error thrown by a query, a mutation or `fetch`. */
export function describeError(error: unknown): DescribedError {
  const { message, data, meta } = (error ?? {}) as PossibleError
  const code = data?.problem?.code
  const isOffline = code === undefined && data === undefined && isNetworkError(message)
  return {
    message: isOffline ? texts.offline : describeMessage(message, data === undefined && meta?.response !== undefined),
    code,
    requestId: meta?.response?.headers.get('x-request-id') ?? undefined,
    isOffline,
  }
}

/** A foreign response's text comes from the library, and means nothing to a reader. */
function describeMessage(message: unknown, isForeign: boolean): string {
  if (isForeign) return texts.unavailable
  return typeof message === 'string' && message !== '' ? message : texts.unknown
}

/** Each browser has its own text for a request without a response. */
function isNetworkError(message: unknown): boolean {
  return typeof message === 'string' && /failed to fetch|networkerror|load failed|fetch failed/i.test(message)
}
