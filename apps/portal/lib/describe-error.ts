/** An error as pages show it. */
export interface DescribedError {
  readonly message: string
  /** The code of a problem, such as `not_found`. */
  readonly code: string | undefined
  /** The `X-Request-Id` of the failed request. */
  readonly requestId: string | undefined
  /** The service did not respond. */
  readonly isOffline: boolean
}

interface PossibleError {
  readonly message?: unknown
  readonly data?: { readonly problem?: { readonly code?: string } | undefined } | null
  readonly meta?: { readonly response?: Response }
}

/** Describes an error that a query, a mutation or `fetch` threw. */
export function describeError(error: unknown): DescribedError {
  const { message, data, meta } = (error ?? {}) as PossibleError
  const code = data?.problem?.code
  const isOffline = code === undefined && data === undefined && isNetworkError(message)
  return {
    message: isOffline
      ? 'The service did not respond. Check your connection, then try again.'
      : typeof message === 'string' && message !== ''
        ? message
        : 'Try again in a moment.',
    code,
    requestId: meta?.response?.headers.get('x-request-id') ?? undefined,
    isOffline,
  }
}

/** Each browser has its own text for a request without a response. */
function isNetworkError(message: unknown): boolean {
  return typeof message === 'string' && /failed to fetch|networkerror|load failed|fetch failed/i.test(message)
}
