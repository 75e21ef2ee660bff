import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { Entity } from '../library/client.ts'
import { saleDraft } from '../walk/scene.ts'
import { type ContractRow, pick } from './contract.ts'

/** An integration's work with records and a report. */
export const recordRows: readonly ContractRow[] = [
  {
    title: 'a record is created',
    run: async ({ client, tag }) => {
      const created = await client.create('Customer', { DisplayName: `Zoë & Sons' ${tag}`, CompanyName: '<Zoë>' })
      return pick(created, 'CompanyName', 'Active', 'Balance')
    },
    sees: { CompanyName: '<Zoë>', Active: true, Balance: 0 },
  },
  {
    title: 'a record is read',
    run: async ({ client, scene }) => pick(await client.read('Invoice', scene.invoice.Id), 'TotalAmt', 'Balance'),
    sees: { TotalAmt: 151, Balance: 151 },
  },
  {
    title: 'records are found by a query',
    run: async ({ client, scene, tag }) => {
      const name = String(scene.customer.DisplayName)
      const found = await client.query('Customer', 'DisplayName', name)
      const missing = await client.query('Customer', 'DisplayName', `Missing ${tag}`)
      return [found.map(({ DisplayName }) => DisplayName === name), missing]
    },
    sees: [[true], []],
  },
  {
    title: 'a record is updated with some of its fields',
    run: async ({ client, books, scene }) => {
      const { Id, SyncToken } = await books.read('Customer', scene.customer.Id)
      const updated = await client.sparseUpdate('Customer', { Id, SyncToken, FamilyName: 'Lovelace' })
      return { ...pick(updated, 'GivenName', 'FamilyName'), isNewer: updated.SyncToken !== SyncToken }
    },
    sees: { GivenName: 'Ada', FamilyName: 'Lovelace', isNewer: true },
  },
  {
    title: 'a record is updated as a whole',
    run: async ({ client, scene }) => {
      const { Line, ...before } = await client.read('Invoice', scene.invoice.Id)
      const after = await client.fullUpdate('Invoice', { ...before, Line, PrivateNote: 'Seen' })
      return { ...pick(after, 'PrivateNote', 'TotalAmt'), lines: (after.Line as readonly unknown[]).length }
    },
    sees: { PrivateNote: 'Seen', TotalAmt: 151, lines: 2 },
  },
  {
    title: 'a batch creates, queries and reports a stale record',
    run: async ({ client, scene, tag }) => {
      const { Id } = scene.customer
      const items = await client.batch([
        { bId: 'create', operation: 'create', Customer: { DisplayName: `Batched ${tag}`, GivenName: 'Ada' } },
        { bId: 'query', Query: `select count(*) from Invoice where Id = '${scene.invoice.Id}'` },
        { bId: 'stale', operation: 'update', Customer: { Id, SyncToken: '1', sparse: true, GivenName: 'Late' } },
      ])
      return items.map(({ bId, Customer, QueryResponse, Fault }) => ({
        bId,
        name: (Customer as Entity | undefined)?.GivenName,
        count: (QueryResponse as { readonly totalCount?: number } | undefined)?.totalCount,
        code: (Fault as { readonly Error: readonly { readonly code: string }[] } | undefined)?.Error[0]?.code,
      }))
    },
    sees: [
      { bId: 'create', name: 'Ada', count: undefined, code: undefined },
      { bId: 'query', name: undefined, count: 1, code: undefined },
      { bId: 'stale', name: undefined, count: undefined, code: '5010' },
    ],
  },
  {
    title: 'a record is deleted',
    run: async ({ client, books, scene }) => {
      const sale = await books.create('Invoice', saleDraft(scene.customer, scene.item))
      const deleted = await client.delete('Invoice', sale)
      return { status: deleted.status, left: await books.query('Invoice', `where Id = '${sale.Id}'`) }
    },
    sees: { status: 'Deleted', left: [] },
  },
  {
    title: 'a record is voided',
    run: async ({ client, books, scene }) => {
      const sale = await books.create('Invoice', saleDraft(scene.customer, scene.item))
      await client.void('Invoice', sale)
      return pick(await books.read('Invoice', sale.Id), 'TotalAmt', 'Balance', 'PrivateNote')
    },
    sees: { TotalAmt: 0, Balance: 0, PrivateNote: expect.stringMatching(/^VOID: /) },
  },
  {
    title: 'a write that is repeated with its requestid is applied once',
    run: async ({ client, books, tag }) => {
      const requestId = randomUUID()
      const DisplayName = `Repeated ${tag}`
      const [first, second] = [
        await client.create('Customer', { DisplayName, requestId }),
        await client.create('Customer', { DisplayName, requestId }),
      ]
      const found = await books.query('Customer', `where DisplayName = '${DisplayName}'`)
      return { isSame: first?.Id === second?.Id, count: found.length }
    },
    sees: { isSame: true, count: 1 },
  },
  {
    title: 'changed records are found',
    run: async ({ client, scene }) => {
      const changed = await client.changes('Invoice', scene.since)
      return changed.some(({ Id }) => Id === scene.invoice.Id)
    },
    sees: true,
  },
  {
    title: 'a report is read',
    run: async ({ client }) => {
      const { ReportName, Currency } = await client.report('TransactionList')
      return { ReportName, Currency }
    },
    sees: { ReportName: 'TransactionList', Currency: 'USD' },
  },
]
