import type { Element } from './element.ts'
import type { QbxmlRequest, QbxmlResponse } from './message-set.ts'
import { findMessageTable, getPlaces } from './messages/message-table.ts'
import type { ChoiceNode, ElementNode, Node } from './messages/notation.ts'
import { getSeverity } from './status.ts'
import { findValueError } from './types.ts'

/** Wrong elements or attributes, for which QuickBooks rejects the whole message set with 0x80040400. */
export interface StructureViolation {
  readonly kind: 'structure'
  /** For example `InvoiceAddRq/InvoiceAdd/TxnDate`. */
  readonly path: string
  readonly reason: string
}

/** A wrong value, for which QuickBooks rejects its request with this status. */
export interface ValueViolation {
  readonly kind: 'value'
  readonly path: string
  readonly field: string
  readonly value: string
  readonly statusCode: number
  readonly statusMessage: string
}

export type Violation = StructureViolation | ValueViolation

/**
 * Returns the violations for which QuickBooks rejects a request before it opens the company file, in document order.
 */
export function findRequestViolations(request: QbxmlRequest): Violation[] {
  const table = request.name.endsWith('Rq') ? findMessageTable(request.name) : undefined
  if (table === undefined) return [structure(request.name, 'is not in the message tables of requests')]
  const found: Violation[] = []
  for (const [name, value] of Object.entries(request.attributes ?? {})) {
    const path = `${request.name}@${name}`
    if (!table.attributes.includes(name)) found.push(structure(path, 'is not an attribute of this request'))
    else if (attributeValues[name]?.includes(value) === false) found.push(structure(path, `cannot be "${value}"`))
    else if (name === 'requestID' && [...value].length > 50) found.push(requestIdTooLong(path, value))
  }
  checkContent(request, table.content, request.name, found, 0)
  return found
}

function structure(path: string, reason: string): StructureViolation {
  return { kind: 'structure', path, reason }
}

function requestIdTooLong(path: string, value: string): ValueViolation {
  return {
    kind: 'value',
    path,
    field: 'requestID',
    value,
    statusCode: 1060,
    statusMessage: `The request ID "${value}" is invalid, possibly too long. (The maximum is 50 characters.)`,
  }
}

/**
 * Checks an element sequence. `level` is 1 in a response whose records have only selected elements, and 2 in such a
 * record.
 */
function checkContent(
  element: Element,
  content: readonly Node[],
  path: string,
  found: Violation[],
  level: number,
): void {
  const { children } = element
  let index = 0

  const checkSequence = (nodes: readonly Node[]): void => {
    for (const node of nodes) node.kind === 'element' ? checkElements(node) : checkChoice(node)
  }

  const checkElements = (node: ElementNode): void => {
    let count = 0
    for (let child = children[index]; child?.name === node.name; child = children[index]) {
      if (count > 0 && !node.repeats) return
      checkElement(child, node, `${path}/${child.name}`, found, level === 1 ? 2 : 0)
      count++
      index++
    }
    if (count === 0 && !node.optional && level !== 2) found.push(structure(`${path}/${node.name}`, 'is missing'))
  }

  const checkChoice = (node: ChoiceNode): void => {
    let count = 0
    do {
      const name = children[index]?.name
      const alternative = name && node.alternatives.find((nodes) => canStart(nodes, name))
      if (!alternative) break
      checkSequence(alternative)
      count++
    } while (node.repeats)
    if (count === 0 && !canBeAbsent(node) && level !== 2)
      found.push(structure(path, `lacks one of ${getFirstNames(node).join(', ')}`))
  }

  if (children.length === 0 && element.text.trim() !== '') {
    found.push(structure(path, 'contains text instead of elements'))
    return
  }
  checkSequence(content)
  const surplus = children[index]
  if (surplus !== undefined) {
    const exists = getPlaces(content).has(surplus.name)
    found.push(structure(`${path}/${surplus.name}`, exists ? 'is misplaced or repeated' : 'does not exist'))
  }
}

function checkElement(element: Element, node: ElementNode, path: string, found: Violation[], level: number): void {
  for (const name in element.attributes)
    if (!node.attributes?.includes(name))
      found.push(structure(`${path}@${name}`, 'is not an attribute of this element'))
  if (node.type === undefined) {
    checkContent(element, node.content, path, found, level)
    return
  }
  if (element.children.length > 0) {
    found.push(structure(path, 'contains elements instead of a value'))
    return
  }
  const error = findValueError(node, element.text)
  if (error !== undefined) found.push({ kind: 'value', path, field: node.name, value: element.text, ...error })
}

function canStart(nodes: readonly Node[], name: string): boolean {
  for (const node of nodes) {
    if (node.kind === 'element' ? node.name === name : node.alternatives.some((each) => canStart(each, name)))
      return true
    if (!canBeAbsent(node)) return false
  }
  return false
}

function canBeAbsent(node: Node): boolean {
  return node.optional || (node.kind === 'choice' && node.alternatives.some((nodes) => nodes.every(canBeAbsent)))
}

function getFirstNames(node: Node): string[] {
  return node.kind === 'element'
    ? [node.name]
    : node.alternatives.flatMap((nodes) => (nodes[0] ? getFirstNames(nodes[0]) : []))
}

/**
 * Returns the response parts QuickBooks would never send. A response without elements always conforms, since errors and
 * counts have none.
 *
 * @param selected whether the request named `IncludeRetElement`, so that records may lack elements
 */
export function findResponseViolations(response: QbxmlResponse, { selected = false } = {}): Violation[] {
  const { name } = response
  const table = name.endsWith('Rs') ? findMessageTable(name) : undefined
  if (table === undefined) return [structure(name, 'is not in the message tables of responses')]
  const found: Violation[] = []
  const attributes = {
    retCount: response.retCount,
    iteratorRemainingCount: response.iteratorRemainingCount,
    iteratorID: response.iteratorId,
  }
  for (const [key, value] of Object.entries(attributes))
    if (value !== undefined && !table.attributes.includes(key))
      found.push(structure(`${name}@${key}`, 'is not an attribute of this response'))
  if (response.statusSeverity !== getSeverity(response.statusCode))
    found.push(structure(`${name}@statusSeverity`, `cannot be ${response.statusSeverity} for ${response.statusCode}`))
  if (response.elements.length > 0)
    checkContent({ name, text: '', children: response.elements }, table.content, name, found, selected ? 1 : 0)
  return found
}

const attributeValues: Readonly<Record<string, readonly string[]>> = {
  metaData: ['NoMetaData', 'MetaDataOnly', 'MetaDataAndResponseData'],
  iterator: ['Start', 'Continue', 'Stop'],
}
