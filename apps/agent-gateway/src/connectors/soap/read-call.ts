import { type Element, ElementReader, QbxmlSyntaxError, type Sliced } from '@bridge/qbxml'
import { liftLongResponse } from './lift-long-response.ts'
import { connectorNamespace, type OperationName, type SoapCall, soapOperations } from './operations.ts'

const envelopeNamespace = 'http://schemas.xmlsoap.org/soap/envelope/'

/** The request is not a Web Connector call. The message is shown to the Web Connector's user. */
export class SoapCallError extends Error {
  override readonly name = 'SoapCallError'
}

/** More than any call has: an envelope with a header, and an operation with six parameters. */
const limits = { depth: 1, maxDepth: 8, maxElements: 64, maxAttributes: 128, maxAttributesPerElement: 32 }

/**
 * Reads a SOAP 1.1 request in slices: XML without document type, namespaces with any prefix, operations in document or
 * RPC style. Parameters have the Web Connector's namespace or none. Characters XML does not allow are dropped, since
 * QuickBooks passes on what users typed.
 *
 * @param body the body in UTF-8
 * @throws SoapCallError
 */
export function* readSoapCall(body: Buffer): Sliced<SoapCall> {
  const lifted = yield* liftLongResponse(body)
  if (lifted === undefined) return toCall(yield* readEnvelope(decode(body)))
  const call = toCall(yield* readEnvelope(decode(lifted.envelope)))
  const isFound = call.operation === 'receiveResponseXML' && call.parameters.response === lifted.placeholder
  if (!isFound) return toCall(yield* readEnvelope(decode(body)))
  return { ...call, parameters: { ...call.parameters, response: lifted.response } }
}

const decoder = new TextDecoder('utf-8', { fatal: true })

function decode(bytes: Buffer): string {
  try {
    return decoder.decode(bytes)
  } catch (cause) {
    throw new SoapCallError('The request is not UTF-8 text.', { cause })
  }
}

function* readEnvelope(text: string): Sliced<QualifiedElement> {
  let root: Element | undefined
  const reader = new ElementReader(
    text,
    { ...limits, maxCharacters: text.length, dropsCharacters: true },
    {
      onFrameOpen: () => undefined,
      onElement: (element) => {
        root = element
      },
    },
  )
  try {
    yield* reader.read()
  } catch (error) {
    if (!(error instanceof QbxmlSyntaxError)) throw error
    throw new SoapCallError(`The request is not valid XML: ${error.reason.slice(0, 200)}.`, { cause: error })
  }
  if (root === undefined) throw new SoapCallError('The request is empty.')
  return resolveNames(root, noPrefixes)
}

/** An element with its namespace in place of its prefix. */
interface QualifiedElement {
  readonly namespace: string
  readonly name: string
  readonly text: string
  readonly children: readonly QualifiedElement[]
}

type Prefixes = ReadonlyMap<string, string>

const noPrefixes: Prefixes = new Map([['', '']])

function resolveNames(element: Element, outer: Prefixes): QualifiedElement {
  const prefixes = declarePrefixes(element, outer)
  const colon = element.name.indexOf(':')
  const prefix = colon === -1 ? '' : element.name.slice(0, colon)
  const namespace = prefixes.get(prefix)
  if (namespace === undefined) throw new SoapCallError(`The prefix ${prefix.slice(0, 100)} is not declared.`)
  return {
    namespace,
    name: element.name.slice(colon + 1),
    text: element.text,
    children: element.children.map((child) => resolveNames(child, prefixes)),
  }
}

function declarePrefixes({ attributes = {} }: Element, outer: Prefixes): Prefixes {
  const declared = Object.entries(attributes).filter(([name]) => name === 'xmlns' || name.startsWith('xmlns:'))
  if (declared.length === 0) return outer
  return new Map([...outer, ...declared.map(([name, uri]) => [name.slice('xmlns:'.length), uri] as const)])
}

function toCall(envelope: QualifiedElement): SoapCall {
  if (envelope.name !== 'Envelope' || envelope.namespace !== envelopeNamespace) {
    throw new SoapCallError('The request is not a SOAP 1.1 envelope.')
  }
  const bodies = envelope.children.filter(({ name, namespace }) => name === 'Body' && namespace === envelopeNamespace)
  const [operation, ...others] = bodies.flatMap(({ children }) => children)
  if (bodies.length !== 1 || operation === undefined || others.length > 0) {
    throw new SoapCallError('The request does not have one operation in one body.')
  }
  const { name } = operation
  if (operation.namespace !== connectorNamespace || !isOperation(name)) {
    throw new SoapCallError(`The service has no operation ${name.slice(0, 100)}.`)
  }
  // The operation's row lists these parameters.
  return { operation: name, parameters: readParameters(name, operation.children) } as SoapCall
}

function isOperation(name: string): name is OperationName {
  return Object.hasOwn(soapOperations, name)
}

function readParameters(operation: OperationName, elements: readonly QualifiedElement[]): Record<string, string> {
  const names: readonly string[] = soapOperations[operation].parameters
  const values = new Map<string, string>()
  for (const { name, namespace, text, children } of elements) {
    const isParameter = names.includes(name) && (namespace === connectorNamespace || namespace === '')
    if (!isParameter) continue
    if (values.has(name)) throw new SoapCallError(`The parameter ${name} appears twice.`)
    if (children.length > 0) throw new SoapCallError(`The parameter ${name} is not text.`)
    values.set(name, text)
  }
  return Object.fromEntries(names.map((name) => [name, values.get(name) ?? '']))
}
