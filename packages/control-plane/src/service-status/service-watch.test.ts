import { createTestDatabase, type TestDatabase } from '@bridge/database/testing'
import pino from 'pino'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createServiceWatch, loadServiceHistory, type ServiceWatch } from './service-watch.ts'

let test: TestDatabase
let minutes = 0
function clock(): Date {
  return new Date(Date.UTC(2027, 2, 10, 12, minutes))
}
const watches: ServiceWatch[] = []

beforeEach(async () => {
  test = await createTestDatabase()
  minutes = 0
})
afterEach(async () => {
  for (const watch of watches.splice(0)) await watch.close()
  await test.drop()
})

function startWatch(): ServiceWatch {
  const watch = createServiceWatch({ database: test.database, clock, logger: pino({ level: 'silent' }) })
  watches.push(watch)
  return watch
}

async function checkAt(watch: ServiceWatch, minute: number): Promise<void> {
  minutes = minute
  await watch.run()
}

function listRows() {
  return test.database.servicePeriod.findMany({ orderBy: [{ part: 'asc' }, { since: 'asc' }] })
}

it('extends a period while a part works, and begins another when it does not', async () => {
  const { database } = test
  const watch = startWatch()
  await database.gateway.create({ data: { url: 'http://gateway', agents: 0, lastSeenAt: new Date() } })
  await checkAt(watch, 0)
  await checkAt(watch, 1)
  await database.gateway.deleteMany()
  await checkAt(watch, 2)
  await checkAt(watch, 3)
  const rows = (await listRows()).filter(({ part }) => part === 'gateway')
  expect(rows.map(({ since, until, isUp }) => [since.getUTCMinutes(), until.getUTCMinutes(), isUp])).toEqual([
    [0, 1, true],
    [1, 3, false],
  ])
  const { incidents } = await loadServiceHistory({ database, clock })
  expect(incidents).toEqual([{ part: 'gateway', since: '2027-03-10T12:01:00.000Z', until: undefined }])
})

it('leaves out parts that a deployment does not have', async () => {
  await checkAt(startWatch(), 0)
  expect((await listRows()).map(({ part }) => part)).toEqual(['service'])
})

it('begins a period after a time without checks', async () => {
  const watch = startWatch()
  await checkAt(watch, 0)
  await checkAt(watch, 30)
  expect((await listRows()).map(({ since }) => since.getUTCMinutes())).toEqual([0, 30])
  expect((await loadServiceHistory({ database: test.database, clock })).incidents).toEqual([
    { part: 'service', since: '2027-03-10T12:00:00.000Z', until: '2027-03-10T12:30:00.000Z' },
  ])
})

it('records once, whatever the number of servers', async () => {
  const [first, second] = [startWatch(), startWatch()]
  await checkAt(first, 0)
  await checkAt(second, 1)
  expect((await listRows()).map(({ until }) => until.getUTCMinutes())).toEqual([0])
  await first.close()
  await checkAt(second, 2)
  expect((await listRows()).map(({ until }) => until.getUTCMinutes())).toEqual([2])
})
