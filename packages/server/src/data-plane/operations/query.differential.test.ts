import type { JsonObject } from '@bridge/translation'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { answerNaively } from '../../../test/naive-query.fixture.ts'
import { type AskedEntity, askedQueries, printQuery, spellings } from '../../../test/random-query.fixture.ts'
import { openSampleCompany, readEverything } from '../../../test/sample-company.fixture.ts'
import { query } from './query.ts'

const queries = 2_000

const file = openSampleCompany()
let entities: readonly AskedEntity[]
beforeAll(async () => {
  entities = await readEverything(file)
})

async function answerOf(text: string) {
  return (await query(file, { text })).body.QueryResponse as JsonObject
}
function entityOf(name: string): AskedEntity {
  const found = entities.find((each) => each.name === name)
  if (found === undefined) throw new Error(`There are no records of ${name}`)
  return found
}

describe('a query of the sample company', () => {
  it('has records of every entity to look at', () => {
    expect(entities.filter(({ records }) => records.length === 0).map(({ name }) => name)).toEqual([])
  })

  it('answers what reading everything and comparing it here answers [dp-4.3.6] [dp-4.3.7] [dp-4.3.8] [dp-4.3.10]', async () => {
    await fc.assert(
      fc.asyncProperty(askedQueries(entities), spellings, async (asked, spelling) => {
        const { records, kinds } = entityOf(asked.entity)
        const text = printQuery(asked, kinds, spelling)
        const answer = await answerOf(text).catch((fault: Error) => fault.message)
        expect({ text, answer }).toEqual({ text, answer: answerNaively(asked, records, kinds) })
      }),
      { numRuns: queries },
    )
  }, 240_000)
})
