import type { RealmId } from '@bridge/agent-protocol'
import { registry } from '@bridge/translation'
import {
  connect,
  type Entity,
  findErrorResponse,
  getRealmId,
  type LibraryCall,
  type QueryResult,
} from '../test/client-libraries.ts'
import { quickstart } from '../test/quickstart.ts'
import type { RecordCase } from '../test/record-cases/record-case.ts'
import { recordCases } from '../test/record-cases/record-cases.ts'
import { expect, test } from '../test/test.ts'

/** Operations without a method in node-quickbooks. They use fetch with the same token. */
const missingFromLibrary = new Set([
  ...['create', 'get', 'update', 'find', 'delete'].map((verb) => `${verb} InventoryAdjustment`),
  ...['get', 'find'].map((verb) => `${verb} VendorType`),
  ...['SalesReceipt', 'Purchase', 'BillPayment'].map((entity) => `void ${entity}`),
  'create CompanyCurrency',
])

/** Creates an integration's client for one realm, by operation and entity. */
function createClient(realmId: RealmId, call: LibraryCall, token: string) {
  const root = `${quickstart().baseUrl}/v3/company/${realmId}`

  const send = async (path: string, json?: object): Promise<Record<string, unknown>> => {
    const response = await fetch(`${root}${path}`, {
      method: json === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(json === undefined ? {} : { body: JSON.stringify(json) }),
    })
    const data = (await response.json()) as Record<string, unknown>
    if (!response.ok) throw Object.assign(new Error(path), { response: { status: response.status, data } })
    return data
  }
  const unwrap = async (body: Promise<unknown>, entity: string) =>
    ((await body) as Record<string, unknown>)[entity] as Entity

  return {
    create: (entity: string, json: object) =>
      missingFromLibrary.has(`create ${entity}`)
        ? unwrap(send(`/${entity.toLowerCase()}`, json), entity)
        : (call(`create${entity}`, json) as Promise<Entity>),
    get: (entity: string, id: string) =>
      missingFromLibrary.has(`get ${entity}`)
        ? unwrap(send(`/${entity.toLowerCase()}/${id}`), entity)
        : (call(`get${entity}`, id) as Promise<Entity>),
    update: (entity: string, json: object) =>
      missingFromLibrary.has(`update ${entity}`)
        ? unwrap(send(`/${entity.toLowerCase()}?operation=update`, json), entity)
        : (call(`update${entity}`, json) as Promise<Entity>),
    async find(entity: string, criteria: object): Promise<readonly Entity[]> {
      const result = missingFromLibrary.has(`find ${entity}`)
        ? await send(`/query?query=${encodeURIComponent(`select * from ${entity}${whereClause(criteria)}`)}`)
        : await call(`find${pluralize(entity)}`, criteria)
      return ((result as QueryResult).QueryResponse[entity] ?? []) as Entity[]
    },
    remove: (operation: 'delete' | 'void', entity: string, { Id, SyncToken }: Entity) =>
      missingFromLibrary.has(`${operation} ${entity}`)
        ? unwrap(send(`/${entity.toLowerCase()}?operation=${operation}`, { Id, SyncToken }), entity)
        : unwrap(call(`${operation}${entity}`, { Id, SyncToken }), entity),
  }
}

function whereClause(criteria: object): string {
  return Object.entries(criteria)
    .map(([property, value], index) => `${index === 0 ? ' where' : ' and'} ${property} = '${value}'`)
    .join('')
}

function pluralize(entity: string): string {
  return entity.endsWith('s') ? `${entity}es` : entity.endsWith('y') ? `${entity.slice(0, -1)}ies` : `${entity}s`
}

type Client = ReturnType<typeof createClient>

async function findError(call: Promise<unknown>): Promise<unknown> {
  const response = await findErrorResponse(call)
  const { Fault } = (response?.data ?? {}) as { Fault?: { Error: { code: string }[] } }
  return [response?.status, Fault?.Error[0]?.code]
}

function toIds(records: readonly Entity[]) {
  return records.map(({ Id }) => Id)
}

/** Returns the lines added to every record by QuickBooks. */
function getComputedLines(record: Entity) {
  return (record.Line as readonly { DetailType?: string }[]).filter(
    ({ DetailType }) => DetailType === 'SubTotalLineDetail',
  )
}

