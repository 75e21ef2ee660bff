import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { findMessageTable, getMessageNames, getPlaces } from './message-table.ts'
import { type Definition, type Node, parseDefinition } from './notation.ts'

/** A local copy of the published reference, which is Intuit's and not part of the repository. */
const reference = new URL('../../../../../../shared/facts/qbxml160.json', import.meta.url)

/** An element or a choice in the published reference. */
interface Published {
  name: string
  children?: Published[]
  type?: string
  maxLen?: number
  opt?: boolean
  rep?: boolean
  since?: string
  enum?: string[]
  minValue?: string
  maxValue?: string
  attrs?: Record<string, string>
  mode?: string
  alts?: Published[][]
}

const valueTypes: Record<string, string> = {
  STRTYPE: 'string',
  BOOLTYPE: 'bool',
  IDTYPE: 'id',
  GUIDTYPE: 'guid',
  AMTTYPE: 'amt',
  PRICETYPE: 'price',
  QUANTYPE: 'quan',
  PERCENTTYPE: 'percent',
  FLOATTYPE: 'float',
  INTTYPE: 'int',
  DATETYPE: 'date',
  DATETIMETYPE: 'datetime',
  TIMEINTERVALTYPE: 'interval',
  ENUMTYPE: 'choice',
}

// Requests here name records by their IDs, so the tables leave macros out.
const macros = ['defMacro', 'useMacro']

// The reference marks additions after 13.0, except for one preference missing from the 13.0 schema.
function isIn13(published: Published): boolean {
  return Number(published.since ?? '1.0') <= 13 && published.name !== 'IsInventoryExpirationDateEnabled'
}

function toNodes(published: Published[]): Node[] {
  return published.filter(isIn13).map((each): Node => {
    if (each.alts !== undefined)
      return {
        kind: 'choice',
        alternatives: each.alts.map(toNodes).filter((alternative) => alternative.length > 0),
        optional: each.mode === 'may optionally have' || each.mode === 'may have 0 or more',
        repeats: each.mode?.endsWith('or more') ?? false,
      }
    const attributes = Object.keys(each.attrs ?? {}).filter((name) => !macros.includes(name))
    return {
      kind: 'element',
      name: each.name,
      ...(attributes.length > 0 && { attributes }),
      ...(each.type && { type: valueTypes[each.type] as 'string' }),
      ...(each.maxLen && { maxLength: each.maxLen }),
      ...((each.minValue || each.maxValue) && { minimum: Number(each.minValue ?? 0) }),
      ...(each.maxValue && { maximum: Number(each.maxValue) }),
      ...(each.enum && { values: each.enum }),
      content: toNodes(each.children ?? []),
      optional: each.opt === true,
      repeats: each.rep === true,
    }
  })
}

describe('findMessageTable', () => {
  it.skipIf(!existsSync(reference))(
    'tables agree with the published reference for 13.0 if there is a local copy',
    () => {
      const [root] = JSON.parse(readFileSync(reference, 'utf8')) as [Published]
      const published = new Map(
        (root.children ?? [])
          .filter(({ name }) => name === 'QBXMLMsgsRq' || name === 'QBXMLMsgsRs')
          .flatMap(({ children }) => children ?? [])
          .map((message) => [message.name, message]),
      )
      const names = getMessageNames()
      expect(names.length).toBeGreaterThan(300)
      for (const name of names) {
        const message = published.get(name)
        const table = findMessageTable(name)
        expect(message, `${name} is published`).toBeDefined()
        expect(table?.content, name).toEqual(toNodes(message?.children ?? []))
        expect(table?.attributes, name).toEqual(Object.keys(message?.attrs ?? {}))
      }
    },
  )

  it('every request has a response', () => {
    const names = getMessageNames()
    for (const name of names.filter((each) => each.endsWith('Rq'))) expect(names).toContain(name.replace(/Rq$/, 'Rs'))
  })

  it('a name never repeats in a sequence, so each element has one place', () => {
    const visit = (content: readonly Node[], path: string): void => {
      const seen = new Set<string>()
      for (const node of content) {
        for (const name of new Set(getNames(node))) {
          expect(seen, path).not.toContain(name)
          seen.add(name)
        }
        for (const element of getElements(node)) visit(element.content, `${path}/${element.name}`)
      }
    }
    for (const name of getMessageNames()) visit(findMessageTable(name)?.content ?? [], name)
  })

  it('returns undefined for other names', () => {
    expect(findMessageTable('CustomerFindRq')).toBeUndefined()
    expect(findMessageTable('address')).toBeUndefined()
    expect(findMessageTable('constructor')).toBeUndefined()
    expect(findMessageTable('')).toBeUndefined()
  })
})

