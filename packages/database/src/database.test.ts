import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Database, executeStatement } from './database.ts'
import { createTestDatabase, type TestDatabase } from './testing.ts'

let test: TestDatabase

beforeAll(async () => {
  test = await createTestDatabase()
})
afterAll(() => test.drop())

const insert = {
  name: 'insert-organizations',
  text: 'INSERT INTO organization (id, name, slug) SELECT gen_random_uuid(), name, name FROM unnest($1::text[]) AS name',
}

it('runs a statement with values and returns the number of changed rows', async () => {
  const names = ['north', `o'brien; "south"`, 'x'.repeat(60)]
  expect(await executeStatement(test.database, { ...insert, values: [names] })).toBe(3)
  expect(await executeStatement(test.database, { ...insert, values: [['east']] })).toBe(1)
  const found = await test.database.organization.findMany({ select: { name: true } })
  expect(found.map(({ name }) => name).sort()).toEqual([...names, 'east'].sort())
})

it('rejects with the error of PostgreSQL', async () => {
  await expect(executeStatement(test.database, { ...insert, values: [['twice', 'twice']] })).rejects.toThrow(
    'duplicate key value violates unique constraint',
  )
  await expect(executeStatement({} as Database, { ...insert, values: [] })).rejects.toThrow('connectDatabase')
})
