import { describe, expect, it } from 'vitest'
import { typescriptProse } from './typescript-prose.ts'

describe('typescriptProse', () => {
  it('finds the lines of comments', () => {
    const source = "const url = 'http://a' // One.\n/**\n * Two.\n * Three.\n */\n"
    expect(prose('a.ts', source)).toEqual(['1 comment  One.', '3 comment Two.', '4 comment Three.'])
  })

  it('finds the titles of tests', () => {
    const source = `describe('A', () => {
  it('does', run)
  it.each([1])(\`does \${1} more\`, run)
  it.skip('skips', run)
})`
    expect(prose('a.test.ts', source)).toEqual(['1 title A', '2 title does', '3 title does … more', '4 title skips'])
  })

  it('finds texts of elements and literals that are sentences', () => {
    const source = `const a = <p title='Your realm is connected.'>Done</p>
const b = 'key'
const c = \`The token \${b} is no longer valid.\`
const d = <Button label='Get token' />`
    expect(prose('a.tsx', source)).toEqual([
      '1 text Your realm is connected.',
      '1 text Done',
      '3 text The token ',
      '3 text  is no longer valid.',
      '4 text Get token',
    ])
  })

  it('ignores literals of tests', () => {
    expect(prose('a.test.ts', "const text = 'The answer to the question'")).toEqual([])
  })

  it('throws for a file that it cannot parse', () => {
    expect(() => typescriptProse('a.ts', 'const const')).toThrow('a.ts cannot be parsed')
  })
})

function prose(file: string, source: string): string[] {
  return typescriptProse(file, source)
    .sort((a, b) => a.line - b.line)
    .map(({ kind, line, text }) => `${line} ${kind} ${text}`)
}
