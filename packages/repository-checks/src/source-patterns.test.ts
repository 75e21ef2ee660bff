import { expect, it } from 'vitest'
import { findPatterns } from './source-patterns.ts'

it('returns the literals of a file with their lines', () => {
  const text = 'export const blank = /^\\s*$/u\n\nexport function read(text: string) {\n  return text.split(/,/)\n}\n'
  expect(findPatterns('a.ts', text).literals).toEqual([
    { source: '^\\s*$', flags: 'u', line: 1 },
    { source: ',', flags: '', line: 4 },
  ])
})

it.each([
  ['of a module', 'const word = new RegExp(start + "+")', true],
  ['of a module, in a callback', "const all = names.map((name) => ({ name, pattern: RegExp(name, 'g') }))", true],
  ['of a function', 'function find(name) {\n return new RegExp(name) }', false],
  ['of a function that a variable has', 'const find = (name) => new RegExp(name)', false],
  ['of a function, in a callback', 'function find(names) { return names.map((name) => new RegExp(name)) }', false],
  ['of a method', 'class Finder { find(name) { return new RegExp(name) } }', false],
  ['of a method of texts', "text.match('a+' + name)", false],
  ['of a method of texts with a literal', "text.search('a+')", false],
])('returns whether a pattern is made when its module is loaded: %s', (_name, text, isOfModule) => {
  expect(findPatterns('a.ts', text).constructions).toEqual([expect.objectContaining({ isOfModule })])
})

it('returns no other calls', () => {
  expect(findPatterns('a.ts', "text.match(known); text.replace('a', 'b'); new Map(names)").constructions).toEqual([])
})
