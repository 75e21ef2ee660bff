import { afterAll, beforeAll, expect, it } from 'vitest'
import { connectDatabase, type Database, queryPrepared } from './database.ts'
import { createTestDatabase, type TestDatabase } from './testing.ts'

let test: TestDatabase
let database: Database

beforeAll(async () => {
  test = await createTestDatabase()
  // All statements run on one connection.
  database = connectDatabase(test.url, { maxConnections: 1 })
  await database.$executeRawUnsafe('CREATE TABLE note (id int, text text, at timestamptz)')
  await database.$executeRawUnsafe(`INSERT INTO note VALUES (1, 'first', '2028-02-29T12:00:00Z'), (2, NULL, NULL)`)
})
afterAll(async () => {
  await database.$disconnect()
  await test.drop()
})

function run(name: string, text: string, values: readonly unknown[] = []): Promise<object[]> {
  return queryPrepared(database, name, { text, values: [...values] })
}

const find = 'SELECT id, text, at FROM note WHERE id = ANY($1) ORDER BY id'

it('returns the same rows each time, as pg reads them', async () => {
  const first = { id: 1, text: 'first', at: new Date('2028-02-29T12:00:00Z') }
  const second = { id: 2, text: null, at: null }
  expect(await run('find', find, [[1, 2]])).toEqual([first, second])
  expect(await run('find', find, [[2]])).toEqual([second])
  expect(await run('find', find, [[]])).toEqual([])
  expect(await run('find', find, [[1]])).toEqual([first])
})

it('runs a statement that returns no rows', async () => {
  const insert = 'INSERT INTO note (id) VALUES ($1)'
  expect(await run('insert', insert, [10])).toEqual([])
  expect(await run('insert', insert, [11])).toEqual([])
  expect(await run('find', find, [[10, 11]])).toMatchObject([{ id: 10 }, { id: 11 }])
})

it('rejects a second statement of the same name', async () => {
  await run('same', 'SELECT 1 AS one')
  await expect(run('same', 'SELECT 2 AS two')).rejects.toThrow('must be unique')
})

it('rejects with the error of PostgreSQL, and the next statement succeeds', async () => {
  const divide = 'SELECT 1 / $1::int AS quotient'
  await expect(run('divide', divide, [0])).rejects.toThrow('division by zero')
  expect(await run('divide', divide, [1])).toEqual([{ quotient: 1 }])
})

it('rejects a value that cannot be sent, and the next statement succeeds', async () => {
  const circular: { self?: unknown } = {}
  circular.self = circular
  await expect(run('echo', 'SELECT $1::jsonb AS value', [circular])).rejects.toThrow('circular')
  expect(await run('echo', 'SELECT $1::jsonb AS value', [{ a: 1 }])).toEqual([{ value: { a: 1 } }])
})

it('never reads the rows of a changed table with its old columns', async () => {
  await database.$executeRawUnsafe('CREATE TABLE price (amount int)')
  await database.$executeRawUnsafe('INSERT INTO price VALUES (5)')
  const read = 'SELECT amount FROM price'
  expect(await run('price', read)).toEqual([{ amount: 5 }])
  await database.$executeRawUnsafe('ALTER TABLE price ALTER amount TYPE text')
  await expect(run('price', read)).rejects.toThrow('cached plan must not change result type')
  expect(await run('price', read)).toEqual([{ amount: '5' }])
})