describe('getPlaces', () => {
  it('numbers elements in order and returns the same place for a line list’s kinds', () => {
    const invoice = findMessageTable('InvoiceAddRq')?.content[0]
    const places = getPlaces(invoice?.kind === 'element' ? invoice.content : [])
    const position = (name: string) => places.get(name)?.position ?? Number.NaN
    expect(position('CustomerRef')).toBeLessThan(position('TxnDate'))
    expect(position('TxnDate')).toBeLessThan(position('RefNumber'))
    expect(position('RefNumber')).toBeLessThan(position('InvoiceLineAdd'))
    expect(position('InvoiceLineGroupAdd')).toBe(position('InvoiceLineAdd'))
  })
})

describe('parseDefinition', () => {
  const definitions: Record<string, Definition> = {
    colour: { kind: 'words', name: 'colour', words: ['Red', 'Green'] },
  }
  const lookUp = (name: string): Definition => definitions[name] as Definition

  it('reads values, references, choices and counts', () => {
    const text = 'ThingRq @metaData { (ListID:id+ | Size:int[1..31]? Colour=colour*)? ClassRef<159> Note{Text(40)}? }'
    expect(parseDefinition(text, lookUp)).toEqual({
      kind: 'content',
      name: 'ThingRq',
      marks: ['metaData'],
      content: [
        {
          kind: 'choice',
          optional: true,
          repeats: false,
          alternatives: [
            [{ kind: 'element', name: 'ListID', type: 'id', content: [], optional: false, repeats: true }],
            [
              {
                kind: 'element',
                name: 'Size',
                type: 'int',
                minimum: 1,
                maximum: 31,
                content: [],
                optional: true,
                repeats: false,
              },
              {
                kind: 'element',
                name: 'Colour',
                type: 'choice',
                values: ['Red', 'Green'],
                content: [],
                optional: true,
                repeats: true,
              },
            ],
          ],
        },
        {
          kind: 'element',
          name: 'ClassRef',
          optional: false,
          repeats: false,
          content: [
            { kind: 'element', name: 'ListID', type: 'id', content: [], optional: true, repeats: false },
            {
              kind: 'element',
              name: 'FullName',
              type: 'string',
              maxLength: 159,
              content: [],
              optional: true,
              repeats: false,
            },
          ],
        },
        {
          kind: 'element',
          name: 'Note',
          optional: true,
          repeats: false,
          content: [
            {
              kind: 'element',
              name: 'Text',
              type: 'string',
              maxLength: 40,
              content: [],
              optional: false,
              repeats: false,
            },
          ],
        },
      ],
    })
  })

  it.each(['ThingRq { Name(31 }', 'ThingRq { Name', 'ThingRq { Name } more', 'ThingRq { (A | B }', '= A/B', ''])(
    'rejects %j',
    (text) => {
      expect(() => parseDefinition(text, lookUp)).toThrow(/message table cannot be parsed/)
    },
  )
})

function getElements(node: Node): Extract<Node, { kind: 'element' }>[] {
  return node.kind === 'element' ? [node] : node.alternatives.flat().flatMap(getElements)
}

function getNames(node: Node): string[] {
  return getElements(node).map(({ name }) => name)
}
