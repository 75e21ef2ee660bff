import {
  type Element,
  type ElementHandlers,
  ElementReader,
  QbxmlSyntaxError,
  runAtOnce,
  type Sliced,
} from '@bridge/qbxml'

export const financeNamespace = 'http://schema.intuit.com/finance/v3'
export const schemaInstance = 'http://www.w3.org/2001/XMLSchema-instance'
const xmlNamespace = 'http://www.w3.org/XML/1998/namespace'

/** A body is not XML as defined by the QBO v3 API. The message is for the caller. */
export class XmlBodyError extends Error {
  override readonly name = 'XmlBodyError'
}

/** An element in a client's body. Its name and attributes have no prefixes. */
export interface XmlElement {
  readonly name: string
  readonly attributes: readonly (readonly [name: string, value: string])[]
  /** The element has `xsi:nil="true"`. */
  readonly isNil: boolean
  readonly text: string
  readonly children: readonly XmlElement[]
}

/**
 * Parses a client's body: XML 1.0 without document type, only the five predefined entities, no mixed content, at most
 * 32 nested elements, at most 50,000 elements and attributes. Elements are in the QBO v3 API's namespace, with any
 * prefix, or in none.
 *
 * @throws XmlBodyError
 */
export function parseXml(text: string): XmlElement {
  return runAtOnce(readXml(text))
}

/** Parses a client's body like {@link parseXml}, with a pause after each slice. */
export function* readXml(text: string): Sliced<XmlElement> {
  const encoding = declaredEncoding.exec(text)?.[1] ?? 'utf-8'
  if (!isUtf8(encoding) && beyondAscii.test(text)) {
    throw new XmlBodyError(`The body declares the encoding ${encoding.slice(0, 40)}. Encode it as UTF-8.`)
  }
  requireFewParts(text)
  return yield* resolveInSlices(yield* readRoot(text), noPrefixes, slicedLevels)
}

/** The most elements and attributes, above a batch with thirty invoices and a hundred lines each. */
const maxParts = 50_000

/**
 * Rejects a body with too many elements and attributes before it is parsed, since their number decides how long parsing
 * takes. Quoted values in a text count, too.
 */
function requireFewParts(text: string): void {
  const part = /<[^/!?]|=\s*["']/g
  for (let count = 0; part.test(text); count += 1) {
    if (count === maxParts) {
      const limit = maxParts.toLocaleString('en-US')
      throw new XmlBodyError(
        `The body has more than ${limit} elements and attributes. Divide it into several requests.`,
      )
    }
  }
}

function* readRoot(text: string): Sliced<Element> {
  let root: Element | undefined
  const handlers: ElementHandlers = {
    onFrameOpen: () => undefined,
    onElement: (element) => {
      root = element
    },
  }
  try {
    yield* new ElementReader(text, { depth: 1, maxCharacters: text.length }, handlers).read()
  } catch (error) {
    if (error instanceof QbxmlSyntaxError) throw new XmlBodyError(formatReason(error), { cause: error })
    throw error
  }
  if (root === undefined) throw new XmlBodyError('The body is not valid XML: it has no element.')
  return root
}

function formatReason({ reason, line, column }: QbxmlSyntaxError): string {
  return `The body is not valid XML at line ${line}, column ${column}: ${reason.slice(0, 200)}.`
}

const declaredEncoding = /^\ufeff?<\?xml\s[^?]*encoding\s*=\s*["']([\w.-]+)/
const beyondAscii = /[^\0-\x7f]/

/** Returns whether an encoding is UTF-8 or a subset. */
function isUtf8(encoding: string): boolean {
  return /^(?:utf-?8|us-ascii|ascii)$/i.test(encoding)
}

/** The prefixes declared by an element and its ancestors; the default one is the empty text. */
interface Prefixes {
  readonly declared: ReadonlyMap<string, string>
  readonly outer: Prefixes | undefined
}

const noPrefixes: Prefixes = {
  declared: new Map([
    ['', ''],
    ['xml', xmlNamespace],
  ]),
  outer: undefined,
}

const noAttributes: [string, string][] = []
const noChildren: readonly XmlElement[] = []

/** The levels whose elements are resolved one by one: a batch, its items, and their records. */
const slicedLevels = 3
/** The elements between two pauses, each with those in it. */
const sliceElements = 64

function* resolveInSlices(element: Element, outer: Prefixes, levels: number): Sliced<XmlElement> {
  if (levels === 0) return resolveNames(element, outer)
  const { prefixes, ...resolved } = resolveTag(element, outer)
  const children: XmlElement[] = []
  for (const child of element.children) {
    children.push(yield* resolveInSlices(child, prefixes, levels - 1))
    if (children.length % sliceElements === 0) yield
  }
  return { ...resolved, children }
}

function resolveNames(element: Element, outer: Prefixes): XmlElement {
  const { prefixes, ...resolved } = resolveTag(element, outer)
  const children =
    element.children.length === 0 ? noChildren : element.children.map((child) => resolveNames(child, prefixes))
  return { ...resolved, children }
}

/** Resolves an element's name and attributes, and the prefixes for its children. */
function resolveTag(element: Element, outer: Prefixes): Omit<XmlElement, 'children'> & { readonly prefixes: Prefixes } {
  const attributes = element.attributes === undefined ? noAttributes : Object.entries(element.attributes)
  const prefixes = attributes.length === 0 ? outer : declarePrefixes(attributes, outer)
  const [namespace, name] = splitName(element.name, prefixes)
  if (namespace !== '' && namespace !== financeNamespace) {
    throw new XmlBodyError(`The element ${name.slice(0, 100)} is not in the namespace ${financeNamespace}.`)
  }
  const fields: [string, string][] = attributes.length === 0 ? noAttributes : []
  let isNil = false
  for (const [attribute, value] of attributes) {
    if (isDeclaration(attribute)) continue
    const [space, local] = attribute.includes(':') ? splitName(attribute, prefixes) : ['', attribute]
    if (space === '' || space === financeNamespace) fields.push([local, value])
    else if (space === schemaInstance && local === 'nil') isNil = /^\s*(?:true|1)\s*$/.test(value)
  }
  return { name, attributes: fields, isNil, text: element.text, prefixes }
}

function isDeclaration(attribute: string): boolean {
  return attribute === 'xmlns' || attribute.startsWith('xmlns:')
}

function declarePrefixes(attributes: readonly [string, string][], outer: Prefixes): Prefixes {
  const declared = attributes.filter(([name]) => isDeclaration(name))
  if (declared.length === 0) return outer
  return { declared: new Map(declared.map(([name, uri]) => [name.slice('xmlns:'.length), uri])), outer }
}

function findNamespace(prefix: string, prefixes: Prefixes): string | undefined {
  for (let scope: Prefixes | undefined = prefixes; scope !== undefined; scope = scope.outer) {
    const found = scope.declared.get(prefix)
    if (found !== undefined) return found
  }
  return undefined
}

function splitName(name: string, prefixes: Prefixes): readonly [namespace: string, local: string] {
  const colon = name.indexOf(':')
  const prefix = colon === -1 ? '' : name.slice(0, colon)
  const namespace = findNamespace(prefix, prefixes)
  if (namespace === undefined) throw new XmlBodyError(`The prefix ${prefix.slice(0, 100)} is not declared.`)
  return [namespace, colon === -1 ? name : name.slice(colon + 1)]
}
