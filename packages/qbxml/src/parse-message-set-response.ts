import type { Element } from './element.ts'
import { ElementReader } from './element-reader.ts'
import type { MessageSetResponse, QbxmlResponse } from './message-set.ts'
import { runAtOnce, type Sliced } from './sliced.ts'
import { getSeverity } from './status.ts'
import type { QbxmlSyntaxError } from './syntax-error.ts'

/** The largest response to accept; more is a `QbxmlLimitError`. */
export interface ReadLimits {
  /** The longest text, in UTF-16 units. */
  readonly maxCharacters?: number
  readonly maxElements?: number
  readonly maxAttributes?: number
}

const maxResponseCharacters = 512 * 1024 * 1024

export function parseMessageSetResponse(text: string, limits?: ReadLimits): MessageSetResponse {
  return runAtOnce(readMessageSetResponse(text, limits))
}

/**
 * Parses a complete response in slices. Unknown elements and attributes are accepted, since QuickBooks sends some.
 * Characters forbidden in XML are dropped: old company files contain them, and they would make the records around them
 * unreadable. Throws `QbxmlSyntaxError`.
 */
export function* readMessageSetResponse(text: string, limits: ReadLimits = {}): Sliced<MessageSetResponse> {
  const responses: QbxmlResponse[] = []
  let head: ResponseHead | undefined
  let elements: Element[] = []

  const options = { maxCharacters: maxResponseCharacters, ...limits, depth: 4, dropsCharacters: true }
  const reader = new ElementReader(text, options, {
    onFrameOpen(name, attributes, depth) {
      if (depth === 1) {
        if (name !== 'QBXML') throw reader.error(`the root element is ${name}, not QBXML`)
      } else if (depth === 2) {
        if (name !== 'QBXMLMsgsRs') throw reader.error(`QBXML contains ${name}, not QBXMLMsgsRs`)
        if (head !== undefined) throw reader.error('there is more than one QBXMLMsgsRs')
        head = readHead(attributes, (reason) => reader.error(reason))
      } else {
        elements = []
        responses.push(readResponse(name, attributes, elements, (reason) => reader.error(reason)))
      }
    },
    onElement(element) {
      elements.push(element)
    },
  })

  yield* reader.read()
  if (head === undefined) throw reader.error('QBXML contains no QBXMLMsgsRs')
  const [first, ...rest] = responses
  return {
    ...head,
    responses: first && reader.hasDropped ? [{ ...first, hasDroppedCharacters: true }, ...rest] : responses,
  }
}

/** The error recovery state, which belongs to the whole message set. */
type ResponseHead = Omit<MessageSetResponse, 'responses'>

type Attributes = Readonly<Record<string, string>>

type CreateError = (reason: string) => QbxmlSyntaxError

function readHead(attributes: Attributes, error: CreateError): ResponseHead {
  return {
    ...parseOptionalInteger('messageSetStatusCode', attributes.messageSetStatusCode, error),
    ...(attributes.newMessageSetID === undefined ? {} : { newMessageSetId: attributes.newMessageSetID }),
  }
}

function parseOptionalInteger<Name extends string>(
  name: Name,
  value: string | undefined,
  error: CreateError,
): { [key in Name]?: number } {
  return value === undefined ? {} : ({ [name]: parseInteger(name, value, error) } as { [key in Name]?: number })
}

function parseInteger(name: string, value: string, error: CreateError): number {
  if (!/^\d{1,9}$/.test(value)) throw error(`the attribute ${name} is not a number`)
  return Number(value)
}

function readResponse(name: string, attributes: Attributes, elements: Element[], error: CreateError): QbxmlResponse {
  if (!name.endsWith('Rs')) throw error(`${name} is not the name of a response`)
  if (attributes.statusCode === undefined) throw error(`${name} has no statusCode`)
  const statusCode = parseInteger('statusCode', attributes.statusCode, error)
  return {
    name,
    ...(attributes.requestID === undefined ? {} : { requestId: attributes.requestID }),
    statusCode,
    // Intuit's documents and QuickBooks use different words for it.
    statusSeverity: getSeverity(statusCode),
    statusMessage: attributes.statusMessage ?? '',
    ...parseOptionalInteger('retCount', attributes.retCount, error),
    ...parseOptionalInteger('iteratorRemainingCount', attributes.iteratorRemainingCount, error),
    ...(attributes.iteratorID === undefined ? {} : { iteratorId: attributes.iteratorID }),
    elements,
  }
}
