import { describe, expect, it } from 'vitest'
import { findMessageTable, getMessageNames } from '../qbxml/messages/message-table.ts'
import type { Node } from '../qbxml/messages/notation.ts'
import { referenceNameMax } from './reference-name-max.ts'

/** The limits of names in the references of a message. */
function limitsIn(nodes: readonly Node[]): (readonly [element: string, max: number])[] {
  return nodes.flatMap((node) => {
    if (node.kind === 'choice') return node.alternatives.flatMap(limitsIn)
    const name = node.content.find((inner) => inner.kind === 'element' && inner.name === 'FullName')
    if (!node.name.endsWith('Ref') || name?.kind !== 'element') return limitsIn(node.content)
    return name.maxLength === undefined ? [] : [[node.name, name.maxLength] as const]
  })
}

describe('referenceNameMax', () => {
  it('is what the messages of QuickBooks hold [dp-7.3:2050]', () => {
    const writes = getMessageNames().filter((name) => /(Add|Mod)Rq$/.test(name))
    const limits = new Map(writes.flatMap((name) => limitsIn(findMessageTable(name)?.content ?? [])))
    expect(limits.size).toBeGreaterThan(30)
    expect(new Map([...limits.keys()].map((element) => [element, referenceNameMax(element)]))).toEqual(limits)
  })

  it('looks at the last element of a path', () => {
    expect(referenceNameMax('SalesOrPurchase/AccountRef')).toBe(159)
    expect(referenceNameMax('SalesTaxCodeRef')).toBe(3)
  })
})
