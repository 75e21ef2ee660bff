import { existsSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { beliefs } from './index.ts'

const root = path.resolve(import.meta.dirname, '../../../..')

it('numbers the beliefs without a gap', () => {
  const numbers = beliefs.map(({ id }) => Number(id.slice(1))).sort((left, right) => left - right)
  expect(numbers).toEqual(Array.from({ length: numbers.length }, (_, index) => index + 1))
})

it('checks twelve beliefs after the installation, by reading', () => {
  const first = beliefs.filter((row) => row.first !== undefined)
  expect(first).toHaveLength(12)
  expect(new Set(first.map(({ mode }) => mode))).toEqual(new Set(['reads']))
})

it('says one sentence before each guided check, and none before another one', () => {
  for (const { id, mode, sentence } of beliefs) expect([id, sentence !== undefined]).toEqual([id, mode === 'guided'])
})

it('names files of this repository', () => {
  expect(beliefs.filter(({ place }) => !existsSync(path.join(root, place))).map(({ place }) => place)).toEqual([])
})
