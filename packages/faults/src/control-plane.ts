/** A control-plane error code and its documentation. */
export interface ProblemRow {
  readonly status: number
  readonly when: string
  readonly fixes: readonly string[]
}

/** The `/admin/v1` error codes. */
export const problems = {
  unauthenticated: {
    status: 401,
    when: 'The request has neither a session nor a valid `x-api-key` header.',
    fixes: ['Sign in to the portal, or send a valid API key in the `x-api-key` header.'],
  },
  forbidden: {
    status: 403,
    when: 'Your role in the organization does not allow this.',
    fixes: [
      'Ask an admin or owner of the organization to do it, or to change your role. API keys, invitations, roles and members can only be changed in a signed-in session.',
    ],
  },
  second_factor_required: {
    status: 403,
    when: 'The organization requires a second factor, and you have not turned one on.',
    fixes: ['Turn it on under Account in the portal. API keys do not need one.'],
  },
  proof_required: {
    status: 403,
    when: 'The session has not proven within the last ten minutes that it is you.',
    fixes: [
      'Confirm it in the portal, which asks for a code of your second factor or sends you a link, or sign in again. Then repeat the request. API keys do not need it.',
    ],
  },
  invalid_request: {
    status: 400,
    when: 'The body is malformed, a field is missing, or a redirect URI is invalid.',
    fixes: ['Correct the part that `message` names.'],
  },
  not_found: {
    status: 404,
    when: 'The resource does not exist or belongs to another organization.',
    fixes: ['Check the ID, and that your session or API key belongs to the organization of the resource.'],
  },
  rate_limited: {
    status: 429,
    when: 'The API key, the user or the address has used up its requests. `message` says which limit it is.',
    fixes: ['Wait for the number of seconds in `Retry-After`.'],
  },
  quota_reached: {
    status: 409,
    when: 'The organization, the company file or the user has as many of the resource as it may have: `limit`.',
    fixes: ['Revoke or delete one that is no longer used.'],
  },
  plan_limit_realms: {
    status: 409,
    when: 'An organization on the trial plan can have one realm. `checkoutPath` is the page where you can subscribe.',
    fixes: [
      'Start a subscription, or delete the existing realm.',
      'Without a payment provider, ask the operator of the service for another plan.',
    ],
  },
  edit_conflict: {
    status: 409,
    when: 'Someone else has changed the resource since you loaded it. The response contains its current state.',
    fixes: ['Compare the two versions, then send the change again with the current `version`.'],
  },
  subscription_active: {
    status: 409,
    when: 'The organization has a subscription, which must be canceled before the organization can be deleted.',
    fixes: ['Cancel the subscription in the billing portal, and delete the organization once it has ended.'],
  },
  last_owner: {
    status: 409,
    when: 'An organization needs an owner, and this is the last one.',
    fixes: ['Make another member an owner first, or delete the organization.'],
  },
  billing_disabled: {
    status: 503,
    when: 'Billing is not configured in this deployment.',
    fixes: ['Contact the operator of the service.'],
  },
  enterprise_plan: {
    status: 409,
    when: 'The organization is on the enterprise plan, which is not managed in the portal.',
    fixes: ['Contact the operator of the service.'],
  },
  no_customer: {
    status: 409,
    when: 'The organization has no subscription to manage yet.',
    fixes: ['Start a subscription first.'],
  },
  sandbox_daily_limit: {
    status: 429,
    when: 'The sandbox does not have enough requests left for this UTC day.',
    fixes: ['Wait for the number of seconds in `Retry-After` (until 00:00 UTC).'],
  },
  production_realm: {
    status: 409,
    when: 'Only a sandbox realm can be reset, and this is a production realm.',
    fixes: ['Use the ID of the sandbox realm.'],
  },
  sandbox_exists: {
    status: 409,
    when: 'The organization already has a sandbox realm.',
    fixes: ['Reset the existing sandbox instead.'],
  },
  sandbox_realm: {
    status: 409,
    when: 'A sandbox realm has no agent tokens, no pairing codes and no QuickBooks Web Connector.',
    fixes: ['Use a production realm.'],
  },
  not_replayable: {
    status: 409,
    when: 'The request cannot be replayed: it writes to a company file outside the sandbox, or its text is not kept whole.',
    fixes: ['Send the request again from your app, or open it in the Explorer.'],
  },
  service_unavailable: {
    status: 503,
    when: 'The service cannot reach its database, or the sandbox, at the moment. A change may have been made.',
    fixes: ['Repeat the request after the number of seconds in `Retry-After`, a create with its `Idempotency-Key`.'],
  },
  internal_error: {
    status: 500,
    when: 'An unexpected error occurred in the service. It is logged.',
    fixes: [
      'Try again. If the error persists, report it to the operator of the service with the value of the `X-Request-Id` header.',
    ],
  },
} as const satisfies Record<string, ProblemRow>

export type ProblemCode = keyof typeof problems

/** A control-plane error returned to the caller. */
export class Problem extends Error {
  override readonly name = 'Problem'
  readonly code: ProblemCode
  /** Additional response fields. They never replace `error` and `message`. */
  readonly fields: Readonly<Record<string, unknown>>
  readonly retryAfterSeconds: number | undefined

  constructor(
    code: ProblemCode,
    message: string = problems[code].when,
    fields: Readonly<Record<string, unknown>> = {},
    retryAfterSeconds?: number,
  ) {
    super(message)
    this.code = code
    this.fields = fields
    this.retryAfterSeconds = retryAfterSeconds
  }
}
