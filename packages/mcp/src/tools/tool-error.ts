import { Fault, findFaultRow, renderFaultSlot } from '@bridge/faults'
import type { CompanyResponse } from '../calls/company-calls.ts'
import type { ErrorStructure, ToolError, ToolOutcome } from './tool.ts'

/** A failed data plane call. */
export class CallFault extends Error {
  override readonly name = 'CallFault'
  readonly response: CompanyResponse

  constructor(response: CompanyResponse) {
    super(`A call failed with status ${response.status}.`)
    this.response = response
  }
}

/**
 * Returns a successful response.
 *
 * @throws CallFault
 */
export function requireSuccess(response: CompanyResponse): CompanyResponse {
  if (response.status < 400 && response.body.Fault === undefined) return response
  throw new CallFault(response)
}

/** Renders a fault, by default one found before anything was sent. */
export function faultToToolError(fault: Fault, docsUrl: string, outcome: ToolOutcome = 'not_sent'): ToolError {
  const { Fault: rendered, svc } = renderFaultSlot(fault, { docsUrl })
  const [{ Message, Detail, element }] = rendered.Error
  return createToolError({ message: Message, detail: Detail, element, svc, outcome })
}

/** Renders a failed call's fault. */
export function responseToToolError({ body, trace }: CompanyResponse, docsUrl: string): ToolError {
  const { Fault: rendered, svc } = body as unknown as ReturnType<typeof renderFaultSlot>
  const error = rendered?.Error?.[0]
  if (error === undefined || svc === undefined) return faultToToolError(unreadableResponse(), docsUrl, 'unknown')
  const hasExchanges = trace !== undefined && trace.exchanges.length + trace.exchangesLeftOut > 0
  return createToolError({
    message: error.Message,
    detail: error.Detail,
    element: error.element,
    svc,
    outcome: toOutcome(svc.code, hasExchanges),
  })
}

/** Creates the fault for a response without a known form. */
function unreadableResponse(): Fault {
  return new Fault('INTERNAL_ERROR', 'The response could not be read.')
}

const outcomes = { unknown: 'unknown', applied: 'done' } as const

/** Returns whether a fault's request changed the company file. */
export function toOutcome(code: string, hasExchanges: boolean): ToolOutcome {
  const { outcome } = findFaultRow(code)
  if (outcome !== 'not_applied') return outcomes[outcome]
  return hasExchanges ? 'not_executed' : 'not_sent'
}

interface ErrorParts {
  readonly message: string
  readonly detail: string
  readonly element: string | undefined
  readonly svc: Pick<ErrorStructure, 'code' | 'causes' | 'fixes' | 'docsUrl'>
  readonly outcome: ToolOutcome
}

/** The detail may quote the company file, so only the structure has it. */
function createToolError({ message, detail, element, svc, outcome }: ErrorParts): ToolError {
  const { code, causes, fixes, docsUrl } = svc
  return {
    isError: true,
    text: [`${message}.`, ...fixes.slice(0, 1)].join(' ').replace('..', '.'),
    structured: { code, ...(element !== undefined && { element }), detail, causes, fixes, docsUrl, outcome },
  }
}
