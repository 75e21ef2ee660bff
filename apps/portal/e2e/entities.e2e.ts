import { registry } from '@bridge/translation'
import { expect, test } from 'playwright/test'
import { type Answer, type Call, connect, type Entity, realmOf, refusalOf } from './online-client.ts'
import { quickstart } from './quickstart.ts'
import { type WrittenRecord, writtenRecords } from './written-records.ts'

/** What node-quickbooks has no method for: sent to the same address with the same token. */
const lacking = new Set([
  ...['create', 'get', 'update', 'find', 'delete'].map((verb) => `${verb} InventoryAdjustment`),
  ...['get', 'find'].map((verb) => `${verb} VendorType`),
  ...['SalesReceipt', 'Purchase', 'BillPayment'].map((entity) => `void ${entity}`),
  'create CompanyCurrency',
])

/** The calls of an integration on one realm, by verb and entity. */
function clientOf(realmId: string, call: Call, token: string) {
  const root = `${quickstart().baseUrl}/v3/company/${realmId}`

  const send = async (path: string, json?: object): Promise<Record<string, unknown>> => {
    const answer = await fetch(`${root}${path}`, {
      method: json === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(json === undefined ? {} : { body: JSON.stringify(json) }),
    })
    const data = (await answer.json()) as Record<string, unknown>
    if (!answer.ok) throw Object.assign(new Error(path), { response: { status: answer.status, data } })
    return data
  }
  const whole = async (answer: Promise<unknown>, entity: string) =>
    ((await answer) as Record<string, unknown>)[entity] as Entity

  return {
    create: (entity: string, json: object) =>
      lacking.has(`create ${entity}`)
        ? whole(send(`/${entity.toLowerCase()}`, json), entity)
        : (call(`create${entity}`, json) as Promise<Entity>),
    get: (entity: string, id: string) =>
      lacking.has(`get ${entity}`)
        ? whole(send(`/${entity.toLowerCase()}/${id}`), entity)
        : (call(`get${entity}`, id) as Promise<Entity>),
    update: (entity: string, json: object) =>
      lacking.has(`update ${entity}`)
        ? whole(send(`/${entity.toLowerCase()}?operation=update`, json), entity)
        : (call(`update${entity}`, json) as Promise<Entity>),
    async find(entity: string, criteria: object): Promise<readonly Entity[]> {
      const answer = lacking.has(`find ${entity}`)
        ? await send(`/query?query=${encodeURIComponent(`select * from ${entity}${whereOf(criteria)}`)}`)
        : await call(`find${pluralOf(entity)}`, criteria)
      return ((answer as Answer).QueryResponse[entity] ?? []) as Entity[]
    },
    remove: (operation: 'delete' | 'void', entity: string, { Id, SyncToken }: Entity) =>
      lacking.has(`${operation} ${entity}`)
        ? whole(send(`/${entity.toLowerCase()}?operation=${operation}`, { Id, SyncToken }), entity)
        : whole(call(`${operation}${entity}`, { Id, SyncToken }), entity),
  }
}

function whereOf(criteria: object): string {
  return Object.entries(criteria)
    .map(([property, value], index) => `${index === 0 ? ' where' : ' and'} ${property} = '${value}'`)
    .join('')
}

function pluralOf(entity: string): string {
  return entity.endsWith('s') ? `${entity}es` : entity.endsWith('y') ? `${entity.slice(0, -1)}ies` : `${entity}s`
}

type Client = ReturnType<typeof clientOf>

async function codeOf(call: Promise<unknown>): Promise<unknown> {
  const refusal = await refusalOf(call)
  const { Fault } = (refusal?.data ?? {}) as { Fault?: { Error: { code: string }[] } }
  return [refusal?.status, Fault?.Error[0]?.code]
}

function idsOf(records: readonly Entity[]) {
  return records.map(({ Id }) => Id)
}

/** The lines that QuickBooks adds by itself. */
function computedLines(record: Entity) {
  return (record.Line as readonly { DetailType?: string }[]).filter(
    ({ DetailType }) => DetailType === 'SubTotalLineDetail',
  )
}

