import { Fault, renderFault } from '@bridge/faults'
import { findEntity, parseQuery, planQuery } from '@bridge/translation'
import fc from 'fast-check'
import { beforeAll, expect, inject, it } from 'vitest'
import { type EntityRecords, randomQueries, serializeQuery, spellings } from '../../test/random-query.fixture.ts'
import { openSampleCompany, readEverything } from '../../test/sample-company.fixture.ts'
import { query } from './query.ts'

const mutations = 1_000 * inject('scale')
const maxCpuMs = 50
/** For the longest query; quadratic work would take far longer. */
const cpuMsMaxOfBomb = 500

const file = openSampleCompany()
let entities: readonly EntityRecords[]
beforeAll(async () => {
  // Two entities are enough: mutated queries remaining valid are run, which is slow.
  entities = (await readEverything(file)).filter(({ name }) => name === 'Term' || name === 'CreditMemo')
})

const strange = fc.constantFrom(
  ...["'", '\\', '(', ')', ',', '*', '%', '=', '!', '<', '>', '.', '-', '+', '0', '9', 'e', ' ', '\n', '\0', '\ud800'],
  ...[
    'ä',
    '😀',
    '’',
    ' AND ',
    ' OR ',
    ' IN ',
    ' LIKE ',
    ' WHERE ',
    ' FROM ',
    ' NOT ',
    'COUNT(*)',
    '__proto__',
    '2026-02-30',
  ],
)

/** Removes, inserts, doubles or moves a few characters in a text. */
function mutate(text: string, draw: fc.GeneratorValue): string {
  let out = text
  for (let count = draw(fc.integer, { min: 1, max: 4 }); count > 0; count--) {
    const from = draw(fc.nat, { max: out.length })
    const to = Math.min(out.length, from + draw(fc.nat, { max: 12 }))
    const piece = out.slice(from, to)
    const without = out.slice(0, from) + out.slice(to)
    const way = draw(fc.nat, { max: 4 })
    const at = draw(fc.nat, { max: without.length })
    if (way === 0) out = without
    else if (way === 1) out = out.slice(0, from) + draw(() => strange) + out.slice(from)
    else if (way === 2) out = out.slice(0, to) + piece + out.slice(to)
    else if (way === 3) out = without.slice(0, at) + piece + without.slice(at)
    else out = out.slice(0, from) + draw(() => strange) + out.slice(to)
  }
  return out
}

function readAndPlan(text: string): void {
  const parsed = parseQuery(text)
  const found = findEntity(parsed.entity)
  if (found?.kind === 'built') planQuery(parsed, found.table, {}).next()
}

/** Returns processor time in milliseconds: the minimum from a few attempts, to exclude garbage collection. */
function measureCpuMs(work: () => void): number {
  let least = Number.POSITIVE_INFINITY
  for (let tries = 0; tries < 4 && least > maxCpuMs; tries++) {
    const before = process.cpuUsage()
    try {
      work()
    } catch (error) {
      if (!(error instanceof Fault)) throw error
    }
    const { user, system } = process.cpuUsage(before)
    least = Math.min(least, (user + system) / 1_000)
  }
  return least
}

it('responds immediately to a mutated query, with rows or a fault about the query', async () => {
  const texts = fc.tuple(randomQueries(entities), spellings, fc.gen()).map(([asked, spelling, draw]) => {
    const kinds = entities.find(({ name }) => name === asked.entity)?.kinds ?? new Map()
    return mutate(serializeQuery(asked, kinds, spelling), draw)
  })
  await fc.assert(
    fc.asyncProperty(texts, async (text) => {
      expect(measureCpuMs(() => readAndPlan(text))).toBeLessThan(maxCpuMs)
      const status = await query(file, { text }).then(
        () => 200,
        (error: unknown) => {
          if (!(error instanceof Fault)) throw error
          return renderFault(error, { docsUrl: '', time: new Date(0) }).status
        },
      )
      expect([200, 400, 404, 422]).toContain(status)
    }),
    { numRuns: mutations },
  )
})

it.each([
  ['parentheses', `SELECT * FROM Item WHERE ${'('.repeat(200_000)}`],
  ['values', `SELECT * FROM Item WHERE Id IN (${"'a',".repeat(60_000)}`],
  ['conditions', `SELECT * FROM Item WHERE ${"Name LIKE '%' AND ".repeat(10_000)} Id = '1'`],
  ['escapes', `SELECT * FROM Item WHERE Name = '${"\\'".repeat(100_000)}`],
  ['blanks', `SELECT * FROM Item${' '.repeat(240_000)}x`],
  ['dots', `SELECT ${'a.'.repeat(100_000)} FROM Item`],
  ['digits', `SELECT * FROM Item WHERE UnitPrice = ${'9'.repeat(200_000)}x`],
  ['wildcards', `SELECT * FROM Item WHERE Name = 'a' LIKE '${'%a'.repeat(100_000)}'`],
])('rejects excessive %s immediately [dp-7.3:4000]', (_what, text) => {
  expect(() => readAndPlan(text)).toThrow(expect.objectContaining({ code: '4000' }))
  expect(measureCpuMs(() => readAndPlan(text))).toBeLessThan(cpuMsMaxOfBomb)
})
