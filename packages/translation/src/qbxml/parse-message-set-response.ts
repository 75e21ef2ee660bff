import type { Element } from './element.ts'
import { createElementReader } from './element-reader.ts'
import type { MessageSetResponse, QbxmlResponse, StatusSeverity } from './message-set.ts'
import type { QbxmlSyntaxError } from './syntax-error.ts'

/** What stands on the answer itself rather than on one of its responses. */
export type ResponseHead = Omit<MessageSetResponse, 'responses'>

export interface ResponseHandlers {
  /** Each record as soon as it is complete, with its response as far as it is known. With it, responses hold no elements. */
  onElement?(element: Element, response: QbxmlResponse): void
  /** Each response when it ends. */
  onResponse?(response: QbxmlResponse): void
}

export interface ResponseReader {
  /** Takes the next piece of the text; it may end anywhere. Throws `QbxmlSyntaxError`. */
  write(chunk: string): void
  /** Ends the text and tells what stood on the answer. Throws `QbxmlSyntaxError` when the text is not complete. */
  close(): ResponseHead
}

export interface ReadLimits {
  /** The most UTF-16 units that are read before the text is refused. */
  readonly charactersMax?: number
}

const answerCharactersMax = 512 * 1024 * 1024

/**
 * Reads an answer while it arrives. With `onElement` memory holds one record at a time. Elements and
 * attributes that nobody knows are accepted, as real answers have them (facts/qbxml.md, section 2.1).
 */
export function createResponseReader(handlers: ResponseHandlers, limits: ReadLimits = {}): ResponseReader {
  let head: ResponseHead | undefined
  let response: QbxmlResponse | undefined
  let elements: Element[] = []

  const reader = createElementReader(4, limits.charactersMax ?? answerCharactersMax, {
    onFrameOpen(name, attributes, depth) {
      if (depth === 1) {
        if (name !== 'QBXML') throw reader.error(`the root element is ${name}, not QBXML`)
      } else if (depth === 2) {
        if (name !== 'QBXMLMsgsRs') throw reader.error(`QBXML holds ${name}, not QBXMLMsgsRs`)
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

  return {
    write: reader.write,
    close() {
      reader.close()
      if (head === undefined) throw reader.error('QBXML holds no QBXMLMsgsRs')
      return head
    },
  }
}

type Attributes = Readonly<Record<string, string>>

type MakeError = (message: string) => QbxmlSyntaxError

function readHead(attributes: Attributes, error: MakeError): ResponseHead {
  return {
    ...optionalInteger('messageSetStatusCode', attributes.messageSetStatusCode, error),
    ...(attributes.newMessageSetID === undefined ? {} : { newMessageSetId: attributes.newMessageSetID }),
  }
}

function optionalInteger<Name extends string>(
  name: Name,
  value: string | undefined,
  error: MakeError,
): { [key in Name]?: number } {
  return value === undefined ? {} : ({ [name]: integer(name, value, error) } as { [key in Name]?: number })
}

function integer(name: string, value: string, error: MakeError): number {
  if (!/^\d{1,9}$/.test(value)) throw error(`the attribute ${name} is not a number`)
  return Number(value)
}

function readResponse(name: string, attributes: Attributes, elements: Element[], error: MakeError): QbxmlResponse {
  if (!name.endsWith('Rs')) throw error(`${name} is not the name of a response`)
  const severity = attributes.statusSeverity
  if (severity === undefined || !severities.has(severity)) throw error(`${name} has no valid statusSeverity`)
  if (attributes.statusCode === undefined) throw error(`${name} has no statusCode`)
  return {
    name,
    ...(attributes.requestID === undefined ? {} : { requestId: attributes.requestID }),
    statusCode: integer('statusCode', attributes.statusCode, error),
    statusSeverity: severity as StatusSeverity,
    statusMessage: attributes.statusMessage ?? '',
    ...optionalInteger('retCount', attributes.retCount, error),
    ...optionalInteger('iteratorRemainingCount', attributes.iteratorRemainingCount, error),
    ...(attributes.iteratorID === undefined ? {} : { iteratorId: attributes.iteratorID }),
    elements,
  }
}

/** Reads a complete answer. Throws `QbxmlSyntaxError`. */
export function parseMessageSetResponse(text: string, limits?: ReadLimits): MessageSetResponse {
  const responses: QbxmlResponse[] = []
  const reader = createResponseReader({ onResponse: (response) => responses.push(response) }, limits)
  reader.write(text)
  return { ...reader.close(), responses }
}

const severities: ReadonlySet<string> = new Set<StatusSeverity>(['Info', 'Warn', 'Error'])
