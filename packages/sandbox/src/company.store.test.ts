import { parseRealmId, type RealmId } from '@bridge/agent-protocol'
import { createTestDatabase, type TestDatabase } from '@bridge/database/testing'
import type { Document } from '@bridge/emulator'
import { describeStorage } from '@bridge/emulator/storage-contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createCompanyStorage, findTemplate } from './company.store.ts'

let test: TestDatabase
let realms = 0

beforeAll(async () => {
  test = await createTestDatabase()
  await test.database.organization.create({ data: { id: 'org', name: 'Acme', slug: 'acme' } })
})
afterAll(() => test.drop())

async function newRealm(): Promise<RealmId> {
  realms += 1
  const id = parseRealmId(`10000000000000${String(realms).padStart(2, '0')}`)
  if (!id) throw new TypeError('not a realm id')
  await test.database.realm.create({ data: { id, orgId: 'org', name: 'Sandbox', kind: 'sandbox' } })
  return id
}

describeStorage('a database', async () => {
  const realmId = await newRealm()
  return {
    storage: createCompanyStorage(test.database, realmId),
    reopen: async () => createCompanyStorage(test.database, realmId),
  }
})

function customer(id: string, value: Document['value']): Document {
  return { kind: 'Customer', id, value }
}

it('returns documents changed since a version, including removed ones', async () => {
  const storage = createCompanyStorage(test.database, await newRealm())
  const begin = await storage.exclusive(undefined, (delta) => ({ changes: [], result: delta }))
  expect(begin).toEqual({ version: 0, result: { version: 0, complete: true, documents: [] } })

  const { version } = await storage.exclusive(0, () => ({
    changes: [customer('1', { name: 'Ä "quoted" \\ 😀' }), customer('2', { name: 'B' })],
    result: undefined,
  }))
  expect(version).toBe(1)
  await storage.exclusive(1, () => ({ changes: [customer('2', null), customer('3', [1, 'x', null, true])], result: 0 }))

  const since1 = await storage.exclusive(1, (delta) => ({ changes: [], result: delta }))
  expect(since1.result.complete).toBe(false)
  expect(byId(since1.result.documents)).toEqual([customer('2', null), customer('3', [1, 'x', null, true])])
  const all = await storage.exclusive(undefined, (delta) => ({ changes: [], result: delta }))
  expect(all.result).toMatchObject({ version: 2, complete: true })
  expect(byId(all.result.documents)).toEqual([
    customer('1', { name: 'Ä "quoted" \\ 😀' }),
    customer('3', [1, 'x', null, true]),
  ])
  const nothingNew = await storage.exclusive(2, (delta) => ({ changes: [], result: delta }))
  expect(nothingNew.result).toEqual({ version: 2, complete: false, documents: [] })
})

it('stores nothing if the work throws', async () => {
  const storage = createCompanyStorage(test.database, await newRealm())
  const failing = storage.exclusive(undefined, () => {
    throw new Error('the work failed')
  })
  await expect(failing).rejects.toThrow('the work failed')
  const { version, result } = await storage.exclusive(undefined, ({ documents }) => ({
    changes: [],
    result: documents,
  }))
  expect([version, result]).toEqual([0, []])
})

it('locks the file across servers', async () => {
  const realmId = await newRealm()
  const servers = [createCompanyStorage(test.database, realmId), createCompanyStorage(test.database, realmId)]
  await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      servers[index % 2]?.exclusive(undefined, ({ documents }) => {
        const count = typeof documents[0]?.value === 'number' ? documents[0].value : 0
        return { changes: [{ kind: 'Counter', id: '1', value: count + 1 }], result: count }
      }),
    ),
  )
  const counted = await servers[0]?.exclusive(undefined, ({ documents }) => ({ changes: [], result: documents }))
  expect(counted).toEqual({ version: 20, result: [{ kind: 'Counter', id: '1', value: 20 }] })
})

it('returns all documents to a server whose version predates a reset', async () => {
  const realmId = await newRealm()
  const storage = createCompanyStorage(test.database, realmId)
  await storage.exclusive(undefined, () => ({ changes: [customer('1', {})], result: 0 }))
  const { result } = await storage.exclusive(7, (delta) => ({ changes: [], result: delta }))
  expect(result).toEqual({ version: 1, complete: true, documents: [customer('1', {})] })
})

it('reports a version as current until a later one exists, and never during a write', async () => {
  const realmId = await newRealm()
  const storage = createCompanyStorage(test.database, realmId)
  expect(await storage.isCurrent?.(0)).toBe(false)
  await storage.exclusive(undefined, () => ({ changes: [customer('1', {})], result: 0 }))
  expect(await storage.isCurrent?.(1)).toBe(true)
  await test.database.$transaction(async (transaction) => {
    await transaction.$queryRaw`SELECT version FROM sandbox_company WHERE "realmId" = ${realmId} FOR UPDATE`
    expect(await storage.isCurrent?.(1)).toBe(false)
  })
  await storage.exclusive(1, () => ({ changes: [customer('2', {})], result: 0 }))
  expect([await storage.isCurrent?.(1), await storage.isCurrent?.(2)]).toEqual([false, true])
})

it('finds a sandbox’s template', async () => {
  expect(await findTemplate(test.database, await newRealm())).toBe('sample')
  for (const template of ['sample', 'trading', 'empty']) {
    const realmId = await newRealm()
    await test.database.sandboxCompany.create({ data: { realmId, template } })
    expect(await findTemplate(test.database, realmId)).toBe(template)
  }
})

function byId(documents: readonly Document[]) {
  return [...documents].sort((left, right) => left.id.localeCompare(right.id))
}
