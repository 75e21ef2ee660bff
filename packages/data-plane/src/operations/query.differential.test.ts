import type { JsonObject } from '@bridge/translation'
import fc from 'fast-check'
import { beforeAll, describe, expect, inject, it } from 'vitest'
import { runNaively } from '../../test/naive-query.fixture.ts'
import { type EntityRecords, randomQueries, serializeQuery, spellings } from '../../test/random-query.fixture.ts'
import { openSampleCompany, readEverything } from '../../test/sample-company.fixture.ts'
import { query } from './query.ts'

const queries = 300 * inject('scale')

const file = openSampleCompany()
let entities: readonly EntityRecords[]
beforeAll(async () => {
  entities = await readEverything(file)
})

async function runQuery(text: string) {
  return (await query(file, { text })).body.QueryResponse as JsonObject
}
function getEntity(name: string): EntityRecords {
  const found = entities.find((each) => each.name === name)
  if (found === undefined) throw new Error(`There are no records of ${name}.`)
  return found
}

describe('query', () => {
  it('finds records of every entity to compare', () => {
    expect(entities.filter(({ records }) => records.length === 0).map(({ name }) => name)).toEqual([])
  })

  it('returns the same rows as reading and comparing every record [dp-4.3.6] [dp-4.3.7] [dp-4.3.8] [dp-4.3.10]', async () => {
    await fc.assert(
      fc.asyncProperty(randomQueries(entities), spellings, async (query, spelling) => {
        const { records, kinds } = getEntity(query.entity)
        const text = serializeQuery(query, kinds, spelling)
        const response = await runQuery(text).catch((fault: Error) => fault.message)
        expect({ text, response }).toEqual({ text, response: runNaively(query, records, kinds) })
      }),
      { numRuns: queries },
    )
  })

  it('sorts by each field of every entity as if it compared whole records [dp-4.3.6]', async () => {
    for (const { name: entity, records, kinds } of entities) {
      for (const path of kinds.keys()) {
        // From the second row on, a page is found by what it is sorted by, without reading whole records.
        const page = { startPosition: 2, maxResults: 1_000, conditions: [], columns: ['Id'] }
        const sorted = { ...page, entity, orders: [{ path, descending: true }] }
        const text = `SELECT Id FROM ${entity} ORDERBY ${path} DESC STARTPOSITION 2 MAXRESULTS 1000`
        expect({ text, response: await runQuery(text) }).toEqual({ text, response: runNaively(sorted, records, kinds) })
      }
    }
  })
})
