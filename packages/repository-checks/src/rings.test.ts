import { describe, expect, it } from 'vitest'
import { checkRings, findRings } from './rings.ts'

describe('findRings', () => {
  it('finds a ring over several folders, once', () => {
    expect(findRings(imports('oauth services', 'services billing', 'billing oauth', 'oauth http'))).toEqual([
      ['packages/a/src/billing', 'packages/a/src/oauth', 'packages/a/src/services'],
    ])
  })

  it('counts a folder and its subfolder as two', () => {
    expect(findRings(imports('books/kinds sales', 'sales books'))).toEqual([])
    expect(findRings(imports('books/kinds books', 'books books/kinds'))).toEqual([
      ['packages/a/src/books', 'packages/a/src/books/kinds'],
    ])
  })

  it('returns nothing for imports in one direction', () => {
    expect(findRings(imports('oauth services', 'services http', 'oauth http'))).toEqual([])
  })
})

describe('checkRings', () => {
  it('reports a ring of three folders with the imports that make it', () => {
    expect(checkRings(imports('oauth http', 'oauth services', 'services billing', 'billing oauth'))).toEqual([
      {
        file: 'packages/a/src/oauth/a.ts',
        line: 1,
        message: [
          'packages/a/src/billing, packages/a/src/oauth, packages/a/src/services import each other:',
          'packages/a/src/oauth/a.ts:1 imports packages/a/src/services/b.ts;',
          'packages/a/src/services/a.ts:1 imports packages/a/src/billing/b.ts;',
          'packages/a/src/billing/a.ts:1 imports packages/a/src/oauth/b.ts.',
        ].join(' '),
      },
    ])
  })

  it('reports nothing for imports in one direction', () => {
    expect(checkRings(imports('oauth services', 'services http', 'oauth http'))).toEqual([])
  })
})

function imports(...arrows: readonly string[]) {
  return arrows.map((arrow) => {
    const [from, to] = arrow.split(' ')
    return { file: `packages/a/src/${from}/a.ts`, line: 1, target: `packages/a/src/${to}/b.ts` }
  })
}
