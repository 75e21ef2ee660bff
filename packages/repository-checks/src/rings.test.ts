import { describe, expect, it } from 'vitest'
import { findRings } from './rings.ts'

describe('findRings', () => {
  it('finds a ring over several folders, once', () => {
    expect(findRings(imports('oauth services', 'services billing', 'billing oauth', 'oauth http'))).toEqual([
      ['packages/a/src/billing', 'packages/a/src/oauth', 'packages/a/src/services'],
    ])
  })

  it('counts subfolders as their folder', () => {
    expect(findRings(imports('books/kinds books', 'books books/kinds'))).toEqual([])
    expect(findRings(imports('books/kinds sales', 'sales books'))).toEqual([
      ['packages/a/src/books', 'packages/a/src/sales'],
    ])
  })

  it('returns nothing for imports in one direction', () => {
    expect(findRings(imports('oauth services', 'services http', 'oauth http'))).toEqual([])
  })
})

function imports(...arrows: readonly string[]) {
  return arrows.map((arrow) => {
    const [from, to] = arrow.split(' ')
    return { file: `packages/a/src/${from}/a.ts`, line: 1, target: `packages/a/src/${to}/b.ts` }
  })
}
