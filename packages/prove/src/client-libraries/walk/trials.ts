import assert from 'node:assert/strict'
import type { Capability } from '../library/capabilities.ts'
import type { Client, Entity } from '../library/client.ts'
import { type Scene, saleDraft } from './scene.ts'

/** Proves one client capability. Throws if the client or the company file differs from an integration's expectation. */
type Trial = (client: Required<Client>, scene: Scene) => Promise<void>

export const trials: Readonly<Record<Capability, Trial>> = {
  signIn: async (client, { invoice }) => {
    await client.signIn()
    await client.read('Invoice', invoice.Id)
  },

  create: async (client, { books, tag, item }) => {
    const customer = await client.create('Customer', { DisplayName: `Zoë & Sons' ${tag}`, GivenName: 'Zoë' })
    const { DisplayName, GivenName } = await books.read('Customer', customer.Id)
    assert.deepEqual({ DisplayName, GivenName }, { DisplayName: `Zoë & Sons' ${tag}`, GivenName: 'Zoë' })
    const { Id } = await client.create('Invoice', saleDraft(customer, item))
    const { CustomerRef, TotalAmt } = await books.read('Invoice', Id)
    assert.deepEqual(
      { CustomerRef, TotalAmt },
      { CustomerRef: { value: customer.Id, name: DisplayName }, TotalAmt: 151 },
    )
  },

  read: async (client, { invoice }) => {
    const { Id, TotalAmt } = await client.read('Invoice', invoice.Id)
    assert.deepEqual([Id, Number(TotalAmt)], [invoice.Id, 151])
  },

  sparseUpdate: async (client, { books, customer }) => {
    const { Id, SyncToken } = await books.read('Customer', customer.Id)
    await client.sparseUpdate('Customer', { Id, SyncToken, FamilyName: 'Lovelace' })
    const { GivenName, FamilyName } = await books.read('Customer', Id)
    assert.deepEqual({ GivenName, FamilyName }, { GivenName: 'Ada', FamilyName: 'Lovelace' })
  },

  fullUpdate: async (client, { books, invoice }) => {
    const before = await client.read('Invoice', invoice.Id)
    await client.fullUpdate('Invoice', { ...before, PrivateNote: 'Seen' })
    const { PrivateNote, TotalAmt, Line } = await books.read('Invoice', invoice.Id)
    assert.deepEqual({ PrivateNote, TotalAmt, Line }, { PrivateNote: 'Seen', TotalAmt: 151, Line: invoice.Line })
  },

  query: async (client, { tag, customer }) => {
    assert.deepEqual(toIds(await client.query('Customer', 'DisplayName', String(customer.DisplayName))), [customer.Id])
    assert.deepEqual(toIds(await client.query('Customer', 'DisplayName', `Missing ${tag}`)), [])
  },

  pages: async (client, { books, tag }) => {
    for (const letter of ['A', 'B', 'C']) await books.create('Customer', { DisplayName: `${letter} ${tag}` })
    const expected = toIds(await books.query('Customer', 'maxresults 1000')).sort()
    const pageSize = Math.ceil((expected.length + 1) / 3)
    assert.deepEqual(toIds(await client.pages('Customer', pageSize)).sort(), expected)
  },

  batch: async (client, { tag, customer: { Id } }) => {
    const [created, stale] = await client.batch([
      { bId: '1', operation: 'create', Customer: { DisplayName: `Batched ${tag}` } },
      { bId: '2', operation: 'update', Customer: { Id, SyncToken: '1', sparse: true, GivenName: 'Late' } },
    ])
    assert.equal((created?.Customer as Entity | undefined)?.DisplayName, `Batched ${tag}`)
    assert.match(JSON.stringify(stale?.Fault), /"code":"5010"/)
  },

  changes: async (client, { since, customer }) => {
    const changed = toIds(await client.changes('Customer', since))
    assert.ok(changed.includes(customer.Id), `${customer.Id} is not among ${changed.length} changed customers`)
  },

  void: async (client, { books, customer, item }) => {
    const sale = await books.create('Invoice', saleDraft(customer, item))
    await client.void('Invoice', sale)
    const { TotalAmt, PrivateNote } = await books.read('Invoice', sale.Id)
    assert.equal(TotalAmt, 0)
    assert.match(String(PrivateNote), /^VOID: /)
  },

  delete: async (client, { books, customer, item }) => {
    const { Id, ...sale } = await books.create('Invoice', saleDraft(customer, item))
    await client.delete('Invoice', { Id, ...sale })
    assert.deepEqual(await books.query('Invoice', `where Id = '${Id}'`), [])
  },

  report: async (client) => {
    const { ReportName, Currency } = await client.report('TransactionList')
    assert.deepEqual({ ReportName, Currency }, { ReportName: 'TransactionList', Currency: 'USD' })
  },

  fault: async (client, { customer }) => {
    // A read-only library reads one record by a query, which finds none.
    const [call, code] =
      (client as Client).create === undefined
        ? [client.query('Customer', 'Nonsense', customer.Id), '4000']
        : [client.read('Invoice', '1-1'), '610']
    assert.equal(client.fault(await catchError(call)), code)
  },

  serviceFault: async (client, { books, customer }) => {
    const { Id, SyncToken } = await books.read('Customer', customer.Id)
    const error = await catchError(client.sparseUpdate('Customer', { Id, SyncToken, Suffix: 'Jr.' }))
    assert.equal(client.serviceFault(error), 'UNSUPPORTED_BY_DESKTOP')
  },

  refresh: async (client, { invoice }) => {
    await client.refresh()
    await client.read('Invoice', invoice.Id)
  },

  revoke: async (client, { invoice }) => {
    await client.revoke()
    await catchError(client.read('Invoice', invoice.Id))
  },
}

function toIds(records: readonly Entity[]): string[] {
  return records.map(({ Id }) => Id)
}

async function catchError(call: Promise<unknown>): Promise<unknown> {
  try {
    await call
  } catch (error) {
    return error
  }
  throw new Error('The call succeeded')
}
