import { Fault } from '@bridge/faults'
import { parseMessageSet } from '@bridge/qbxml'
import { findEntity, parseQuery, registry } from '@bridge/translation'
import fc from 'fast-check'
import { describe, expect, inject, it } from 'vitest'
import { productionRealmId } from '../../test/realm-ids.fixture.ts'
import { type CompanyFile, openCompanyFile } from '../operations/company-file.ts'
import { createIdLists } from '../operations/id-lists.ts'
import type { Outcome } from '../operations/operation.ts'
import { query } from '../operations/query.ts'
import type { Replay } from '../replay/replay.ts'
import { runBatch } from './batch.ts'
import { runChanges } from './changes.ts'
import { parseBatch } from './parse-batch.ts'

/** A lying agent's response: its pages have nothing to do with what was requested. */
interface Lie {
  readonly status: number
  /** How many records, and the number beginning their IDs: the same ones, or always others. */
  readonly records: number
  readonly from: number
  readonly isRepeated: boolean
  readonly remaining: number | undefined
  /** The number from which the remaining records count down, one with each response. */
  readonly countdown: number | undefined
  readonly iteratorId: string | undefined
}

/** Mostly the first values, because a call ends with an error or a last page. */
function mostly<Value>(often: readonly Value[], seldom: readonly Value[]): fc.Arbitrary<Value> {
  return fc.oneof(
    { weight: 12, arbitrary: fc.constantFrom(...often) },
    { weight: 1, arbitrary: fc.constantFrom(...seldom) },
  )
}

const lie: fc.Arbitrary<Lie> = fc.record({
  status: mostly([0], [1, 500, 3000, 3120]),
  records: mostly([0, 1, 2, 99], [100, 500, 501, 5_000]),
  from: fc.constantFrom(0, 1, 499, 2 ** 31),
  isRepeated: fc.boolean(),
  remaining: mostly<number | undefined>([1, 7, 4_000, 4_000], [undefined, 0, 1_000_000, 2 ** 40, -1]),
  countdown: fc.constantFrom(undefined, 4_000, 1_000_000),
  iteratorId: mostly<string | undefined>(['{1}', '{2}', ''], [undefined]),
})

/** Opens a company file whose agent responds with one lie after the other, again and again. */
function openLyingFile(lies: readonly Lie[]) {
  const realmId = productionRealmId
  const counted = { exchanges: 0 }
  let responses = 0
  const company = openCompanyFile({
    realmId,
    entities: registry,
    idLists: createIdLists(() => new Date(0)).of(realmId, 'client'),
    desktop: {
      async exchange(_realmId, messageSet) {
        counted.exchanges += 1
        const printed = parseMessageSet(messageSet).requests.map(({ name }) => {
          responses += 1
          return formatLie(name, lies[responses % lies.length] as Lie, responses)
        })
        return { sent: true, lost: false, response: `<QBXML><QBXMLMsgsRs>${printed.join('')}</QBXMLMsgsRs></QBXML>` }
      },
    },
  })
  return { company, counted }
}

function formatLie(
  request: string,
  { status, remaining, countdown, iteratorId, ...records }: Lie,
  response: number,
): string {
  const name = request.replace(/QueryRq$/, '')
  const left = countdown === undefined ? remaining : Math.max(1, countdown - response)
  const attributes = [
    `statusCode="${status}" statusSeverity="${status >= 1_000 ? 'Error' : 'Info'}" statusMessage="x" retCount="9"`,
    ...(left === undefined ? [] : [`iteratorRemainingCount="${left}"`]),
    ...(iteratorId === undefined ? [] : [`iteratorID="${iteratorId}"`]),
  ]
  const first = records.isRepeated ? records.from : records.from + response * 10_000
  const elements = Array.from({ length: status >= 1_000 ? 0 : records.records }, (_, index) => {
    const id = `${(first + index).toString(16).toUpperCase()}-1`
    return `<${name}Ret><${name === 'Invoice' ? 'TxnID' : 'ListID'}>${id}</${name === 'Invoice' ? 'TxnID' : 'ListID'}></${name}Ret>`
  })
  return `<${name}QueryRs ${attributes.join(' ')}>${elements.join('')}</${name}QueryRs>`
}

