import { type FaultCode, faults } from './data-plane.ts'
import { desktopStatuses, unexplainedStatus } from './desktop-statuses.ts'
import type { Fault } from './fault.ts'
import type { FaultRow } from './fault-row.ts'
import { isoTime } from './iso-time.ts'
import { retryAfter } from './retry-after.ts'

/** Changes with the codes, their meanings and the shape of the `svc` block (specification, section 9). */
export const catalogueVersion = '2026-07'

/** What a fault looks like on the wire, without its time (specification, section 2.3). */
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

export interface FaultAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: FaultSlot & { readonly time: string }
}

/**
 * The answer for a fault: status, headers (`Retry-After` in whole seconds, at least 1) and body.
 *
 * @param docsUrl the address of the error reference, without an anchor
 */
export function renderFault(fault: Fault, { docsUrl, time }: { docsUrl: string; time: Date }): FaultAnswer {
  const { Fault, svc } = renderFaultSlot(fault, { docsUrl })
  return {
    status: statusOf(fault),
    headers: retryAfter(fault.retryAfterSeconds),
    body: { Fault, time: isoTime(time), svc },
  }
}

/** The HTTP status of a fault: its own where the catalogue allows it for the code, else the code's first. */
function statusOf(fault: Fault): number {
  const { status, alsoStatus = [] } = faultRow(fault.code)
  return fault.status !== undefined && alsoStatus.includes(fault.status) ? fault.status : status
}

function faultRow(code: string): FaultRow {
  if (Object.hasOwn(faults, code)) return faults[code as FaultCode]
  if (Object.hasOwn(desktopStatuses, code)) return desktopStatuses[code as keyof typeof desktopStatuses]
  return unexplainedStatus
}

/** The fault of one item of a batch or one entity of a change data capture. */
export function renderFaultSlot(fault: Fault, { docsUrl }: { docsUrl: string }): FaultSlot {
  const row = faultRow(fault.code)
  const link = `${docsUrl}#${anchorOf(fault.code)}`
  return {
    Fault: {
      Error: [
        {
          Message: shortened(messageOf(fault, row)),
          Detail: `${shortened(fault.detail)} ${link}`,
          code: fault.code,
          ...(fault.element === undefined ? {} : { element: shortened(fault.element, elementMax) }),
        },
      ],
      type: statusOf(fault) >= 500 ? 'SystemFault' : 'ValidationFault',
    },
    svc: { code: fault.code, causes: row.causes, fixes: row.fixes, docsUrl: link },
  }
}

function anchorOf(code: string): string {
  return Object.hasOwn(faults, code) || Object.hasOwn(desktopStatuses, code) ? code : otherStatusAnchor
}

function shortened(text: string, max = detailMax): string {
  if (text.length <= max) return text
  const end = max - 1
  // Half a surrogate pair is no text.
  const isSplit = /[\ud800-\udbff]/.test(text.charAt(end - 1))
  return `${text.slice(0, isSplit ? end - 1 : end)}…`
}

/** A rejected query says in its message which of the two kinds it is (specification, section 7.3). */
function messageOf(fault: Fault, row: FaultRow): string {
  if (fault.code !== '4000') return row.message
  return /^Query(Parser|Validation)Error:/.test(fault.detail)
    ? firstLine(fault.detail)
    : `QueryParserError: ${firstLine(fault.detail)}`
}

function firstLine(text: string): string {
  return text.split('\n', 1)[0] ?? text
}

/** Faults quote what was sent: a request of two megabytes is not answered with two megabytes. */
const detailMax = 2_000
const elementMax = 250

/** Where the error reference explains the status codes of QuickBooks Desktop that have no row of their own. */
export const otherStatusAnchor = 'desktop-codes'
