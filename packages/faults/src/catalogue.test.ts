import { describe, expect, it } from 'vitest'
import { type ProblemCode, problems } from './control-plane.ts'
import { type FaultCode, faults } from './data-plane.ts'
import { desktopStatuses } from './desktop-statuses.ts'
import type { FaultRow } from './fault-row.ts'
import { type OAuthErrorCode, oauthErrors } from './oauth.ts'

/** The HTTP statuses that the specification allows for each code, by section. */
const specified = {
  '7.1': {
    UNSUPPORTED_BY_DESKTOP: [422, 400],
    UNSUPPORTED_QUERY: [400, 422],
    UNMAPPED_FIELD: [422],
    UNMAPPED_ACCOUNT_TYPE: [422],
    MISSING_REQUIRED_DESKTOP_ITEM: [422],
  },
  '7.2': {
    NOT_FOUND: [404],
    AUTHENTICATION_FAILED: [401],
    AUTHORIZATION_FAILED: [403],
    RATE_LIMITED: [429],
    QUERY_PARSER_ERROR: [400],
    BAD_REQUEST: [400],
    AGENT_OFFLINE: [503],
    AGENT_BUSY: [503],
    AGENT_TIMEOUT: [504],
    APP_NOT_OPEN: [503],
    VOID_APPLIED_READBACK_FAILED: [502],
    CUSTOM_FIELD_UNKNOWN: [400],
    CUSTOM_FIELD_WRITE_FAILED: [502],
    CUSTOM_FIELD_READBACK_FAILED: [502],
    PAYMENT_OUTCOME_UNKNOWN: [502],
    REQUESTID_INVALID: [400],
    REQUESTID_BODY_MISMATCH: [422],
    REQUEST_IN_FLIGHT: [409],
    REQUEST_OUTCOME_UNKNOWN: [502],
    AGENT_EXECUTION_ERROR: [502],
    SERVICE_UNAVAILABLE: [503],
    INTERNAL_ERROR: [500],
    SUBSCRIPTION_REQUIRED: [402],
    SANDBOX_UNSUPPORTED: [400],
    SANDBOX_DAILY_LIMIT: [429],
    SANDBOX_RECORD_LIMIT: [400],
    CDC_INVALID_ENTITIES: [400],
    CDC_INVALID_CHANGED_SINCE: [400],
    CDC_OVERFLOW: [400],
    BATCH_INVALID_REQUEST: [400],
    BATCH_TOO_MANY_ITEMS: [400],
    BATCH_UNSUPPORTED_OPTION: [200],
    REPORT_UNKNOWN: [422],
    REPORT_UNSUPPORTED_OPTION: [422],
    REPORT_INVALID_DATE: [400],
  },
  '7.3': {
    '610': [400],
    '5010': [400],
    '6240': [400],
    '2500': [400],
    '2010': [422],
    '4000': [400],
    '2020': [400, 422],
    '2050': [400],
    '500': [500],
  },
} satisfies Record<string, Partial<Record<FaultCode, readonly number[]>>>

const specifiedProblems: Record<ProblemCode, number> = {
  unauthenticated: 401,
  forbidden: 403,
  second_factor_required: 403,
  proof_required: 403,
  invalid_request: 400,
  not_found: 404,
  rate_limited: 429,
  quota_reached: 409,
  plan_limit_realms: 409,
  edit_conflict: 409,
  subscription_active: 409,
  last_owner: 409,
  billing_disabled: 503,
  enterprise_plan: 409,
  no_customer: 409,
  sandbox_daily_limit: 429,
  production_realm: 409,
  sandbox_exists: 409,
  sandbox_realm: 409,
  not_replayable: 409,
  service_unavailable: 503,
  internal_error: 500,
}

const specifiedOAuthErrors: Partial<Record<OAuthErrorCode, number>> = {
  invalid_client: 401,
  invalid_grant: 400,
  unsupported_grant_type: 400,
  unsupported_response_type: 400,
  invalid_scope: 400,
  slow_down: 429,
  temporarily_unavailable: 503,
}

const rows: Record<string, FaultRow> = { ...faults, ...desktopStatuses }

describe('the catalogue', () => {
  for (const [section, codes] of Object.entries(specified)) {
    for (const [code, statuses] of Object.entries(codes)) {
      it(`returns ${code} with the statuses of section ${section}`, () => {
        const { status, alsoStatus = [] } = rows[code] as FaultRow
        expect([status, ...alsoStatus]).toEqual(expect.arrayContaining([...statuses]))
        expect(status).toBe(statuses[0])
      })
    }
  }

  it('contains only the codes of the specification [dp-9.3]', () => {
    expect(Object.keys(faults).sort()).toEqual(Object.values(specified).flatMap(Object.keys).sort())
  })

  it('explains the QuickBooks Desktop statuses of the specification', () => {
    expect(Object.keys(desktopStatuses).sort()).toEqual([
      '-1',
      '3000',
      '3161',
      '3170',
      '3171',
      '3175',
      '3176',
      '3180',
      '3250',
      '3260',
      '3261',
    ])
  })

  it('has every control-plane and OAuth code with its status', () => {
    expect(Object.fromEntries(Object.entries(problems).map(([code, { status }]) => [code, status]))).toEqual(
      specifiedProblems,
    )
    expect(Object.fromEntries(Object.entries(oauthErrors).map(([code, { status }]) => [code, status]))).toMatchObject(
      specifiedOAuthErrors,
    )
  })

  it.each(Object.entries(rows))('documents the meaning, causes and fixes of %s', (_code, row) => {
    expect(row.message).not.toBe('')
    expect(row.when).toMatch(/\.$/)
    expect(row.causes.length).toBeGreaterThan(0)
    expect(row.fixes.length).toBeGreaterThan(0)
    for (const text of [...row.causes, ...row.fixes]) expect(text).toMatch(/[.\])]$/)
  })

  it('suggests a pause only where a repetition may succeed, and for every fault of availability', () => {
    for (const [code, row] of Object.entries(rows)) {
      if (row.retryAfterSeconds !== undefined) expect([code, row.retryable]).toEqual([code, true])
      if (row.status === 503) expect([code, row.retryAfterSeconds]).toEqual([code, expect.any(Number)])
    }
  })

  it('never marks an applied request as retryable', () => {
    for (const [code, row] of Object.entries(rows))
      if (row.outcome === 'applied') expect([code, row.retryable]).toEqual([code, false])
  })
})
