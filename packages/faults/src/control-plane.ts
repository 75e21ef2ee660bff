/** One code of the control plane. */
export interface ProblemRow {
  readonly status: number
  readonly when: string
  readonly fixes: readonly string[]
}

/** Every code of `/admin/v1` (control-plane specification, section 7). */
export const problems = {
  unauthenticated: {
    status: 401,
    when: 'There is no session and no valid `x-api-key`.',
    fixes: ['Sign in to the portal, or send a valid API key in the header `x-api-key`.'],
  },
  forbidden: {
    status: 403,
    when: 'Your role in the organization is too low for this.',
    fixes: [
      'Ask an admin or owner of the organization to do it, or to raise your role. API keys are made and revoked in a signed-in session only.',
    ],
  },
  invalid_request: {
    status: 400,
    when: 'The body is malformed, a field is missing, or a redirect URI is not acceptable.',
    fixes: ['Correct what `message` names.'],
  },
  not_found: {
    status: 404,
    when: 'There is no such resource, or it belongs to another organization.',
    fixes: ['Check the id, and that your session or API key belongs to the organization of the resource.'],
  },
  rate_limited: {
    status: 429,
    when: 'The API key made more than 120 requests in a minute.',
    fixes: ['Wait as many seconds as `Retry-After` says.'],
  },
  plan_limit_realms: {
    status: 409,
    when: 'An organization on the trial plan has its one realm already. `checkoutPath` leads to a subscription.',
    fixes: ['Start a subscription, or delete the realm that is no longer needed.'],
  },
  billing_disabled: {
    status: 503,
    when: 'This deployment has no billing configuration.',
    fixes: ['Ask the operator of the service.'],
  },
  enterprise_plan: {
    status: 409,
    when: 'The organization is on the enterprise plan, which is not managed here.',
    fixes: ['Ask your contact at the operator of the service.'],
  },
  no_customer: {
    status: 409,
    when: 'The organization never started a checkout, so there is nothing to manage yet.',
    fixes: ['Start a checkout first.'],
  },
  sandbox_daily_limit: {
    status: 429,
    when: 'The sandbox has too few calls left for the UTC day.',
    fixes: ['Wait as many seconds as `Retry-After` says (until 00:00 UTC).'],
  },
  production_realm: {
    status: 409,
    when: 'Only a sandbox realm can be reset; this one is served by QuickBooks Desktop.',
    fixes: ['Use the id of the sandbox realm.'],
  },
  sandbox_exists: {
    status: 409,
    when: 'The organization has its one sandbox realm already.',
    fixes: ['Reset that sandbox instead.'],
  },
  sandbox_realm: {
    status: 409,
    when: 'A sandbox realm is served by the service itself and takes neither agent tokens nor a QuickBooks Web Connector.',
    fixes: ['Use a production realm.'],
  },
  internal_error: {
    status: 500,
    when: 'Something unexpected failed in the service. It is logged.',
    fixes: [
      'Try again. If it stays, report it to the operator of the service with the value of the `X-Request-Id` header.',
    ],
  },
} as const satisfies Record<string, ProblemRow>

export type ProblemCode = keyof typeof problems

/** A refusal that the caller of the control plane sees. */
export class Problem extends Error {
  override readonly name = 'Problem'
  readonly code: ProblemCode
  /** Members of the answer beside `error` and `message`, which they never replace. */
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
