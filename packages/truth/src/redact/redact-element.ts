import { type Element, type ElementNode, findMessageTable, getPlaces, type Node, types } from '@bridge/qbxml'
import type { ToPseudonym } from './pseudonyms.ts'
import { toNumberShape, toShape } from './text-shape.ts'

/**
 * Redacts a message's elements by their types in the message tables: booleans, dates and enumerations stay, IDs become
 * pseudonyms, and everything else keeps its shape. What the tables do not know is text.
 */
export function redactElements(
  message: string,
  elements: readonly Element[],
  toPseudonym: ToPseudonym,
): readonly Element[] {
  return redactChildren(elements, findMessageTable(message)?.content ?? [], toPseudonym)
}

function redactChildren(
  elements: readonly Element[],
  content: readonly Node[],
  toPseudonym: ToPseudonym,
): readonly Element[] {
  const places = getPlaces(content)
  return elements.map((element): Element => {
    const node = places.get(element.name)?.node
    const { name, attributes, text, children } = element
    return {
      name,
      attributes: attributes && redactAttributes(attributes, toPseudonym),
      text: redactValue(element, node, toPseudonym, text),
      children: name === 'HostRet' ? redactHost(children) : redactChildren(children, node?.content ?? [], toPseudonym),
    }
  })
}

function redactValue({ name }: Element, node: ElementNode | undefined, toPseudonym: ToPseudonym, text: string): string {
  if (text === '') return ''
  // The second of a change, by which the product orders changes.
  if (name === 'EditSequence') return /^\d{1,16}$/.test(text) ? text : toShape(text)
  switch (node?.type) {
    case 'choice':
      return node.values?.includes(text) ? text : toShape(text)
    case 'bool':
    case 'date':
    case 'datetime':
    case 'interval':
      return types[node.type].accepts(text) ? text : toShape(text)
    case 'id':
    case 'guid':
      return types[node.type].accepts(text) ? toPseudonym(text) : toShape(text)
    case 'amt':
    case 'price':
    case 'quan':
    case 'percent':
    case 'float':
    case 'int':
      return toNumberShape(text)
    default:
      return toShape(text)
  }
}

/** The product, its release and its versions of qbXML do not depend on the company. */
function redactHost(children: readonly Element[]): readonly Element[] {
  const isProduct = ({ text }: Element): boolean =>
    /^(?:QuickBooks[\w .:-]{0,60}|[A-Z]{0,2}[\d.]{1,12}|US|CA|UK)$/.test(text)
  return children.map((element) => ({
    ...element,
    text:
      isProduct(element) || /^(?:true|false|SingleUser|MultiUser)$/.test(element.text)
        ? element.text
        : toShape(element.text),
    children: redactHost(element.children),
  }))
}

const plainAttributes = /^(?:colID|rowNumber|titleRow|requestID|retCount|iteratorRemainingCount|useMacro)$/
const wordAttributes: Readonly<Record<string, RegExp>> = {
  dataType: /^[A-Z]{2,12}TYPE$/,
  iterator: /^(?:Start|Continue|Stop)$/,
  metaData: /^(?:NoMetaData|MetaDataOnly|MetaDataAndResponseData)$/,
  rowType: /^(?:account|customer|vendor|employee|other name|item|class|payroll item|sales rep|terms|txn)$/i,
}

function redactAttributes(
  attributes: Readonly<Record<string, string>>,
  toPseudonym: ToPseudonym,
): Readonly<Record<string, string>> {
  const redact = ([name, value]: [string, string]): [string, string] => {
    if (name === 'iteratorID') return [name, toPseudonym(value)]
    const isKept = plainAttributes.test(name) ? /^\d{0,10}$/.test(value) : wordAttributes[name]?.test(value)
    return [name, isKept ? value : toShape(value)]
  }
  return Object.fromEntries(Object.entries(attributes).map(redact))
}
