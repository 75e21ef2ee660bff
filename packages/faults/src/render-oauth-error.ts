import { type OAuthError, type OAuthErrorRow, oauthErrors } from './oauth.ts'
import { retryAfter } from './retry-after.ts'

/**
 * Renders an OAuth error's response as in RFC 6749, section 5.2. It is never cached. A missing or wrong credential is
 * challenged.
 *
 * @param docsUrl the error list's URL; each code has a page below it
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

/** Replaces characters that RFC 6749 does not allow in a description. */
function toAscii(text: string): string {
  return text.replace(/["\\]/g, "'").replace(/[^\x20-\x7e]/g, ' ')
}
