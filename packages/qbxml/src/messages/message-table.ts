import { accounts } from './accounts.ts'
import { banking } from './banking.ts'
import { dataExtensions } from './data-extensions.ts'
import { deletions } from './deletions.ts'
import { items } from './items.ts'
import { lists } from './lists.ts'
import { names } from './names.ts'
import { type Definition, type ElementNode, type Node, parseDefinition } from './notation.ts'
import { otherTransactions } from './other-transactions.ts'
import { purchases } from './purchases.ts'
import { receipts } from './receipts.ts'
import { reports } from './reports.ts'
import { sales } from './sales.ts'
import { salesTax } from './sales-tax.ts'
import { shared } from './shared.ts'
import { stockItems } from './stock-items.ts'
import { system } from './system.ts'

/** A request's or response's elements, in order, and its attributes. */
export interface MessageTable {
  /** For example `InvoiceAddRq`. */
  readonly name: string
  readonly attributes: readonly string[]
  readonly content: readonly Node[]
}

/**
 * Finds the table for a request (`…Rq`) or response (`…Rs`) in qbXML 13.0, US edition. A table is parsed on first use.
 */
export function findMessageTable(name: string): MessageTable | undefined {
  const cached = tables.get(name)
  if (cached !== undefined || !/^[A-Z]\w*R[qs]$/.test(name) || !getTexts().has(name)) return cached
  const definition = getDefinition(name)
  if (definition.kind !== 'content') throw new Error(`${name} is not a message`)
  const table = { name, attributes: getAttributes(name, definition.marks), content: definition.content }
  tables.set(name, table)
  return table
}

function getTexts(): ReadonlyMap<string, string> {
  textByName ??= new Map(
    [
      shared,
      system,
      deletions,
      dataExtensions,
      accounts,
      lists,
      names,
      items,
      stockItems,
      salesTax,
      sales,
      receipts,
      purchases,
      banking,
      otherTransactions,
      reports,
    ]
      .flatMap((file) => file.split(/^(?=\w)/m))
      .filter((text) => text.trim() !== '')
      .map((text) => [(/^\w+/.exec(text) as RegExpExecArray)[0], text]),
  )
  return textByName
}

function getDefinition(name: string): Definition {
  let definition = definitions.get(name)
  if (definition === undefined) {
    const text = getTexts().get(name)
    if (text === undefined) throw new Error(`The message tables have no ${name}`)
    definition = parseDefinition(text, getDefinition)
    definitions.set(name, definition)
  }
  return definition
}

function getAttributes(name: string, marks: readonly string[]): readonly string[] {
  return name.endsWith('Rq')
    ? ['requestID', ...marks.flatMap((mark) => requestAttributes[mark] ?? [])]
    : [
        'requestID',
        'statusCode',
        'statusSeverity',
        'statusMessage',
        ...marks.flatMap((mark) => responseAttributes[mark] ?? []),
      ]
}

/** Returns the names of all messages in the tables. */
export function getMessageNames(): string[] {
  return [...getTexts().keys()].filter((name) => /^[A-Z]/.test(name))
}

/**
 * Returns a sequence's elements by name, each with its place. The alternatives in a repeating choice share one place.
 */
export function getPlaces(content: readonly Node[]): ReadonlyMap<string, Place> {
  let places = placesByContent.get(content)
  if (places === undefined) {
    places = new Map()
    collectPlaces(content, places as Map<string, Place>, { next: 0 })
    placesByContent.set(content, places)
  }
  return places
}

function collectPlaces(content: readonly Node[], places: Map<string, Place>, counter: { next: number }): void {
  for (const node of content) {
    if (node.kind === 'element') {
      if (!places.has(node.name)) places.set(node.name, { position: counter.next, node })
      counter.next++
    } else {
      const start = counter.next
      for (const alternative of node.alternatives) {
        collectPlaces(alternative, places, counter)
        if (node.repeats) counter.next = start
      }
      counter.next++
    }
  }
}

export interface Place {
  readonly position: number
  readonly node: ElementNode
}

const tables = new Map<string, MessageTable>()
const definitions = new Map<string, Definition>()
const placesByContent = new WeakMap<readonly Node[], ReadonlyMap<string, Place>>()

let textByName: ReadonlyMap<string, string> | undefined

const requestAttributes: Readonly<Record<string, readonly string[]>> = {
  metaData: ['metaData'],
  iterator: ['metaData', 'iterator', 'iteratorID'],
}
const responseAttributes: Readonly<Record<string, readonly string[]>> = {
  metaData: ['retCount'],
  iterator: ['retCount', 'iteratorRemainingCount', 'iteratorID'],
}
