import { type OAuthError, oauthErrors } from './oauth.ts'
import { retryAfter } from './retry-after.ts'

/**
 * The answer for a refusal of an OAuth endpoint, in the shape of RFC 6749, section 5.2: a refused client is also
 * challenged for Basic credentials, and nothing is stored by a cache.
 *
 * @param docsUrl the address of the error reference, without an anchor
 */
export function renderOAuthError(
  error: OAuthError,
  { docsUrl }: { docsUrl: string },
): {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: { readonly error: string; readonly error_description: string; readonly error_uri: string }
} {
  return {
    status: oauthErrors[error.code].status,
    headers: {
      'Cache-Control': 'no-store',
      Pragma: 'no-cache',
      ...(error.code === 'invalid_client'
        ? { 'WWW-Authenticate': 'Basic realm="Bridge Service", charset="UTF-8"' }
        : {}),
      ...retryAfter(error.retryAfterSeconds),
    },
    body: {
      error: error.code,
      error_description: describable(error.message),
      error_uri: `${docsUrl}#${error.code}`,
    },
  }
}

/** RFC 6749 allows only printable ASCII without quote and backslash in a description. */
function describable(text: string): string {
  return text.replace(/["\\]/g, "'").replace(/[^\x20-\x7e]/g, ' ')
}
