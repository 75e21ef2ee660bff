import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
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

it('are named and counted in the documentation', async () => {
  const page = await readFile(path.join(root, 'docs/truth.md'), 'utf8')
  const facts = [...page.matchAll(/^\| .* \| ((?:right|fixed|told|kit)(?:, kit)?) \| .* \|$/gm)].map(
    ([, state = '']) => state,
  )
  const count = (state: RegExp): number => facts.filter((each) => state.test(each)).length
  expect(page).toContain(
    `The tables have ${facts.length} facts: ${count(/right/)} were right from the start, ${count(/fixed/)} are fixed, ${count(/told/)} are left to people, and ${count(/^kit/)} rest on the kit only. ${count(/kit/)} have a row of the kit.`,
  )
  const ids = new Set<string>(beliefs.map(({ id }) => id))
  expect([...page.matchAll(/\bA\d{2,3}\b/g)].map(([id]) => id).filter((id) => !ids.has(id))).toEqual([])
})
