import { desktopStatuses, type FaultRow, faults, oauthErrors, problems } from '@bridge/faults'

/** One code as the page prints it. */
export interface DocumentedError {
  readonly code: string
  /** The fragment of the address that leads to it. */
  readonly anchor: string
  readonly statuses: readonly number[]
  readonly message: string | undefined
  readonly when: string
  readonly causes: readonly string[]
  readonly fixes: readonly string[]
  /** Whether and how to send the request again; nothing where the code says it itself. */
  readonly again: string | undefined
}

export interface ErrorSection {
  readonly title: string
  readonly anchor: string
  readonly text: string
  readonly errors: readonly DocumentedError[]
}

const outcomes = {
  not_applied: 'Nothing was changed in the company file.',
  unknown: 'The change may have been made: read the record before you send it again.',
  applied: 'The change was made: do not send it again.',
} as const

const documentedFaults = Object.entries<FaultRow>(faults).map(([code, row]) => documentedFault(code, row))

function documentedFault(code: string, row: FaultRow): DocumentedError {
  const outcome = outcomes[row.outcome]
  return {
    code,
    anchor: code,
    statuses: [row.status, ...(row.alsoStatus ?? [])],
    message: row.message,
    when: row.when,
    causes: row.causes,
    fixes: row.fixes,
    again: row.retryable ? `${outcome} The same request can be sent again.` : outcome,
  }
}

/** Every error of the service, from the tables that the service answers by. */
export const errorCatalogue: readonly ErrorSection[] = [
  {
    title: 'Codes of this service',
    anchor: 'service-codes',
    text: 'Branch on `Fault.Error[0].code`. These have no counterpart in QuickBooks Online; `svc` beside the fault repeats the causes and fixes.',
    errors: documentedFaults.filter(({ code }) => !isNumeric(code)),
  },
  {
    title: 'Codes of QuickBooks Online',
    anchor: 'online-codes',
    text: 'They mean what they mean in QuickBooks Online, so the handling that an integration has already goes on working.',
    errors: documentedFaults.filter(({ code }) => isNumeric(code)),
  },
  {
    title: 'Status codes of QuickBooks Desktop',
    anchor: 'desktop-codes',
    text: 'A status that has no counterpart passes through as the code, with the desktop’s own words in `Detail`. These are the ones that need explaining.',
    errors: Object.entries<FaultRow>(desktopStatuses).map(([code, row]) => documentedFault(code, row)),
  },
  {
    title: 'OAuth',
    anchor: 'oauth-codes',
    text: 'The endpoints under `/oauth2/v1` answer as RFC 6749 has it: `error`, `error_description` and `error_uri`.',
    errors: Object.entries(oauthErrors).map(documentedShort('')),
  },
  {
    title: 'Provisioning',
    anchor: 'provisioning-codes',
    text: 'The endpoints under `/admin/v1` answer `{ "error", "message" }`. Branch on `error`.',
    errors: Object.entries(problems).map(documentedShort('admin-')),
  },
]

function isNumeric(code: string) {
  return /^\d+$/.test(code)
}

interface ShortRow {
  readonly status: number
  readonly when: string
  readonly fixes: readonly string[]
}

function documentedShort(anchorPrefix: string) {
  return ([code, row]: [string, ShortRow]): DocumentedError => ({
    code,
    anchor: anchorPrefix + code,
    statuses: [row.status],
    message: undefined,
    when: row.when,
    causes: [],
    fixes: row.fixes,
    again: undefined,
  })
}
