import { desktopStatuses, type FaultRow, faults, oauthErrors, problems } from '@bridge/faults'
import { type ErrorAdvice, findAdvice } from './error-advice.ts'

/** Whether the same request may be sent again. */
export type Repeat = 'always' | 'with requestid' | 'never'

/** One code as the error reference shows it. */
export interface DocumentedError {
  readonly code: string
  /** The page address's last part, and the code's anchor in the list. */
  readonly anchor: string
  readonly origin: string
  readonly statuses: readonly number[]
  readonly message: string | undefined
  /** Its number for apps with numeric fault codes. */
  readonly onlineCode: string | undefined
  readonly when: string
  readonly causes: readonly string[]
  readonly fixes: readonly string[]
  readonly repeat: Repeat
  readonly advice: ErrorAdvice
}

export interface ErrorSection {
  readonly title: string
  readonly anchor: string
  readonly text: string
  readonly errors: readonly DocumentedError[]
}

const origins = {
  service: 'Service',
  online: 'QuickBooks Online',
  desktop: 'QuickBooks Desktop',
  oauth: 'OAuth',
  control: 'Control plane',
} as const

/** Every error code, from the tables behind the errors. */
export const errorCatalogue: readonly ErrorSection[] = [
  {
    title: 'Service codes',
    anchor: 'service-codes',
    text: 'These codes do not exist in QuickBooks Online. The `svc` object of the response contains the same causes and fixes.',
    errors: documentFaults(faults, origins.service).filter(({ code }) => !isNumeric(code)),
  },
  {
    title: 'QuickBooks Online codes',
    anchor: 'online-codes',
    text: 'Same meaning as in QuickBooks Online, so your existing error handling keeps working.',
    errors: documentFaults(faults, origins.online).filter(({ code }) => isNumeric(code)),
  },
  {
    title: 'QuickBooks Desktop status codes',
    anchor: 'desktop-codes',
    text: 'A status without an equivalent is returned as the code, with the message from QuickBooks Desktop in `Detail`. These statuses need an explanation.',
    errors: documentFaults(desktopStatuses, origins.desktop),
  },
  {
    title: 'OAuth',
    anchor: 'oauth-codes',
    text: 'The endpoints under `/oauth2/v1` return `error`, `error_description` and `error_uri`, as in RFC 6749.',
    errors: documentShortRows(oauthErrors, origins.oauth, ''),
  },
  {
    title: 'Control plane',
    anchor: 'provisioning-codes',
    text: 'The endpoints under `/admin/v1` return `{ "error", "message" }`. Branch on `error`.',
    errors: documentShortRows(problems, origins.control, 'admin-'),
  },
]

/** Every documented code, in list order. */
export const documentedErrors: readonly DocumentedError[] = errorCatalogue.flatMap(({ errors }) => errors)

function documentFaults(rows: Readonly<Record<string, FaultRow>>, origin: string): DocumentedError[] {
  return Object.entries(rows)
    .map(([code, row]) => ({
      code,
      anchor: code,
      origin,
      statuses: [row.status, ...(row.alsoStatus ?? [])],
      message: row.message,
      onlineCode: row.onlineCode,
      when: row.when,
      causes: row.causes,
      fixes: row.fixes,
      repeat: findRepeat(row),
      advice: findAdvice({ code, ...row }),
    }))
    .sort((a, b) => a.code.localeCompare(b.code))
}

function findRepeat({ outcome, retryable }: FaultRow): Repeat {
  if (outcome === 'unknown') return 'with requestid'
  return outcome === 'not_applied' && retryable ? 'always' : 'never'
}

function isNumeric(code: string) {
  return /^\d+$/.test(code)
}

interface ShortRow {
  readonly status: number
  readonly when: string
  readonly fixes: readonly string[]
}

function documentShortRows(
  rows: Readonly<Record<string, ShortRow>>,
  origin: string,
  anchorPrefix: string,
): DocumentedError[] {
  return Object.entries(rows)
    .map(([code, row]) => {
      const retryable = row.status === 429 || row.status >= 500
      return {
        code,
        anchor: anchorPrefix + code,
        origin,
        statuses: [row.status],
        message: undefined,
        onlineCode: undefined,
        when: row.when,
        causes: [],
        fixes: row.fixes,
        repeat: retryable ? ('always' as const) : ('never' as const),
        advice: findAdvice({ code, status: row.status, retryable, outcome: 'not_applied' }),
      }
    })
    .sort((a, b) => a.code.localeCompare(b.code))
}
