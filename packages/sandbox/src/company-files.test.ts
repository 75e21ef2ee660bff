import { type RealmId, requireRealmId } from '@bridge/agent-protocol'
import { createTestDatabase, type TestDatabase } from '@bridge/database/testing'
import { branch, leaf, serializeMessageSet } from '@bridge/qbxml'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { LeaseLostError } from './company.store.ts'
import { CompanyFiles } from './company-files.ts'

let test: TestDatabase
let realms = 0
beforeAll(async () => {
  test = await createTestDatabase()
  await test.database.organization.create({ data: { id: 'org', name: 'Acme', slug: 'acme' } })
})
afterAll(() => test.drop())

async function createSandbox(): Promise<RealmId> {
  realms += 1
  const id = requireRealmId(String(1_000_000_000_000_000 + realms))
  const sandboxCompany = { create: { template: 'empty' } }
  await test.database.realm.create({ data: { id, orgId: 'org', name: 'Sandbox', kind: 'sandbox', sandboxCompany } })
  return id
}

/** Opens company files as another process does. */
function openProcess(): CompanyFiles {
  return new CompanyFiles({
    database: test.database,
    clock: () => new Date('2026-03-16T12:00:00Z'),
    random: () => 0.5,
    maxRecords: 10_000,
    takesLeases: true,
    wait: async () => undefined,
  })
}

function add(files: CompanyFiles, realmId: RealmId, name: string) {
  const request = branch('CustomerAddRq', [branch('CustomerAdd', [leaf('Name', name)])])
  return files.exchange(realmId, serializeMessageSet({ requests: [request], onError: 'stopOnError' }))
}

it('stores nothing once another process has opened the file, until it is opened again', async () => {
  const realmId = await createSandbox()
  const [first, second] = [openProcess(), openProcess()]
  await add(first, realmId, 'Of the first')
  await add(second, realmId, 'Of the second')
  const count = await second.countRecords(realmId)

  await expect(add(first, realmId, 'Too late')).rejects.toThrow(LeaseLostError)
  expect(await second.countRecords(realmId)).toBe(count)
  await add(first, realmId, 'Opened again')
  expect(await first.countRecords(realmId)).toBe(count + 1)
})

it('neither reads, resets nor sets faults without the right to the file', async () => {
  const realmId = await createSandbox()
  const [first, second] = [openProcess(), openProcess()]
  const attempts = [
    () => first.countRecords(realmId),
    () => first.reset(realmId, 'sample'),
    () => first.setFaults(realmId, { dialogOpen: true }),
  ]
  for (const attempt of attempts) {
    await add(first, realmId, crypto.randomUUID())
    await add(second, realmId, crypto.randomUUID())
    await expect(attempt()).rejects.toThrow(LeaseLostError)
    for (const files of [first, second]) files.close(realmId)
  }
  expect(await second.getFaults(realmId)).toEqual({})
})

it('stores nothing on a restored database until the file is opened again', async () => {
  const realmId = await createSandbox()
  const [first, second] = [openProcess(), openProcess()]
  const restore = await backUp(realmId)
  await add(first, realmId, 'Before the restore')
  await restore()
  await add(second, realmId, 'After the restore')

  await expect(add(first, realmId, 'After the restore')).rejects.toThrow(LeaseLostError)
})

/** Copies a sandbox's company file, and returns how to restore the copy. */
async function backUp(realmId: RealmId): Promise<() => Promise<void>> {
  const { version, epoch } = await test.database.sandboxCompany.findUniqueOrThrow({ where: { realmId } })
  return async () => {
    await test.database.sandboxDocument.deleteMany({ where: { realmId, version: { gt: version } } })
    await test.database.sandboxCompany.update({ where: { realmId }, data: { version, epoch } })
  }
}
