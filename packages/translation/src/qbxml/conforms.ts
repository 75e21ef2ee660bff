import type { Element } from './element.ts'
import type { QbxmlRequest, QbxmlResponse } from './message-set.ts'
import { findMessageTable, getPlaces } from './messages/message-table.ts'
import type { ChoiceNode, ElementNode, Node } from './messages/notation.ts'
import { getSeverity } from './status.ts'
import { findValueError } from './types.ts'

/** The elements or attributes themselves are wrong: QuickBooks refuses the whole message set with 0x80040400. */
export interface StructureViolation {
  readonly kind: 'structure'
  /** For example `InvoiceAddRq/InvoiceAdd/TxnDate`. */
  readonly path: string
  readonly reason: string
}

/** A value is wrong: QuickBooks answers the one request with this status. */
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
 * What QuickBooks would find wrong with a request before it looks into the company file, in document
 * order; empty when nothing is. Source: facts/qbxml.md, sections 2.2 and 2.3.
 */
export function findRequestViolations(request: QbxmlRequest): Violation[] {
  const table = request.name.endsWith('Rq') ? findMessageTable(request.name) : undefined
  if (table === undefined) return [structure(request.name, 'is not a request that is known')]
  const found: Violation[] = []
  for (const [name, value] of Object.entries(request.attributes ?? {})) {
    const path = `${request.name}@${name}`
    if (!table.attributes.includes(name)) found.push(structure(path, 'is not an attribute of this request'))
    else if (attributeWords[name]?.includes(value) === false) found.push(structure(path, `cannot be "${value}"`))
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
    statusMessage: `The request ID "${value}" is invalid. It can have 50 characters at most.`,
  }
}

/** `level` 1 is a response whose records lack what was not asked for, 2 such a record. */
function checkContent(
  element: Element,
  content: readonly Node[],
  path: string,
  found: Violation[],
  level: number,
): void {
  const { children } = element
  let index = 0

  const takeSequence = (nodes: readonly Node[]): void => {
    for (const node of nodes) node.kind === 'element' ? takeElement(node) : takeChoice(node)
  }

  const takeElement = (node: ElementNode): void => {
    let count = 0
    for (let child = children[index]; child?.name === node.name; child = children[index]) {
      if (count > 0 && !node.repeats) return
      checkElement(child, node, `${path}/${child.name}`, found, level === 1 ? 2 : 0)
      count++
      index++
    }
    if (count === 0 && !node.optional && level !== 2) found.push(structure(`${path}/${node.name}`, 'is missing'))
  }

  const takeChoice = (node: ChoiceNode): void => {
    let count = 0
    do {
      const name = children[index]?.name
      const alternative = name && node.alternatives.find((nodes) => canStart(nodes, name))
      if (!alternative) break
      takeSequence(alternative)
      count++
    } while (node.repeats)
    if (count === 0 && !canBeAbsent(node) && level !== 2)
      found.push(structure(path, `lacks one of ${startsOf(node).join(', ')}`))
  }

  if (children.length === 0 && element.text.trim() !== '') {
    found.push(structure(path, 'holds text where elements belong'))
    return
  }
  takeSequence(content)
  const surplus = children[index]
  if (surplus !== undefined) {
    const known = getPlaces(content).has(surplus.name)
    found.push(structure(`${path}/${surplus.name}`, known ? 'stands at the wrong place or too often' : 'is not known'))
  }
}

function checkElement(element: Element, node: ElementNode, path: string, found: Violation[], level: number): void {
  if (element.attributes !== undefined) found.push(structure(path, 'has attributes'))
  if (node.type === undefined) {
    checkContent(element, node.content, path, found, level)
    return
  }
  if (element.children.length > 0) {
    found.push(structure(path, 'holds elements where a value belongs'))
    return
  }
  const fault = findValueError(node, element.text)
  if (fault !== undefined) found.push({ kind: 'value', path, field: node.name, value: element.text, ...fault })
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

function startsOf(node: Node): string[] {
  return node.kind === 'element'
    ? [node.name]
    : node.alternatives.flatMap((nodes) => (nodes[0] ? startsOf(nodes[0]) : []))
}

/**
 * What is wrong with a response that claims to be from QuickBooks. A response without elements always
 * conforms, as errors and counts have none. Where the request named `IncludeRetElement`, `selected`
 * allows records to lack elements.
 */
export function findResponseViolations(response: QbxmlResponse, { selected = false } = {}): Violation[] {
  const { name } = response
  const table = name.endsWith('Rs') ? findMessageTable(name) : undefined
  if (table === undefined) return [structure(name, 'is not a response that is known')]
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

const attributeWords: Readonly<Record<string, readonly string[]>> = {
  metaData: ['NoMetaData', 'MetaDataOnly', 'MetaDataAndResponseData'],
  iterator: ['Start', 'Continue', 'Stop'],
}
