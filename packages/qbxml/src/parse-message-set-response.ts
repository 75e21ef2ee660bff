import type { Element } from './element.ts'
import { ElementReader } from './element-reader.ts'
import type { ElementReaderOptions } from './element-reader-options.ts'
import type { MessageSetResponse, QbxmlResponse, StreamedMessageSetResponse } from './message-set.ts'
import { runAtOnce, type Sliced } from './sliced.ts'
import { getSeverity } from './status.ts'
import { StreamedElements } from './streamed-elements.ts'
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
  const { responses, ...head } = yield* readResponses(text, limits)
  return { ...head, responses: responses.map(({ response, elements }) => ({ ...response, elements })) }
}

/** Above this length, a response's elements take more memory than several calls at once should have. */
const maxWholeCharacters = 1024 * 1024
/** The most elements per record or row, enough for a transaction with 8,000 lines. More would hold up other calls. */
const maxElementsPerRecord = 100_000

/**
 * Parses a complete response like {@link readMessageSetResponse}, but a long one keeps no elements: they are read a second
 * time, one by one. Throws `QbxmlSyntaxError` and `QbxmlLimitError`.
 */
export function* streamMessageSetResponse(text: string, limits: ReadLimits = {}): Sliced<StreamedMessageSetResponse> {
  if (text.length <= maxWholeCharacters) return yield* readMessageSetResponse(text, limits)
  const { responses, ...head } = yield* readResponses(text, { ...limits, maxElementsPerRecord }, true)
  return {
    ...head,
    responses: responses.map(({ response, elements, streamed, rows }) => ({
      ...response,
      ...(rows.length > 0 ? { elements, reportRows: rows } : { elements: streamed }),
    })),
  }
}

/** A response while it is read. */
interface OpenResponse {
  response: Omit<QbxmlResponse, 'elements'>
  /** In a streamed response, only a report without its rows. */
  readonly elements: Element[]
  readonly streamed: StreamedElements
  readonly rows: StreamedElements
}

type ReadResponses = ResponseHead & { readonly responses: readonly OpenResponse[] }

function* readResponses(
  text: string,
  limits: ReadLimits & Pick<ElementReaderOptions, 'maxElementsPerRecord'>,
  isStreamed = false,
): Sliced<ReadResponses> {
  const responses: OpenResponse[] = []
  let head: ResponseHead | undefined
  const container = isStreamed ? { container: 'ReportData' } : {}
  const options = { maxCharacters: maxResponseCharacters, ...limits, ...container, depth: 4, dropsCharacters: true }
  const createStreamed = () => new StreamedElements(() => reader.text, { dropsCharacters: true })
  const reader = new ElementReader(text, options, {
    onFrameOpen(name, attributes, depth) {
      if (depth === 1) {
        if (name !== 'QBXML') throw reader.error(`the root element is ${name}, not QBXML`)
      } else if (depth === 2) {
        if (name !== 'QBXMLMsgsRs') throw reader.error(`QBXML contains ${name}, not QBXMLMsgsRs`)
        if (head !== undefined) throw reader.error('there is more than one QBXMLMsgsRs')
        head = readHead(attributes, (reason) => reader.error(reason))
      } else {
        responses.push({
          response: readResponse(name, attributes, (reason) => reader.error(reason)),
          elements: [],
          streamed: createStreamed(),
          rows: createStreamed(),
        })
      }
    },
    onElement(element, start) {
      const open = responses[responses.length - 1]
      if (isStreamed && open?.rows.length === 0) open.streamed.add(start)
      else open?.elements.push(element)
    },
    onContained: (_element, start) => responses[responses.length - 1]?.rows.add(start),
  })

  yield* reader.read()
  if (head === undefined) throw reader.error('QBXML contains no QBXMLMsgsRs')
  const [first] = responses
  if (first !== undefined && reader.hasDropped) first.response = { ...first.response, hasDroppedCharacters: true }
  return { ...head, responses }
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

function readResponse(name: string, attributes: Attributes, error: CreateError): Omit<QbxmlResponse, 'elements'> {
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
  }
}
