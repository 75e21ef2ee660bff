import { describe, expect, it } from 'vitest'
import { repositoryFrom } from './repository.ts'
import { checkStructure } from './structure.ts'

describe('checkStructure', () => {
  it('reports folders of a package that import each other', () => {
    const messages = check({
      'packages/a/src/books/books.ts': `import type { Kind } from '../kinds/kind.ts'`,
      'packages/a/src/kinds/kind.ts': `\nexport { post } from '../sales/post.ts'`,
      'packages/a/src/sales/post.ts': `import { openBooks } from '../books/books.ts'`,
    })
    expect(messages).toHaveLength(1)
    expect(messages[0]).toContain('packages/a/src/books, packages/a/src/kinds, packages/a/src/sales import each other')
  })

  it('accepts imports in one direction, and any import of a test', () => {
    expect(
      check({
        'packages/a/src/books/books.ts': `import { kind } from '../kinds/kind.ts'`,
        'packages/a/src/kinds/kind.test.ts': `import { openBooks } from '../books/books.ts'`,
      }),
    ).toEqual([])
  })

  it('reports an import of the path of a call by the control plane', () => {
    const [message] = check({
      'packages/control-plane/src/provisioning/realm.ts': `import { admit } from '@bridge/data-plane/call/admit'`,
    })
    expect(message).toContain('the control plane does not run calls')
  })

  it.each([
    'await database.realm.findFirst({ where })',
    'await transaction.connection.updateMany({ where })',
    'return database.$queryRaw`SELECT 1`',
    'await database.$transaction(async () => {})',
  ])('reports a database call outside of a store: %s', (call) => {
    expect(check({ 'packages/identity/src/oauth/token.ts': call })).toEqual([
      'packages/identity/src/oauth/token.ts:1 Only stores (*.store.ts) call the database.',
    ])
    expect(check({ 'packages/identity/src/oauth/token.store.ts': call })).toEqual([])
  })

  it('reports a top-level arrow function', () => {
    expect(check({ 'apps/portal/lib/a.ts': '\nexport const double = (value: number) => 2 * value' })).toEqual([
      'apps/portal/lib/a.ts:2 A top-level function is a function declaration.',
    ])
  })

  it('accepts arrow functions with a type annotation, and those inside of functions', () => {
    const text = `
      const handler: Handler = () => undefined
      const memoized = cache(() => 1)
      function run() { const inner = () => 1; return inner }`
    expect(check({ 'apps/portal/lib/a.ts': text })).toEqual([])
  })
})

function check(texts: Record<string, string>): string[] {
  return checkStructure(repositoryFrom(texts)).map(({ file, line, message }) => `${file}:${line} ${message}`)
}