/** Queries reading at most 5,000 records. */
const scans = [
  'SELECT Id FROM JournalEntry WHERE TotalAmt = 5',
  'SELECT * FROM Invoice WHERE ApplyTaxAfterDiscount = true MAXRESULTS 1000',
  'SELECT Id FROM TaxAgency ORDERBY DisplayName STARTPOSITION 901 MAXRESULTS 1000',
  'SELECT COUNT(*) FROM SalesReceipt WHERE ApplyTaxAfterDiscount = true',
  "SELECT Id FROM Customer WHERE Id IN ('1-1', '2-1', '3-1')",
]
/** List pages and counts, which may read a million records' IDs, or the elements of their conditions and orders. */
const lists = [
  "SELECT Id FROM Customer WHERE Notes = 'zz'",
  'SELECT Id FROM Customer ORDERBY DisplayName STARTPOSITION 901 MAXRESULTS 1000',
  "SELECT COUNT(*) FROM Invoice WHERE PrivateNote LIKE '%z%'",
  'SELECT COUNT(*) FROM Item',
  'SELECT Id FROM Customer',
  'SELECT Id FROM Customer STARTPOSITION 600 MAXRESULTS 1000',
  'SELECT Id FROM Customer STARTPOSITION 12001 MAXRESULTS 100',
  'SELECT Id FROM Item STARTPOSITION 5001 MAXRESULTS 1000',
]
/** A query's most exchanges, including those releasing its results. */
const maxScanExchanges = 60
const maxListExchanges = 502

/** Runs a call to its end: with an outcome or with a fault, but never with another error. */
async function settle(call: Promise<Outcome>): Promise<Outcome | Fault> {
  try {
    return await call
  } catch (error) {
    if (error instanceof Fault) return error
    throw error
  }
}

const replay: Replay = {
  run: () => Promise.reject(new Error('These calls only read.')),
  sweep: async () => undefined,
  close: () => undefined,
}
function getContext(company: CompanyFile) {
  const toFault = (error: unknown) => {
    if (error instanceof Fault) return error
    throw error
  }
  return { company, replay, repeatsOf: undefined, docsUrl: '', toFault }
}

describe('a lying agent', () => {
  const lies = fc.array(lie, { minLength: 1, maxLength: 6 })
  const sampled = { numRuns: 25 * inject('scale') }

  it.each([
    ...scans.map((text) => [text, maxScanExchanges] as const),
    ...lists.map((text) => [text, maxListExchanges] as const),
  ])('never makes a query exceed its exchanges: %s', async (text, maxExchanges) => {
    expect(findEntity(parseQuery(text).entity)?.kind).toBe('built')
    await fc.assert(
      fc.asyncProperty(lies, async (told) => {
        const { company, counted } = openLyingFile(told)
        await settle(query(company, { text }))
        expect(counted.exchanges).toBeLessThanOrEqual(maxExchanges)
      }),
      sampled,
    )
  })

  it('never makes a run through a list exceed its exchanges', async () => {
    await fc.assert(
      fc.asyncProperty(lies, async (told) => {
        const { company, counted } = openLyingFile(told)
        for (let page = 0; page < 3; page += 1) {
          counted.exchanges = 0
          await settle(
            query(company, { text: `SELECT Id FROM Customer STARTPOSITION ${page * 500 + 1} MAXRESULTS 500` }),
          )
          expect(counted.exchanges).toBeLessThanOrEqual(maxListExchanges)
        }
      }),
      sampled,
    )
  })

  it('never makes changes exceed two exchanges per entity [dp-4.5.5]', async () => {
    const entities = ['Customer', 'Invoice', 'Item', 'Purchase', 'TaxCode', 'CompanyInfo']
    await fc.assert(
      fc.asyncProperty(lies, async (told) => {
        const { company, counted } = openLyingFile(told)
        await settle(runChanges(getContext(company), { kind: 'changes', entities, since: 0 }))
        expect(counted.exchanges).toBeLessThanOrEqual(2 * entities.length)
      }),
      { numRuns: 8 },
    )
  })

  it('never makes a batch exceed its queries’ exchanges, and leaves no item without a result', async () => {
    const queries = [...scans, ...lists]
    const BatchItemRequest = queries.map((Query, index) => ({ bId: String(index), Query }))
    await fc.assert(
      fc.asyncProperty(lies, async (told) => {
        const { company, counted } = openLyingFile(told)
        const outcome = await settle(runBatch(getContext(company), parseBatch({ BatchItemRequest }, undefined)))
        expect(outcome).toMatchObject({ body: { BatchItemResponse: { length: queries.length } } })
        expect(counted.exchanges).toBeLessThanOrEqual(scans.length * maxScanExchanges + lists.length * maxListExchanges)
      }),
      { numRuns: 5 },
    )
  })
})
