import { Fault, type FaultStyle, isoTime, renderFault } from '@bridge/faults'
import type { ClientSettings } from '@bridge/identity/access/client-settings'
import { joinParts, type TextParts } from '@bridge/platform/text-parts'
import { serializeJson, serializeXml, withNumericIds } from '@bridge/translation'
import type { ItemFailure, Outcome, Result } from '../operations/operation.ts'
import type { Format } from './format.ts'
import { formatWarningHeader, listWarnings, toAscii } from './list-warnings.ts'

/** A response before it is converted to a `Response`. */
export interface HttpResponse {
  readonly status: number
  readonly headers: Record<string, string>
  readonly body: string | TextParts
  /** The fault's code; absent on success. */
  readonly code?: string
  /** The path to the field named in the fault. */
  readonly field?: string
  /** A success's warnings, including its batch items'. */
  readonly warnings?: readonly string[]
  /** A success's failed items. */
  readonly itemFailures?: readonly ItemFailure[]
}

/** How a response is rendered. */
export interface ResponseStyle extends FaultStyle {
  /** JSON by default. */
  readonly format?: Format
  /** The form of IDs; as in QuickBooks by default. */
  readonly ids?: ClientSettings['ids']
}

const contentTypes: Readonly<Record<Format, string>> = {
  json: 'application/json;charset=UTF-8',
  xml: 'application/xml;charset=UTF-8',
}
const defaultXmlRoot = 'IntuitResponse'
const maxPlanCharacters = 1_000

/** Renders the response to a request. The same result always renders to the same bytes. */
export function toResponse({ outcome, time }: Result, style: ResponseStyle): HttpResponse {
  return outcome instanceof Fault ? faultResponse(outcome, time, style) : successResponse(outcome, time, style)
}

/** Renders a successful operation's response. */
export function successResponse(
  outcome: Outcome,
  time: Date,
  { format = 'json', ids = 'text' }: Pick<ResponseStyle, 'format' | 'ids'> = {},
): HttpResponse {
  const { plan, itemFailures = [], itemWarnings = [] } = outcome
  const warnings = [...listWarnings(outcome), ...itemWarnings]
  const header = formatWarningHeader(outcome)
  const printed = outcome.serializedBody === undefined ? format : 'json'
  return {
    status: 200,
    headers: {
      ...plainHeaders(printed),
      ...(header !== '' && { 'X-SVC-Warning': header }),
      ...(plan !== undefined && { 'X-SVC-Plan': toAscii(plan).slice(0, maxPlanCharacters) }),
    },
    body: serializeBody(outcome, time, { format, ids }),
    ...(warnings.length > 0 && { warnings }),
    ...(itemFailures.length > 0 && { itemFailures }),
  }
}

function serializeBody(
  { body, serializedBody, xmlRoot }: Outcome,
  time: Date,
  { format, ids }: Required<Pick<ResponseStyle, 'format' | 'ids'>>,
): string | TextParts {
  if (serializedBody !== undefined) return joinParts(serializedBody)
  const shown = ids === 'numeric' ? withNumericIds(body) : body
  return joinParts(print(format, { ...shown, time: isoTime(time) }, xmlRoot))
}

function plainHeaders(format: Format): Record<string, string> {
  return { 'Content-Type': contentTypes[format], 'Cache-Control': 'no-store' }
}

function print(format: Format, body: Readonly<Record<string, unknown>>, root = defaultXmlRoot): readonly string[] {
  return format === 'xml' ? [serializeXml(root, body)] : serializeJson(body)
}

/** Renders the response for a fault. */
export function faultResponse(fault: Fault, time: Date, { format = 'json', ...style }: ResponseStyle): HttpResponse {
  const { status, headers, body } = renderFault(fault, { ...style, time })
  return {
    status,
    headers: { ...plainHeaders(format), ...headers, ...(status === 401 ? challenge : {}) },
    body: print(format, { ...body }).join(''),
    code: fault.code,
    ...(fault.element !== undefined && { field: fault.element }),
  }
}

/** The response to a departed caller, for the request log: no client receives this status. */
export const callerLeftResponse: HttpResponse = { status: 499, headers: {}, body: '' }

/** The response to a write that was held back, for the request log. */
export const heldBackResponse: HttpResponse = { status: 200, headers: {}, body: '' }

const challenge = { 'WWW-Authenticate': 'Bearer realm="Bridge Service", error="invalid_token"' }