/** Creates, reads, updates and finds one record. */
async function writeRecord(client: Client, recordCase: RecordCase, draft: object): Promise<Entity> {
  const { entity } = recordCase
  const created = await client.create(entity, draft)
  expect(created).toMatchObject({ domain: 'QBO', sparse: false, MetaData: { CreateTime: expect.any(String) } })
  expect(await client.get(entity, created.Id)).toEqual(created)

  const { Id, SyncToken } = created
  const change = recordCase.change(created)
  if (recordCase.isReadOnly) {
    expect(await findError(client.update(entity, { Id, SyncToken, ...change }))).toEqual([
      422,
      'UNSUPPORTED_BY_DESKTOP',
    ])
  } else {
    const changed = await client.update(entity, { Id, SyncToken, ...change })
    const { Line, ...header } = change as { Line?: readonly object[] }
    expect(changed).toMatchObject({ ...header, Id })
    if (Line !== undefined) expect(changed.Line).toMatchObject([...Line, ...getComputedLines(changed)])
    expect(changed.SyncToken).not.toBe(SyncToken)
    const stale = { Id, SyncToken, ...change }
    expect(await findError(client.update(entity, stale))).toEqual([400, '5010'])
  }

  const current = await client.get(entity, Id)
  expect(toIds(await client.find(entity, recordCase.find(current)))).toContain(Id)
  expect(await client.find(entity, { Id })).toEqual([current])
  return current
}

async function cleanUpRecord(client: Client, { entity, cleanup }: RecordCase, { Id }: Entity): Promise<void> {
  const current = await client.get(entity, Id)
  if (cleanup === 'deactivate') {
    const deactivated = await client.update(entity, { Id, SyncToken: current.SyncToken, Active: false })
    expect(deactivated).toMatchObject({ Id, Active: false })
    expect(await client.find(entity, { Id })).toEqual([])
  } else if (cleanup === 'void') {
    const voided = await client.remove('void', entity, current)
    expect(voided).toMatchObject({ Id, TotalAmt: 0, PrivateNote: expect.stringMatching(/^VOID: /) })
    expect(await client.get(entity, Id)).toEqual(voided)
  } else if (cleanup === 'delete') {
    expect(await client.remove('delete', entity, current)).toMatchObject({ Id, status: 'Deleted', domain: 'QBO' })
    expect(await findError(client.get(entity, Id))).toEqual([400, '610'])
  }
}

const readOnlyEntities = ['CompanyInfo', 'Preferences', 'TaxCode', 'TaxRate', 'TaxAgency', 'CustomerType', 'VendorType']
/** Unavailable while the company file has only one currency. */
const multicurrencyEntities = ['CompanyCurrency', 'ExchangeRate']

test('the record cases cover every served entity', () => {
  const served = Object.entries(registry).flatMap(([name, { kind }]) => (kind === 'built' ? [name] : []))
  const covered = new Set([...recordCases.map(({ entity }) => entity), ...readOnlyEntities, ...multicurrencyEntities])
  expect([...covered].sort()).toEqual(served.sort())
})

for (const kind of ['sandbox', 'production'] as const) {
  test(`node-quickbooks writes, reads and finds every entity on the ${kind} realm [dp-1.1] [dp-1.2]`, async ({
    page,
  }) => {
    test.slow()
    const realmId = getRealmId(kind)
    const { call, token } = await connect(page, realmId)
    const client = createClient(realmId, call, token)
    const tag = Date.now().toString(36)
    const records = new Map<string, Entity>()
    const findRef = (name: string) => {
      const record = records.get(name)
      if (record === undefined) throw new Error(`No record is named ${name} yet`)
      return { value: record.Id }
    }
    for (const each of recordCases) {
      await test.step(`write ${each.name}`, async () => {
        records.set(each.name, await writeRecord(client, each, each.create(findRef, tag)))
      })
    }
    for (const each of recordCases.toReversed()) {
      await test.step(`clean up ${each.name}`, () => cleanUpRecord(client, each, records.get(each.name) as Entity))
    }
  })

  test(`node-quickbooks reads the read-only entities on the ${kind} realm [dp-1.5:2]`, async ({ page }) => {
    const realmId = getRealmId(kind)
    const { call, token } = await connect(page, realmId)
    const client = createClient(realmId, call, token)
    for (const entity of readOnlyEntities) {
      const found = await client.find(entity, {})
      if (entity !== 'VendorType') expect([entity, found.length > 0]).toEqual([entity, true])
      const first = found[0]
      if (entity === 'Preferences') expect(await call('getPreferences')).toMatchObject({ CurrencyPrefs: {} })
      // The company was updated when it was read: QuickBooks does not keep when it changed.
      else if (entity === 'CompanyInfo')
        expect(await client.get(entity, first?.Id ?? '')).toEqual({ ...first, MetaData: expect.any(Object) })
      else if (first !== undefined) expect(await client.get(entity, first.Id)).toEqual(first)
    }
    expect(await findError(client.create('CompanyCurrency', { Code: 'CHF', Name: 'Franc' }))).toEqual([400, '3250'])
    expect(await findError(call('getExchangeRate', { sourcecurrencycode: 'EUR' }))).toEqual([400, '610'])
    for (const method of ['createDepartment', 'createAttachable']) {
      expect(await findError(call(method, { Name: 'North' }))).toEqual([422, 'UNSUPPORTED_BY_DESKTOP'])
    }
  })
}
