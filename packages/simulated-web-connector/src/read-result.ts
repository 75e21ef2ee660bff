import { type Element, QbxmlSyntaxError } from '@bridge/qbxml'
import { type Operation, serviceNamespace } from './calls.ts'
import { parseXml } from './parse-xml.ts'
import type { Style } from './serialize-call.ts'

const envelopeNamespace = 'http://schemas.xmlsoap.org/soap/envelope/'
const xmlNamespace = 'http://www.w3.org/XML/1998/namespace'

/** The Web Connector does not understand the response to a call. The message is what its user sees. */
export class ResultError extends Error {
  override readonly name = 'ResultError'
}

/** Reads a text result; undefined if the response has none. Throws `ResultError`. */
export function readText(operation: Operation, body: string, style: Style = 'Document'): string | undefined {
  return findResult(operation, body, style)?.text
}

/** Reads the strings returned by `authenticate`. Throws `ResultError`. */
export function readTexts(operation: Operation, body: string, style: Style = 'Document'): readonly string[] {
  const result = findResult(operation, body, style)
  if (result === undefined) throw new ResultError('Object reference not set to an instance of an object.')
  return result.children
    .filter((each) => each.name === 'string' && (style === 'RPC' || each.namespace === serviceNamespace))
    .map(({ text }) => text)
}

/** Reads an integer result. Throws `ResultError`. */
export function readInteger(operation: Operation, body: string, style: Style = 'Document'): number {
  const text = readText(operation, body, style)?.trim() ?? ''
  if (!/^[-+]?\d{1,10}$/.test(text)) throw new ResultError('Input string was not in a correct format.')
  return Number(text)
}

/** An element with its namespace. */
interface QualifiedElement {
  readonly namespace: string
  readonly name: string
  readonly text: string
  readonly children: readonly QualifiedElement[]
}

function findResult(operation: Operation, body: string, style: Style): QualifiedElement | undefined {
  const envelope = parse(body)
  if (!isNamed(envelope, envelopeNamespace, 'Envelope')) {
    throw new ResultError(`Client found response with root element ${envelope.name}, but expected a SOAP envelope.`)
  }
  const content = envelope.children.find((each) => isNamed(each, envelopeNamespace, 'Body'))?.children[0]
  if (content === undefined) throw new ResultError('The SOAP body is empty.')
  if (isNamed(content, envelopeNamespace, 'Fault')) {
    throw new ResultError(content.children.find(({ name }) => name === 'faultstring')?.text ?? 'SOAP fault')
  }
  const isResponse = isNamed(content, serviceNamespace, `${operation}Response`)
  // The .NET client ignores unexpected elements, and so finds no result.
  if (!isResponse) return undefined
  return content.children.find(
    ({ namespace, name }) => name === `${operation}Result` && (style === 'RPC' || namespace === serviceNamespace),
  )
}

function isNamed(element: QualifiedElement, namespace: string, name: string): boolean {
  return element.namespace === namespace && element.name === name
}

function parse(body: string): QualifiedElement {
  try {
    return qualify(parseXml(body), new Map([['xml', xmlNamespace]]))
  } catch (error) {
    if (error instanceof QbxmlSyntaxError) throw new ResultError('Response is not well-formed XML.', { cause: error })
    throw error
  }
}

function qualify(element: Element, outer: ReadonlyMap<string, string>): QualifiedElement {
  const declared = Object.entries(element.attributes ?? {}).flatMap(([name, uri]): [string, string][] => {
    const [first, prefix = ''] = name.split(':')
    return first === 'xmlns' ? [[prefix, uri]] : []
  })
  const namespaces = declared.length === 0 ? outer : new Map([...outer, ...declared])
  const [prefix, name] = element.name.includes(':') ? element.name.split(':', 2) : ['', element.name]
  const namespace = namespaces.get(prefix ?? '')
  if (namespace === undefined && prefix !== '') throw new ResultError(`'${prefix}' is an undeclared prefix.`)
  return {
    namespace: namespace ?? '',
    name: name ?? '',
    text: element.text,
    children: element.children.map((each) => qualify(each, namespaces)),
  }
}