/** Creates, reads, changes and finds one record. */
async function write(client: Client, made: WrittenRecord, draft: object): Promise<Entity> {
  const { entity } = made
  const created = await client.create(entity, draft)
  expect(created).toMatchObject({ domain: 'QBO', sparse: false, MetaData: { CreateTime: expect.any(String) } })
  expect(await client.get(entity, created.Id)).toEqual(created)

  const { Id, SyncToken } = created
  const change = made.change(created)
  if (made.isFixed) {
    expect(await codeOf(client.update(entity, { Id, SyncToken, ...change }))).toEqual([422, 'UNSUPPORTED_BY_DESKTOP'])
  } else {
    const changed = await client.update(entity, { Id, SyncToken, ...change })
    const { Line, ...header } = change as { Line?: readonly object[] }
    expect(changed).toMatchObject({ ...header, Id })
    if (Line !== undefined) expect(changed.Line).toMatchObject([...Line, ...computedLines(changed)])
    expect(changed.SyncToken).not.toBe(SyncToken)
    const stale = { Id, SyncToken, ...change }
    expect(await codeOf(client.update(entity, stale))).toEqual([400, '5010'])
  }

  const current = await client.get(entity, Id)
  expect(idsOf(await client.find(entity, made.find(current)))).toContain(Id)
  expect(await client.find(entity, { Id })).toEqual([current])
  return current
}

async function end(client: Client, { entity, ends }: WrittenRecord, { Id }: Entity): Promise<void> {
  const current = await client.get(entity, Id)
  if (ends === 'deactivate') {
    const after = await client.update(entity, { Id, SyncToken: current.SyncToken, Active: false })
    expect(after).toMatchObject({ Id, Active: false })
    expect(await client.find(entity, { Id })).toEqual([])
  } else if (ends === 'void') {
    const voided = await client.remove('void', entity, current)
    expect(voided).toMatchObject({ Id, TotalAmt: 0, PrivateNote: expect.stringMatching(/^VOID: /) })
    expect(await client.get(entity, Id)).toEqual(voided)
  } else if (ends === 'delete') {
    expect(await client.remove('delete', entity, current)).toMatchObject({ Id, status: 'Deleted', domain: 'QBO' })
    expect(await codeOf(client.get(entity, Id))).toEqual([400, '610'])
  }
}

/** Entities that this kind of company file only shows, and those that it keeps off while it has one currency. */
const shown = ['CompanyInfo', 'Preferences', 'TaxCode', 'TaxRate', 'TaxAgency', 'CustomerType', 'VendorType']
const switchedOff = ['CompanyCurrency', 'ExchangeRate']

test('what is written and read is every entity that the service has', () => {
  const built = Object.entries(registry).flatMap(([name, { kind }]) => (kind === 'built' ? [name] : []))
  const tried = new Set([...writtenRecords.map(({ entity }) => entity), ...shown, ...switchedOff])
  expect([...tried].sort()).toEqual(built.sort())
})

for (const kind of ['sandbox', 'production'] as const) {
  test(`node-quickbooks writes, reads and finds every entity on the ${kind} realm [dp-1.1] [dp-1.2]`, async ({
    page,
  }) => {
    test.slow()
    const realmId = realmOf(kind)
    const { call, token } = await connect(page, realmId)
    const client = clientOf(realmId, call, token)
    const tag = Date.now().toString(36)
    const made = new Map<string, Entity>()
    const ref = (name: string) => {
      const found = made.get(name)
      if (found === undefined) throw new Error(`Nothing is called ${name} yet`)
      return { value: found.Id }
    }
    for (const each of writtenRecords) {
      await test.step(`write ${each.as}`, async () => {
        made.set(each.as, await write(client, each, each.create(ref, tag)))
      })
    }
    for (const each of writtenRecords.toReversed()) {
      await test.step(`end ${each.as}`, () => end(client, each, made.get(each.as) as Entity))
    }
  })

  test(`node-quickbooks reads what can only be read on the ${kind} realm [dp-1.5:2]`, async ({ page }) => {
    const realmId = realmOf(kind)
    const { call, token } = await connect(page, realmId)
    const client = clientOf(realmId, call, token)
    for (const entity of shown) {
      const found = await client.find(entity, {})
      if (entity !== 'VendorType') expect([entity, found.length > 0]).toEqual([entity, true])
      const first = found[0]
      if (entity === 'Preferences') expect(await call('getPreferences')).toMatchObject({ CurrencyPrefs: {} })
      else if (first !== undefined) expect(await client.get(entity, first.Id)).toEqual(first)
    }
    const oneCurrency = [[400, '3250']]
    expect(oneCurrency).toContainEqual(await codeOf(client.create('CompanyCurrency', { Code: 'CHF', Name: 'Franc' })))
    expect(oneCurrency).toContainEqual(await codeOf(call('getExchangeRate', { sourcecurrencycode: 'EUR' })))
    for (const method of ['createDepartment', 'createAttachable']) {
      expect(await codeOf(call(method, { Name: 'North' }))).toEqual([422, 'UNSUPPORTED_BY_DESKTOP'])
    }
  })
}
