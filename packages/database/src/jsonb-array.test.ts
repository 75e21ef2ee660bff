import { afterAll, beforeAll, expect, it } from 'vitest'
import { queryPrepared } from './database.ts'
import { JsonbArray } from './jsonb-array.ts'
import { createTestDatabase, type TestDatabase } from './testing.ts'

let test: TestDatabase

beforeAll(async () => {
  test = await createTestDatabase()
})
afterAll(() => test.drop())

/** Returns the objects after their way through PostgreSQL. */
async function send(array: JsonbArray, items: readonly object[]): Promise<unknown> {
  array.begin()
  for (const item of items) array.add(item)
  const [row] = await queryPrepared<{ items: unknown }>(test.database, 'echo', {
    text: 'SELECT $1::jsonb AS items',
    values: [array.end()],
  })
  return row?.items
}

it('reaches PostgreSQL as the array of its objects', async () => {
  const items = [{ text: 'Łódź, "日本" \\ 😀\n' }, { number: 0.1, none: null, nested: [{ a: [] }] }, {}]
  expect(await send(new JsonbArray(), items)).toEqual(items)
})

it('is used again for larger and smaller arrays', async () => {
  const array = new JsonbArray()
  const lists = [['a'], [], ['é'.repeat(3_000_000), 'b'], ['c', 'd']].map((texts) => texts.map((text) => ({ text })))
  for (const items of lists) expect(await send(array, items)).toEqual(items)
})
