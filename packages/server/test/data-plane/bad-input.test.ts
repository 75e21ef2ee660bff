import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { getFault, startBridge, type TestBridge } from '../bridge.fixture.ts'

let bridge: TestBridge
beforeAll(async () => {
  bridge = await startBridge({ config: { restRequestsPerMinute: 1_000_000, sandboxCallsPerDay: 1_000_000 } })
})
afterAll(() => bridge.stop())

async function countCustomers() {
  return (await bridge.call('/query?query=select%20count(*)%20from%20Customer')).body.QueryResponse.totalCount
}

it.each([
  ['an object instead of a string [dp-7.3:2010]', { DisplayName: { a: 1 } }, 422, '2010'],
  ['a string instead of a boolean [dp-7.3:2010]', { DisplayName: 'A', Active: 'perhaps' }, 422, '2010'],
  ['a string instead of a reference [dp-7.3:2010]', { DisplayName: 'A', ParentRef: 'x' }, 422, '2010'],
  ['an unknown field [dp-7.1:UNMAPPED_FIELD]', { DisplayName: 'A', Nonsense: 1 }, 422, 'UNMAPPED_FIELD'],
  ['a string that is too long [dp-7.3:2050]', { DisplayName: 'x'.repeat(2_000) }, 400, '2050'],
  ['a control character [dp-7.3:2010]', { DisplayName: 'a\u0001b' }, 422, '2010'],
  ['an unpaired surrogate [dp-7.3:2010]', { DisplayName: 'a\ud800b' }, 422, '2010'],
  ['an Id that is an array [dp-4.2.1]', { Id: [1], DisplayName: 'A' }, 422, '2010'],
])('rejects %s and creates nothing', async (_what, json, status, code) => {
  const before = await countCustomers()
  expect(getFault(await bridge.call('/customer', { json }))).toMatchObject({ status, code })
  expect(await countCustomers()).toBe(before)
})

it('preserves markup characters and non-ASCII characters', async () => {
  const DisplayName = `<b>&amp; "x" 'y' ]]> ä €`
  const created = await bridge.call('/customer', { json: { DisplayName } })
  expect(created.body.Customer.DisplayName).toBe(DisplayName)
  expect((await bridge.call(`/customer/${created.body.Customer.Id}`)).body.Customer.DisplayName).toBe(DisplayName)
})

it.each([
  ['/item', { Name: 'A', IncomeAccountRef: { value: '80000001-1' }, Type: { toString: 1, valueOf: 1 } }],
  ['/account', { Name: 'A', AccountSubType: [{ toString: 1, valueOf: 1 }] }],
  ['/invoice', { CustomerRef: { value: '80000001-1' }, Line: [], GlobalTaxCalculation: { toString: 1, valueOf: 1 } }],
])('ignores a toString field in the body: %s', async (path, json) => {
  expect([400, 422]).toContain((await bridge.call(path, { json })).status)
})

it('responds to any body with a record or a documented fault', async () => {
  const paths = [
    '/customer',
    '/invoice',
    '/item',
    '/account',
    '/invoice?operation=delete',
    '/customer?operation=update',
  ]
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...paths), fc.oneof(fc.json(), fc.string(), members()), async (path, text) => {
      const response = await bridge.call(path, { method: 'POST', text })
      const { status, code } = getFault(response)
      expect([200, 400, 422]).toContain(status)
      expect(code === undefined).toBe(status === 200)
    }),
    { numRuns: 300 },
  )
})

it('responds to any query with rows or a documented fault', async () => {
  const words = fc.constantFrom(
    'select',
    '*',
    'from',
    'Customer',
    'where',
    'DisplayName',
    '=',
    "'",
    "'a'",
    '(',
    ')',
    ',',
    'in',
    'like',
    'orderby',
    '9',
    'and',
  )
  await fc.assert(
    fc.asyncProperty(fc.array(fc.oneof(words, fc.string({ maxLength: 5 })), { maxLength: 12 }), async (tokens) => {
      const response = await bridge.call('/query', { method: 'POST', text: tokens.join(' ') })
      expect([200, 400, 404, 422]).toContain(response.status)
    }),
    { numRuns: 300 },
  )
})

it('rejects deeply nested bodies and ignores prototypes', async () => {
  const deep = `${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`
  for (const text of [
    deep,
    `${'['.repeat(100_000)}${']'.repeat(100_000)}`,
    '{"__proto__":{"DisplayName":"x"}}',
    '{"Id":{"a":1}}',
  ]) {
    const { status, code } = getFault(await bridge.call('/customer', { method: 'POST', text }))
    expect([400, 422]).toContain(status)
    expect(code).toBeDefined()
  }
})

/** Generates bodies that have the entity's fields with arbitrary values. */
function members() {
  return fc
    .dictionary(
      fc.constantFrom(
        'Id',
        'SyncToken',
        'DisplayName',
        'Name',
        'Line',
        'CustomerRef',
        'AccountType',
        'Type',
        'Active',
        'sparse',
        'TxnDate',
        'BillAddr',
      ),
      fc.jsonValue({ maxDepth: 3 }),
      { maxKeys: 5 },
    )
    .map((body) => JSON.stringify(body))
}
