import { connect, type Entity, getRealmId } from '../test/client-libraries.ts'
import { expect, test } from '../test/test.ts'

type BatchResponse = { readonly BatchItemResponse: readonly Readonly<Record<string, unknown>>[] }

for (const kind of ['sandbox', 'production'] as const) {
  test(`node-quickbooks runs a batch unmodified on the ${kind} realm [dp-4.4.1]`, async ({ page }) => {
    const { call } = await connect(page, getRealmId(kind))
    const DisplayName = `Batched ${kind} ${Date.now().toString(36)}`
    const { Id, SyncToken } = (await call('createCustomer', { DisplayName })) as Entity
    const sparse = { Id, SyncToken, sparse: true }

    const { BatchItemResponse: slots } = (await call('batch', [
      { bId: '1', operation: 'create', Customer: { DisplayName: `${DisplayName} 2` } },
      { bId: '2', operation: 'update', Customer: { ...sparse, GivenName: 'Ada' } },
      { bId: '3', operation: 'update', Customer: { ...sparse, GivenName: 'Late' } },
      { bId: '4', operation: 'delete', Customer: { Id, SyncToken } },
      { bId: '5', Query: `select * from Customer where DisplayName like '${DisplayName}%' orderby DisplayName` },
    ])) as BatchResponse

    expect(slots).toMatchObject([
      { bId: '1', Customer: { DisplayName: `${DisplayName} 2`, domain: 'QBO', sparse: false } },
      { bId: '2', Customer: { Id, DisplayName, GivenName: 'Ada' } },
      { bId: '3', Fault: { Error: [{ code: '5010' }] }, svc: { code: '5010' } },
      { bId: '4', Fault: { Error: [{ code: 'UNSUPPORTED_BY_DESKTOP' }] } },
      { bId: '5', QueryResponse: { maxResults: 2, Customer: [slots[1]?.Customer, slots[0]?.Customer] } },
    ])
  })
}
