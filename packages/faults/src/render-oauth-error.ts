import { type OAuthError, type OAuthErrorRow, oauthErrors } from './oauth.ts'
import { retryAfter } from './retry-after.ts'

/**
 * Renders the response for an OAuth error as in RFC 6749, section 5.2. It is never cached. A missing or wrong credential
 * is challenged.
 *
 * @param docsUrl the URL of the list of errors; each code has a page below it
 */
export function renderOAuthError(
  error: OAuthError,
  { docsUrl }: { docsUrl: string },
): {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: { readonly error: string; readonly error_description: string; readonly error_uri: string }
} {
  const { status, challenge }: OAuthErrorRow = oauthErrors[error.code]
  return {
    status,
    headers: {
      'Cache-Control': 'no-store',
      Pragma: 'no-cache',
      ...(challenge !== undefined && { 'WWW-Authenticate': challenge }),
      ...retryAfter(error.retryAfterSeconds),
    },
    body: {
      error: error.code,
      error_description: toAscii(error.message),
      error_uri: `${docsUrl}/${error.code}`,
    },
  }
}

/** Replaces the characters that RFC 6749 does not allow in a description. */
function toAscii(text: string): string {
  return text.replace(/["\\]/g, "'").replace(/[^\x20-\x7e]/g, ' ')
}
