/** An OAuth error code and its documentation. */
export interface OAuthErrorRow {
  readonly status: number
  readonly when: string
  readonly fixes: readonly string[]
  readonly challenge?: string
}

/** Every OAuth error code (RFC 6749, sections 4.1.2.1 and 5.2; RFC 6750, section 3.1). */
export const oauthErrors = {
  invalid_client: {
    status: 401,
    when: 'The `client_id` is unknown or the client secret is wrong.',
    fixes: ['Send the client ID and client secret as HTTP Basic credentials.'],
    challenge: 'Basic realm="Bridge Service", charset="UTF-8"',
  },
  invalid_token: {
    status: 401,
    when: 'The request is for information about the user, and the access token is unknown, expired or revoked, its consent has no scope `openid`, or was given without a sign-in.',
    fixes: [
      'Ask for `openid`, with `email` and `profile`, in addition to `com.intuit.quickbooks.accounting`. Let a signed-in user consent, and send the access token as a Bearer token.',
    ],
    challenge: 'Bearer realm="Bridge Service", error="invalid_token"',
  },
  invalid_grant: {
    status: 400,
    when: 'The authorization code is invalid, expired, already used, or was issued to another client or `redirect_uri`. Or the refresh token is invalid, expired, revoked, or was replaced more than 5 minutes ago, which also ends its connection.',
    fixes: [
      'Exchange each code once, within 10 minutes, with the `redirect_uri` of the authorize request.',
      'Store the new refresh token of each response together with its access token. If no token works, ask the user to connect again.',
    ],
  },
  unsupported_grant_type: {
    status: 400,
    when: '`grant_type` is neither `authorization_code` nor `refresh_token`.',
    fixes: ['Send `authorization_code` or `refresh_token`.'],
  },
  unsupported_response_type: {
    status: 400,
    when: 'The authorize request does not have `response_type=code`.',
    fixes: ['Send `response_type=code`. No other flow is supported.'],
  },
  invalid_scope: {
    status: 400,
    when: '`scope` has an unknown scope, or that of an authorize request lacks `com.intuit.quickbooks.accounting`.',
    fixes: [
      'Send `com.intuit.quickbooks.accounting`, or no `scope`.',
      '`openid`, `profile`, `email`, `com.intuit.quickbooks.payment`, `phone` and `address` are accepted in addition. The last three grant nothing.',
    ],
  },
  invalid_target: {
    status: 400,
    when: '`resource` is not an address of this service below `/mcp`, or differs from the one that the user consented to. Or an app without a secret asks for anything else than `/mcp`.',
    fixes: [
      'Send the address of the MCP server, such as `https://HOST/mcp/REALM_ID`, as `resource` of the authorize and token requests. Leave it out for `/v3`.',
    ],
  },
  invalid_request: {
    status: 400,
    when: 'A parameter is missing, malformed or repeated, or the client authenticates twice.',
    fixes: ['Correct the parameter that `error_description` names.'],
  },
  access_denied: {
    status: 403,
    when: 'The user chose Cancel on the consent page: the code is a parameter of the redirect. Or no one is signed in who may connect the app, or a page of another site sent the form.',
    fixes: [
      'Let the user connect again.',
      'Let a signed-in admin of the organization connect a company file, and a member a sandbox.',
    ],
  },
  slow_down: {
    status: 429,
    when: 'This address sent too many authorize and token requests within a minute.',
    fixes: ['Wait for the number of seconds in `Retry-After`. Refresh once per hour instead of before every request.'],
  },
  temporarily_unavailable: {
    status: 503,
    when: 'The service cannot reach its database at the moment.',
    fixes: [
      'Repeat the request after the number of seconds in `Retry-After`. A refresh token that was just used can be repeated for 5 minutes.',
    ],
  },
  server_error: {
    status: 500,
    when: 'An unexpected error occurred in the service. It is logged.',
    fixes: [
      'Try again. If the error persists, report it to the operator of the service with the value of the `X-Request-Id` header.',
    ],
  },
} as const satisfies Record<string, OAuthErrorRow>

export type OAuthErrorCode = keyof typeof oauthErrors

/** An OAuth endpoint's error. Its description is sent to the client, so it must not contain secrets. */
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
