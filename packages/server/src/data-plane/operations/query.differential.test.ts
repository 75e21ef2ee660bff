import { memoryStorage, openCompany } from '@bridge/emulator'
import { findEntity, type JsonObject, registry } from '@bridge/translation'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { parseRealmId } from '../../http/realm-id.ts'
import type { CompanyFile } from '../company-file.ts'
import { type AskedEntity, askedQueries, printQuery, spellings } from './asked-query.fixture.ts'
import { answerNaively, fieldsOf } from './naive-query.fixture.ts'
import { query } from './query.ts'

const queries = 2_000
/** The sample company has one currency: QuickBooks then refuses to speak of others. */
const isOff = new Set(['CompanyCurrency', 'ExchangeRate'])

const openSample = (): CompanyFile => {
  const company = openCompany({
    storage: memoryStorage(),
    clock: () => new Date('2026-03-16T10:00:00Z'),
    random: Math.random,
    template: 'sample',
  })
  const realmId = parseRealmId('9000000000000001')
  if (realmId === undefined) throw new Error('That is not the id of a realm.')
  const exchange: CompanyFile['desktop']['exchange'] = async (_realm, messageSet) => {
    const exchanged = await company.exchange(messageSet)
    if (!('answer' in exchanged)) throw new Error(JSON.stringify(exchanged))
    return { sent: true, lost: false, answer: exchanged.answer }
  }
  return { realmId, desktop: { exchange } }
}

const file = openSample()
const answerOf = async (text: string) => (await query(file, text)).body.QueryResponse as JsonObject

const readAll = async (name: string): Promise<AskedEntity> => {
  const found = findEntity(name)
  const isList = found?.kind === 'built' && found.table.kind === 'list'
  const everything = `SELECT * FROM ${name}${isList ? ' WHERE Active IN (true, false)' : ''} MAXRESULTS 1000`
  const records = ((await answerOf(everything))[name] ?? []) as JsonObject[]
  return { name, records, kinds: fieldsOf(records) }
}

const queried = Object.values(registry).flatMap((found) =>
  found.kind === 'built' && found.table.kind !== 'single' && !isOff.has(found.table.name) ? [found.table.name] : [],
)
const entities: AskedEntity[] = []
const entityOf = (name: string): AskedEntity => {
  const found = entities.find((each) => each.name === name)
  if (found === undefined) throw new Error(`There are no records of ${name}`)
  return found
}

beforeAll(async () => {
  for (const name of queried) entities.push(await readAll(name))
})

describe('a query of the sample company', () => {
  it('has records of every entity to look at', () => {
    expect(entities.filter(({ records }) => records.length === 0).map(({ name }) => name)).toEqual([])
  })

  it('[dp-4.3.6] [dp-4.3.7] [dp-4.3.8] [dp-4.3.10] answers what reading everything and comparing it here answers', async () => {
    await fc.assert(
      fc.asyncProperty(askedQueries(entities), spellings, async (asked, spelling) => {
        const { records, kinds } = entityOf(asked.entity)
        const text = printQuery(asked, kinds, spelling)
        const answer = await answerOf(text).catch((fault: Error) => fault.message)
        expect({ text, answer }).toEqual({ text, answer: answerNaively(asked, records, kinds) })
      }),
      { numRuns: queries },
    )
  }, 60_000)
})
