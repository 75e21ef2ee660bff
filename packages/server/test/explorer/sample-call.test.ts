import { sampleBodies } from '@bridge/control-plane/explorer/sample-bodies'
import { describeEntity, registry } from '@bridge/translation'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startExplorer, type TestExplorer } from '../explorer.fixture.ts'

let explorer: TestExplorer

beforeAll(async () => {
  explorer = await startExplorer({ clock: () => new Date('2026-03-02T12:00:00Z') })
})
afterAll(() => explorer.stop())

const operations = Object.values(registry).flatMap((entity) =>
  entity.kind === 'built'
    ? describeEntity(entity.table).operations.map((operation) => [operation, entity.table.name] as const)
    : [],
)
// Deletes and voids come last: the other samples find what they need.
const order = ['query', 'create', 'read', 'update', 'void', 'delete']
const ordered = operations.toSorted(([a], [b]) => order.indexOf(a) - order.indexOf(b))

/** The sample company has a single currency: these have no records, and QuickBooks rejects writes with status 3250. */
const withoutFeature = ['CompanyCurrency', 'ExchangeRate']

async function createSample(entity: string, operation: string) {
  const { org, procedure } = explorer
  return (await procedure('sample', org.session, { realmId: org.sandboxRealmId, entity, operation })).data
}

describe('a sample call in the sample company', () => {
  it.each(ordered)('to %s %s succeeds unchanged', async (operation, entity) => {
    const { missing, ...call } = await createSample(entity, operation)
    const { data } = await explorer.send(explorer.org.session, { realmId: explorer.org.sandboxRealmId, ...call })
    const outcome = [data.status, missing, JSON.parse(data.body).Fault?.Error]
    if (withoutFeature.includes(entity)) expect(data.status).toBe(operation === 'query' ? 200 : 400)
    else expect(outcome).toEqual([200, [], undefined])
  })

  it('covers every entity that can be written', () => {
    expect(operations.filter(([operation]) => operation === 'create')).toHaveLength(Object.keys(sampleBodies).length)
  })

  it('is created only of an operation that the entity has', async () => {
    const call = { realmId: explorer.org.sandboxRealmId, entity: 'Customer', operation: 'delete' }
    expect((await explorer.procedure('sample', explorer.org.session, call)).problem).toBe('not_found')
  })

  it('says what an empty company file lacks', async () => {
    const { org, admin } = explorer
    const reset = `POST /realms/${org.sandboxRealmId}/sandbox/reset`
    expect((await admin.call(reset, org.session, { template: 'empty' })).status).toBe(200)
    const { missing, body } = await createSample('Invoice', 'create')
    expect(missing).toEqual(['a customer', 'a service item'])
    expect(JSON.parse(body).CustomerRef).toEqual({ value: '' })
  })
})
