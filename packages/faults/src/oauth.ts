/** One error code of OAuth. */
export interface OAuthErrorRow {
  readonly status: number
  readonly when: string
  readonly fixes: readonly string[]
}

/** Every error of the OAuth endpoints (specification, section 7.4; RFC 6749, sections 4.1.2.1 and 5.2). */
export const oauthErrors = {
  invalid_client: {
    status: 401,
    when: 'The `client_id` is unknown or the secret is wrong.',
    fixes: ['Send the client id and secret of the portal as HTTP Basic credentials.'],
  },
  invalid_grant: {
    status: 400,
    when: 'The authorization code is invalid, expired, used, or was issued to another client or `redirect_uri`; or the refresh token is invalid, expired, revoked, or was rotated more than 5 minutes ago.',
    fixes: [
      'Exchange each code once, within 10 minutes, with the `redirect_uri` of the authorize request.',
      'Store the new refresh token of each answer together with its access token. If none works, ask the user to connect again.',
    ],
  },
  unsupported_grant_type: {
    status: 400,
    when: '`grant_type` is neither `authorization_code` nor `refresh_token`.',
    fixes: ['Use one of the two.'],
  },
  unsupported_response_type: {
    status: 400,
    when: 'The authorize request does not say `response_type=code`.',
    fixes: ['Send `response_type=code`; no other flow is offered.'],
  },
  invalid_request: {
    status: 400,
    when: 'A parameter is missing, malformed or given twice.',
    fixes: ['Correct what `error_description` names.'],
  },
  access_denied: {
    status: 403,
    when: 'The user pressed Cancel on the consent page. It is a parameter of the redirect, not an answer.',
    fixes: ['Let the user start again when they want to.'],
  },
  slow_down: {
    status: 429,
    when: 'Too many authorize and token requests came from this address within a minute.',
    fixes: ['Wait as many seconds as `Retry-After` says. Refresh once an hour, not before every call.'],
  },
  server_error: {
    status: 500,
    when: 'Something unexpected failed in the service. It is logged.',
    fixes: [
      'Try again. If it stays, report it to the operator of the service with the value of the `X-Request-Id` header.',
    ],
  },
} as const satisfies Record<string, OAuthErrorRow>

export type OAuthErrorCode = keyof typeof oauthErrors

/** A refusal of an OAuth endpoint. The description becomes `error_description`; keep it free of secrets. */
export class OAuthError extends Error {
  override readonly name = 'OAuthError'
  readonly code: OAuthErrorCode
  readonly retryAfterSeconds: number | undefined

  constructor(code: OAuthErrorCode, description: string = oauthErrors[code].when, retryAfterSeconds?: number) {
    super(description)
    this.code = code
    this.retryAfterSeconds = retryAfterSeconds
  }
}
