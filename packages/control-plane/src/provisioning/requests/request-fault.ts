import { desktopStatuses, faultPage, findFaultRow } from '@bridge/faults'
import { parseXml, XmlBodyError, type XmlElement } from '@bridge/translation'
import { z } from 'zod'

/** A fault and its documentation, for people who read the log. */
export const loggedFaultSchema = z.strictObject({
  message: z.string(),
  detail: z.string().nullable().describe('The fault in this request; null without kept bodies.'),
  when: z.string(),
  causes: z.array(z.string()),
  fixes: z.array(z.string()),
  retryable: z.boolean(),
  docsPath: z.string(),
})

export type LoggedFault = z.output<typeof loggedFaultSchema>

/** Explains a code, with the detail from a response if there is one. */
export function explainFault(code: string, response: string | undefined): LoggedFault {
  const { message, when, causes, fixes, retryable } = findFaultRow(code)
  return {
    message,
    detail: findDetail(response, code) ?? null,
    when,
    causes: [...causes],
    fixes: [...fixes],
    retryable,
    docsPath: `/docs/errors${faultPage(code)}`,
  }
}

const faultSchema = z.object({
  Fault: z.object({ Error: z.array(z.object({ Detail: z.string(), code: z.string().optional() })) }),
})
const slotsSchema = z.union([
  z.object({ BatchItemResponse: z.array(z.unknown()) }).transform(({ BatchItemResponse }) => BatchItemResponse),
  z
    .object({ CDCResponse: z.array(z.object({ QueryResponse: z.array(z.unknown()) })) })
    .transform(({ CDCResponse }) => CDCResponse.flatMap(({ QueryResponse }) => QueryResponse)),
])

/** Finds the fault detail in a response, or in its first item with the code, without the trailing link. */
export function findDetail(response: string | undefined, code: string): string | undefined {
  if (response === undefined) return undefined
  if (response.startsWith('<')) return withoutLink(findXmlDetail(response, code))
  const body = parseJson(response)
  const slots = slotsSchema.safeParse(body).data
  const errors = (slots ?? [body]).flatMap((slot) => faultSchema.safeParse(slot).data?.Fault.Error[0] ?? [])
  const error = slots === undefined ? errors[0] : errors.find((each) => hasCode(code, each.code, each.Detail))
  return withoutLink(error?.Detail)
}

/** Returns whether an error has a code, which the response may show as a number of QuickBooks Online. */
function hasCode(code: string, sent: string | undefined, detail: string | undefined): boolean {
  const isSame = sent === code || sent === findFaultRow(code).onlineCode
  return isSame && detail?.endsWith(faultPage(code)) === true
}

/** Removes a detail's trailing address of a fault page. */
function withoutLink(detail: string | undefined): string | undefined {
  if (detail === undefined) return undefined
  const space = detail.lastIndexOf(' ')
  const last = detail.slice(space + 1)
  const isLink = space !== -1 && /^https?:\/\/\S+$/.test(last) && /\/docs\/errors[#/]./.test(last)
  return isLink ? detail.slice(0, space) : detail
}

/** Finds the first error's detail with the code; undefined in a cut-off text. */
function findXmlDetail(text: string, code: string): string | undefined {
  try {
    return listErrors(parseXml(text))
      .map(({ attributes, children }) => ({
        code: attributes.find(([name]) => name === 'code')?.[1],
        detail: children.find(({ name }) => name === 'Detail')?.text,
      }))
      .find((error) => hasCode(code, error.code, error.detail))?.detail
  } catch (error) {
    if (error instanceof XmlBodyError) return undefined
    throw error
  }
}

function listErrors(element: XmlElement): readonly XmlElement[] {
  return element.name === 'Fault'
    ? element.children.filter(({ name }) => name === 'Error')
    : element.children.flatMap(listErrors)
}

/** Parses JSON; undefined for a cut-off text. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const desktopPrefix = 'QuickBooks Desktop: '

/** Where a request failed. */
export type FaultOrigin = 'quickbooks' | 'connection' | 'unknown' | 'service'

const connectionCodes: ReadonlySet<string> = new Set([
  'AGENT_OFFLINE',
  'AGENT_BUSY',
  'APP_NOT_OPEN',
  'AGENT_EXECUTION_ERROR',
])
/** Codes caused only by a QuickBooks status. */
const quickBooksCodes: ReadonlySet<string> = new Set(['6240', '610', '2500', '5010'])

/** Returns where a request with this code failed. */
export function findOrigin(code: string, detail: string | undefined): FaultOrigin {
  if (detail?.startsWith(desktopPrefix) || Object.hasOwn(desktopStatuses, code)) return 'quickbooks'
  if (connectionCodes.has(code)) return 'connection'
  if (findFaultRow(code).outcome === 'unknown') return 'unknown'
  return detail === undefined && quickBooksCodes.has(code) ? 'quickbooks' : 'service'
}

/** Returns the detail as a clause following a colon: its first sentence, preferably in QuickBooks' words. */
export function toClause(detail: string): string {
  const [sentence = ''] = detail.replace(desktopPrefix, '').split(/(?<=[.!?])\s/, 1)
  const text = sentence.replace(/\.$/, '').trim()
  // A name in capitals or a quoted field keeps its first letter.
  return /^[A-Z][a-z']* [a-z]/.test(text) ? `${text.charAt(0).toLowerCase()}${text.slice(1)}` : text
}
