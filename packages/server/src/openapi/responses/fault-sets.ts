import { Fault, type FaultCode, type FaultRow, faults, renderFault } from '@bridge/faults'
import type { ErrorSet } from './error-responses.ts'

/** The data plane's operation kinds, which differ in their faults. */
export type FaultScope = 'read' | 'query' | 'write' | 'batch' | 'changes' | 'report' | 'entitlements'

const everywhere = ['read', 'query', 'write', 'batch', 'changes', 'report', 'entitlements'] as const
const ofCompany = ['read', 'query', 'write', 'batch', 'changes', 'report'] as const
const ofRecords = ['read', 'query', 'write'] as const

/** The operations that can fail with each code. A batch and a change request also have faults inside of their result. */
const scopes: Readonly<Record<FaultCode, readonly FaultScope[]>> = {
  UNSUPPORTED_BY_DESKTOP: ['read', 'query', 'write', 'changes'],
  UNSUPPORTED_QUERY: ['query'],
  UNMAPPED_FIELD: ['write'],
  UNMAPPED_ACCOUNT_TYPE: ['write'],
  MISSING_REQUIRED_DESKTOP_ITEM: ['write'],
  NOT_FOUND: everywhere,
  AUTHENTICATION_FAILED: everywhere,
  AUTHORIZATION_FAILED: everywhere,
  RATE_LIMITED: everywhere,
  QUERY_PARSER_ERROR: ['query'],
  BAD_REQUEST: everywhere,
  AGENT_OFFLINE: ofCompany,
  AGENT_BUSY: ofCompany,
  AGENT_TIMEOUT: ofCompany,
  APP_NOT_OPEN: ofCompany,
  VOID_APPLIED_READBACK_FAILED: ['write'],
  CUSTOM_FIELD_UNKNOWN: ['write'],
  CUSTOM_FIELD_WRITE_FAILED: ['write'],
  CUSTOM_FIELD_READBACK_FAILED: ['write'],
  PAYMENT_OUTCOME_UNKNOWN: ['write'],
  REQUESTID_INVALID: ['write', 'batch'],
  REQUESTID_BODY_MISMATCH: ['write', 'batch'],
  REQUEST_IN_FLIGHT: ['write', 'batch'],
  REQUEST_OUTCOME_UNKNOWN: ['write'],
  AGENT_EXECUTION_ERROR: ofCompany,
  SERVICE_UNAVAILABLE: everywhere,
  INTERNAL_ERROR: everywhere,
  SUBSCRIPTION_REQUIRED: ofCompany,
  SANDBOX_UNSUPPORTED: ofCompany,
  SANDBOX_DAILY_LIMIT: ofCompany,
  SANDBOX_RECORD_LIMIT: ['write'],
  CDC_INVALID_ENTITIES: ['changes'],
  CDC_INVALID_CHANGED_SINCE: ['changes'],
  CDC_OVERFLOW: [],
  BATCH_INVALID_REQUEST: ['batch'],
  BATCH_TOO_MANY_ITEMS: ['batch'],
  BATCH_UNSUPPORTED_OPTION: [],
  REPORT_UNKNOWN: ['report'],
  REPORT_UNSUPPORTED_OPTION: ['report'],
  REPORT_INVALID_DATE: ['report'],
  '500': ofCompany,
  '610': ofRecords,
  '2010': ofRecords,
  '2020': ofRecords,
  '2050': ['write'],
  '2500': ['write'],
  '4000': ['query'],
  '5010': ['write'],
  '6240': ['write'],
}

const docsUrl = 'https://bridge.example/docs/errors'
const time = new Date('2026-03-16T12:00:00Z')

/** Returns the faults of an operation of the data plane. */
export function faultSet(scope: FaultScope): ErrorSet {
  const codes = (Object.keys(faults) as FaultCode[]).filter((code) => scopes[code].includes(scope))
  const rows = Object.fromEntries(codes.map((code): [string, FaultRow] => [code, faults[code]]))
  return {
    name: `${scope.charAt(0).toUpperCase()}${scope.slice(1)}Fault`,
    schema: 'Fault',
    rows,
    example: (code) =>
      renderFault(new Fault(code as FaultCode, faults[code as FaultCode].when), { docsUrl, time }).body,
    challenge: true,
    ...(scope !== 'report' && { isXml: true }),
  }
}
