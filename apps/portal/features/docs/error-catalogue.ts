import { desktopStatuses, type FaultRow, faults, oauthErrors, problems } from '@bridge/faults'

/** One code as the error reference shows it. */
export interface DocumentedError {
  readonly code: string
  /** The URL fragment of the entry. */
  readonly anchor: string
  readonly statuses: readonly number[]
  readonly message: string | undefined
  readonly when: string
  readonly causes: readonly string[]
  readonly fixes: readonly string[]
  /** The effect on the company file, and whether to repeat the request. */
  readonly retry: string | undefined
}

export interface ErrorSection {
  readonly title: string
  readonly anchor: string
  readonly text: string
  readonly errors: readonly DocumentedError[]
}

const documentedFaults = Object.entries<FaultRow>(faults).map(([code, row]) => documentFault(code, row))

function documentFault(code: string, row: FaultRow): DocumentedError {
  return {
    code,
    anchor: code,
    statuses: [row.status, ...(row.alsoStatus ?? [])],
    message: row.message,
    when: row.when,
    causes: row.causes,
    fixes: row.fixes,
    retry: describeRetry(row),
  }
}

function describeRetry({ outcome, retryable }: FaultRow): string {
  if (outcome === 'applied') return 'The change was applied. Do not send the request again.'
  if (outcome === 'not_applied')
    return `Nothing was changed in the company file.${retryable ? ' You can send the same request again.' : ''}`
  return retryable
    ? 'The change may have been applied. You can send the same request again with its `requestid`.'
    : 'The change may have been applied. Read the record before you send the request again.'
}

/** Every error code of the service, from the tables that render the errors. */
export const errorCatalogue: readonly ErrorSection[] = [
  {
    title: 'Service codes',
    anchor: 'service-codes',
    text: 'Branch on `Fault.Error[0].code`. These codes do not exist in QuickBooks Online. The `svc` object of the response contains the same causes and fixes.',
    errors: documentedFaults.filter(({ code }) => !isNumeric(code)),
  },
  {
    title: 'QuickBooks Online codes',
    anchor: 'online-codes',
    text: 'These codes have the same meaning as in QuickBooks Online, so existing error handling keeps working.',
    errors: documentedFaults.filter(({ code }) => isNumeric(code)),
  },
  {
    title: 'QuickBooks Desktop status codes',
    anchor: 'desktop-codes',
    text: 'A status without an equivalent is returned as the code, with the message from QuickBooks Desktop in `Detail`. These statuses need an explanation.',
    errors: Object.entries<FaultRow>(desktopStatuses).map(([code, row]) => documentFault(code, row)),
  },
  {
    title: 'OAuth',
    anchor: 'oauth-codes',
    text: 'The endpoints under `/oauth2/v1` return `error`, `error_description` and `error_uri`, as in RFC 6749.',
    errors: Object.entries(oauthErrors).map(documentShortRow('')),
  },
  {
    title: 'Control plane',
    anchor: 'provisioning-codes',
    text: 'The endpoints under `/admin/v1` return `{ "error", "message" }`. Branch on `error`.',
    errors: Object.entries(problems).map(documentShortRow('admin-')),
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

function documentShortRow(anchorPrefix: string) {
  return ([code, row]: [string, ShortRow]): DocumentedError => ({
    code,
    anchor: anchorPrefix + code,
    statuses: [row.status],
    message: undefined,
    when: row.when,
    causes: [],
    fixes: row.fixes,
    retry: undefined,
  })
}
