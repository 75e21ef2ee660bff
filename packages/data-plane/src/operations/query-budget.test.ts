import { requireRealmId } from '@bridge/agent-protocol'
import type { MessageSetResponse } from '@bridge/qbxml'
import { expect, it } from 'vitest'
import { openUnserved, replaceExchanges } from '../../test/company-file.fixture.ts'
import { ResponseMemory } from '../long-responses/response-memory.ts'
import { query } from './query.ts'

const local = { text: "SELECT * FROM Customer WHERE Notes = 'zz'" }
const mebibyte = 1024 ** 2

/** Opens a company file whose responses come from a function given the exchange's number, from 1. */
function respondWith(
  respond: (exchange: number) => { readonly characters: number; readonly isLost?: boolean },
  announced = 1_000_000,
) {
  const realmId = requireRealmId('9000000000000001')
  const counted = { exchanges: 0 }
  const file = replaceExchanges(openUnserved(realmId), async () => {
    counted.exchanges += 1
    const { characters, isLost = false } = respond(counted.exchanges)
    return {
      sent: true,
      lost: false,
      characters,
      response: createPage(counted.exchanges, announced - counted.exchanges, isLost),
    }
  })
  return Object.assign(counted, file)
}

/** Creates a page with one customer, announcing more, or a lost result's error. */
function createPage(exchange: number, remaining: number, isLost: boolean): MessageSetResponse {
  const element = { name: 'CustomerRet', children: [{ name: 'ListID', text: `${exchange}-1`, children: [] }], text: '' }
  return {
    responses: [
      {
        name: 'CustomerQueryRs',
        statusCode: isLost ? 3000 : 0,
        statusSeverity: isLost ? 'Error' : 'Info',
        statusMessage: '',
        iteratorId: '{1}',
        iteratorRemainingCount: remaining,
        elements: isLost ? [] : [element],
      },
    ],
  } as unknown as MessageSetResponse
}

it('ends a query after the pages announced by the first, and releases the result', async () => {
  const file = respondWith(() => ({ characters: 100 }), 20_000)
  await expect(query(file, local)).rejects.toMatchObject({ code: '500' })
  // A page of whole records, twice as many pages of keys as their number takes, and a release.
  expect(file.exchanges).toBe(1 + 22 + 1)
})

it('ends an endlessly restarting query after 500 exchanges', async () => {
  const file = respondWith((exchange) => ({ characters: 100, isLost: exchange === 300 }))
  await expect(query(file, { text: 'SELECT COUNT(*) FROM Item WHERE Active = true' })).rejects.toMatchObject({
    code: '500',
    detail: expect.stringContaining('500 exchanges'),
  })
  expect(file.exchanges).toBe(500 + 1)
})

it('ends a query whose responses together exceed 128 MiB', async () => {
  const file = respondWith(() => ({ characters: 16 * mebibyte }))
  await expect(query(file, local)).rejects.toMatchObject({
    code: 'UNSUPPORTED_QUERY',
    detail: expect.stringContaining('128 MiB'),
  })
  expect(file.exchanges).toBe(9 + 1)
})

it('ends a query whose IDs and sort keys exceed the memory that all calls share, and returns what it holds', async () => {
  const memory = new ResponseMemory({ maxBytes: 2_000, onDrop: () => undefined })
  const sorted = { text: 'SELECT * FROM Customer ORDERBY DisplayName' }
  const run = (announced: number) => {
    const held = memory.open('9000000000000001')
    const file = respondWith(() => ({ characters: 100 }), announced)
    return { held, file, done: query({ ...file, held }, sorted) }
  }
  const tooMuch = run(20_000)
  await expect(tooMuch.done).rejects.toMatchObject({ code: 'RATE_LIMITED' })
  expect(tooMuch.file.exchanges).toBeLessThan(20)
  const small = run(1)
  await small.done
  expect(small.held.bytes).toBe(0)
})
