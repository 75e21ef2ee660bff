import { createCharacterFilter } from './drop-characters.ts'
import type { Element } from './element.ts'
import { createElementReader } from './element-reader.ts'
import type { MessageSetResponse, QbxmlResponse } from './message-set.ts'
import { runAtOnce, type Sliced } from './sliced.ts'
import { getSeverity } from './status.ts'
import type { QbxmlSyntaxError } from './syntax-error.ts'

/** The state of error recovery, which belongs to the whole message set. */
export interface ResponseHead extends Omit<MessageSetResponse, 'responses'> {
  /** Characters that XML does not allow were dropped from the response. */
  readonly hasDroppedCharacters?: true
}

export interface ResponseHandlers {
  /** Called when a record ends, with the response so far. With this callback, responses contain no elements. */
  onElement?(element: Element, response: QbxmlResponse): void
  /** Called when a response ends. */
  onResponse?(response: QbxmlResponse): void
}

export interface ResponseReader {
  /** Reads the next chunk, which may end anywhere. Throws `QbxmlSyntaxError`. */
  write(chunk: string): void
  /** Ends the text. Throws `QbxmlSyntaxError` if it is not complete. */
  close(): ResponseHead
}

export interface ReadLimits {
  /** The longest text to accept, in UTF-16 units. */
  readonly charactersMax?: number
}

const responseCharactersMax = 512 * 1024 * 1024

/**
 * Reads a response as it arrives. With `onElement`, memory contains only one record at a time. Unknown elements and
 * attributes are accepted, since QuickBooks sends some.
 */
export function createResponseReader(handlers: ResponseHandlers, limits: ReadLimits = {}): ResponseReader {
  let head: ResponseHead | undefined
  let response: QbxmlResponse | undefined
  let elements: Element[] = []

  const reader = createElementReader(4, limits.charactersMax ?? responseCharactersMax, {
    onFrameOpen(name, attributes, depth) {
      if (depth === 1) {
        if (name !== 'QBXML') throw reader.error(`the root element is ${name}, not QBXML`)
      } else if (depth === 2) {
        if (name !== 'QBXMLMsgsRs') throw reader.error(`QBXML contains ${name}, not QBXMLMsgsRs`)
        if (head !== undefined) throw reader.error('there is more than one QBXMLMsgsRs')
        head = readHead(attributes, reader.error)
      } else {
        elements = []
        response = readResponse(name, attributes, elements, reader.error)
      }
    },
    onElement(element) {
      if (handlers.onElement) handlers.onElement(element, response as QbxmlResponse)
      else elements.push(element)
    },
    onFrameClose(_name, depth) {
      if (depth === 3) handlers.onResponse?.(response as QbxmlResponse)
    },
  })

  const filter = createCharacterFilter()

  return {
    write: (chunk) => reader.write(filter.write(chunk)),
    close() {
      reader.write(filter.close())
      reader.close()
      if (head === undefined) throw reader.error('QBXML contains no QBXMLMsgsRs')
      return { ...head, ...(filter.hasDropped && { hasDroppedCharacters: true }) }
    },
  }
}

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

/** Parses a complete response. Throws `QbxmlSyntaxError`. */
export function parseMessageSetResponse(text: string, limits?: ReadLimits): MessageSetResponse {
  return runAtOnce(readMessageSetResponse(text, limits))
}

/** The size of a slice of text, which takes about a millisecond to parse. */
const sliceCharacters = 32 * 1024

/** Parses a complete response in slices. Throws `QbxmlSyntaxError`. */
export function* readMessageSetResponse(text: string, limits?: ReadLimits): Sliced<MessageSetResponse> {
  const responses: QbxmlResponse[] = []
  const reader = createResponseReader({ onResponse: (response) => responses.push(response) }, limits)
  for (let start = 0; start < text.length; start += sliceCharacters) {
    if (start > 0) yield
    reader.write(text.slice(start, start + sliceCharacters))
  }
  const { hasDroppedCharacters, ...head } = reader.close()
  const [first, ...rest] = responses
  return {
    ...head,
    responses: first && hasDroppedCharacters ? [{ ...first, hasDroppedCharacters }, ...rest] : responses,
  }
}
