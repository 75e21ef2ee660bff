import { requireRealmId } from '@bridge/agent-protocol'
import { type IdList, parseQuery } from '@bridge/translation'
import { expect, it } from 'vitest'
import { createIdLists } from './id-lists.ts'

const realmId = requireRealmId('1234567890123456')
const text = 'SELECT * FROM Customer'
const [first, second] = [parseQuery(text), parseQuery(`${text} STARTPOSITION 101`)]

function setup() {
  let now = Date.UTC(2026, 2, 16, 12)
  const advance = (ms: number) => {
    now += ms
  }
  const lists = createIdLists(() => new Date(now))
  const client = lists.of(realmId, 'client')
  const fill = (list: IdList, id: string): IdList => {
    list.extend([id], false)
    return list
  }
  return { advance, lists, client, fill }
}

it('gives a query’s pages the list kept by its first page', () => {
  const { client, fill } = setup()
  client.keep(first, fill(client.open(first), '1-1'))
  expect(client.open(second).ids).toEqual(['1-1'])
  expect(client.open(parseQuery(`${text} MAXRESULTS 7 STARTPOSITION 8`)).ids).toEqual(['1-1'])
  expect(client.open(parseQuery(`${text} WHERE Active = false STARTPOSITION 101`)).ids).toEqual([])
})

it('begins a new list with each first page, not replaced by an earlier run’s pages', () => {
  const { client, fill } = setup()
  const before = fill(client.open(first), '1-1')
  client.keep(first, before)
  expect(client.open(first).ids).toEqual([])
  client.keep(first, fill(client.open(first), '2-1'))
  client.keep(second, before)
  expect(client.open(second).ids).toEqual(['2-1'])
})

it('shares no list between clients or realms', () => {
  const { lists, client, fill } = setup()
  client.keep(first, fill(client.open(first), '1-1'))
  expect(lists.of(realmId, 'other').open(second).ids).toEqual([])
  expect(lists.of(requireRealmId('9876543210987654'), 'client').open(second).ids).toEqual([])
})

it('keeps a list for 10 minutes after its last page', () => {
  const { advance, client, fill } = setup()
  client.keep(first, fill(client.open(first), '1-1'))
  for (let page = 0; page < 3; page++) {
    advance(9 * 60_000)
    expect(client.open(second).ids).toEqual(['1-1'])
  }
  advance(10 * 60_000 + 1)
  expect(client.open(second).ids).toEqual([])
})

it('drops the lists unused for longest once all together are too large', () => {
  const lists = createIdLists(() => new Date(0), 20_000)
  const ids = Array.from({ length: 100 }, (_, index) => `8000${index.toString(16).padStart(4, '0')}-1700000000`)
  const fill = (index: number) => {
    const client = lists.of(realmId, `client ${index}`)
    const list = client.open(first)
    list.extend(ids, true)
    client.keep(first, list)
  }
  for (let index = 0; index < 9; index++) fill(index)
  const lengths = Array.from({ length: 9 }, (_, index) => lists.of(realmId, `client ${index}`).open(second).ids.length)
  expect(lengths).toEqual([0, 0, 0, 0, 0, 100, 100, 100, 100])
})
