import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'

const portal = path.join(import.meta.dirname, '..')
const nouns = 'calls|requests|failures|errors|records|rows|members|days|company files|apps|events|results|invitations'

/** A number with a plural noun: `${count} calls` and `{count} calls`. */
const counted = new RegExp(`[\\w)]\\} (?:${nouns})\\b(?! ?=)`)

function findSources(): string[] {
  return globSync('{app,components,features,lib}/**/*.{ts,tsx}', { cwd: portal }).filter(
    (file) => !file.includes('.test.') && !file.includes('node_modules'),
  )
}

it('writes no number before a plural without formatCount, which knows "1 call"', () => {
  const found = findSources().flatMap((file) =>
    readFileSync(path.join(portal, file), 'utf8')
      .split('\n')
      .flatMap((line, index) => (counted.test(line) ? [`${file}:${index + 1} ${line.trim()}`] : [])),
  )
  expect(found).toEqual([])
})

it('finds both forms', () => {
  expect(counted.test(['`$', '{requests} calls`'].join(''))).toBe(true)
  expect(counted.test('{count} company files')).toBe(true)
  expect(counted.test('columns={columns} rows={rows}')).toBe(false)
})
