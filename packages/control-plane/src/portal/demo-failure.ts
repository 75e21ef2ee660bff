import { derivePosted, type Posted } from '../provisioning/requests/posted.ts'
import { explainFault, type LoggedFault } from '../provisioning/requests/request-fault.ts'
import { describeRequest } from '../provisioning/requests/request-sentence.ts'

/** A failed write as the request page explains it. */
export interface DemoFailure {
  readonly sentence: string
  readonly fault: LoggedFault
  readonly posted: Posted
  readonly request: {
    readonly method: string
    readonly path: string
    readonly status: number
    readonly code: string
    readonly requestId: string
    readonly failedItems: number
    readonly totalMs: number
    readonly queueMs: number
    readonly gatewayMs: number
    readonly desktopMs: number
  }
}

const request = {
  method: 'POST',
  path: '/invoice',
  status: 400,
  code: '3175',
  requestId: 'invoice-1042',
  failedItems: 0,
  totalMs: 251,
  queueMs: 4,
  gatewayMs: 38,
  desktopMs: 201,
} as const

/** Explains a sample write to visitors with what explains the requests of organizations. */
export function describeDemoFailure(now: Date): DemoFailure {
  const write = { ...request, operation: 'update', entity: 'Invoice', createdAt: now, exchanges: [] }
  return {
    request,
    sentence: describeRequest(write, undefined),
    fault: explainFault(request.code, undefined),
    posted: derivePosted(write, { outcome: undefined, journal: [], now }),
  }
}
