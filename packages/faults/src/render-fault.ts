import { type FaultCode, faults } from './data-plane.ts'
import { desktopStatuses, unexplainedStatus } from './desktop-statuses.ts'
import type { Fault } from './fault.ts'
import type { FaultRow } from './fault-row.ts'
import { isoTime } from './iso-time.ts'
import { retryAfter } from './retry-after.ts'

/** Changes when a code, its meaning or the `svc` shape changes. */
export const catalogueVersion = '2026-07'

/** A fault's JSON without its time. */
export interface FaultSlot {
  readonly Fault: {
    readonly Error: readonly [
      { readonly Message: string; readonly Detail: string; readonly code: string; readonly element?: string },
    ]
    readonly type: 'ValidationFault' | 'SystemFault'
  }
  readonly svc: {
    readonly code: string
    readonly causes: readonly string[]
    readonly fixes: readonly string[]
    readonly docsUrl: string
  }
}

/** How a fault is rendered. */
export interface FaultStyle {
  /** The error list's URL; each code has a page below it. */
  readonly docsUrl: string
  /** `numeric` for QuickBooks Online's numbers in `code`; `svc.code` always has the service's code. */
  readonly faultCodes?: 'text' | 'numeric'
}

export interface FaultResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: FaultSlot & { readonly time: string }
}

/** Renders a fault's response. */
export function renderFault(fault: Fault, { time, ...style }: FaultStyle & { readonly time: Date }): FaultResponse {
  const { Fault, svc } = renderFaultSlot(fault, style)
  return {
    status: getFaultStatus(fault),
    headers: retryAfter(fault.retryAfterSeconds ?? findFaultRow(fault.code).retryAfterSeconds),
    body: { Fault, time: isoTime(time), svc },
  }
}

/** Returns the fault's own status if the catalogue allows it for the code, otherwise the code's default. */
export function getFaultStatus(fault: Fault): number {
  const { status, alsoStatus = [] } = findFaultRow(fault.code)
  return fault.status !== undefined && alsoStatus.includes(fault.status) ? fault.status : status
}

/** Returns the row for a code, or the generic row for an unlisted QuickBooks Desktop status. */
export function findFaultRow(code: string): FaultRow {
  if (Object.hasOwn(faults, code)) return faults[code as FaultCode]
  if (Object.hasOwn(desktopStatuses, code)) return desktopStatuses[code as keyof typeof desktopStatuses]
  return unexplainedStatus
}

/** Renders a fault for one batch item or change data capture entity. */
export function renderFaultSlot(fault: Fault, { docsUrl, faultCodes }: FaultStyle): FaultSlot {
  const row = findFaultRow(fault.code)
  const link = docsUrl + faultPage(fault.code)
  return {
    Fault: {
      Error: [
        {
          Message: truncate(getMessage(fault, row)),
          Detail: `${truncate(fault.detail)} ${link}`,
          code: faultCodes === 'numeric' ? row.onlineCode : fault.code,
          ...(fault.element === undefined ? {} : { element: truncate(fault.element, maxElement) }),
        },
      ],
      type: getFaultStatus(fault) >= 500 ? 'SystemFault' : 'ValidationFault',
    },
    svc: { code: fault.code, causes: row.causes, fixes: row.fixes, docsUrl: link },
  }
}

/** Returns a code's page, below the error list. */
export function faultPage(code: string): string {
  return Object.hasOwn(faults, code) || Object.hasOwn(desktopStatuses, code) ? `/${code}` : `#${otherStatusAnchor}`
}

function truncate(text: string, max = maxDetail): string {
  if (text.length <= max) return text
  const end = max - 1
  // Do not split a surrogate pair.
  const isSplit = /[\ud800-\udbff]/.test(text.charAt(end - 1))
  return `${text.slice(0, isSplit ? end - 1 : end)}…`
}

/** Returns the message. For a rejected query, it states whether parsing or validation failed. */
function getMessage(fault: Fault, row: FaultRow): string {
  if (fault.code !== '4000') return row.message
  return /^Query(Parser|Validation)Error:/.test(fault.detail)
    ? firstLine(fault.detail)
    : `QueryParserError: ${firstLine(fault.detail)}`
}

function firstLine(text: string): string {
  return text.split('\n', 1)[0] ?? text
}

/** Limits `Detail` and `Message`, which may quote a large request. */
const maxDetail = 2_000
const maxElement = 250

/** The error reference's anchor for unlisted QuickBooks Desktop status codes. */
export const otherStatusAnchor = 'desktop-codes'
