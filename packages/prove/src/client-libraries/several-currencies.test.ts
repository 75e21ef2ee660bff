import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { nodeQuickBooks } from './clients/node-quickbooks.ts'
import { quickbooksNodePromise } from './clients/quickbooks-node-promise.ts'
import type { Client, Entity } from './library/client.ts'
import { runService, type Service } from './service/run-service.ts'
import { saleDraft } from './walk/scene.ts'

let service: Service

beforeAll(async () => {
  service = await runService({ template: 'trading' })
})
afterAll(() => service.close())

const euro = { value: 'EUR', name: 'Euro' }

async function findOne(kind: 'sandbox' | 'agent', entity: string, name: string): Promise<Entity> {
  const field = entity === 'Customer' ? 'DisplayName' : 'Name'
  const [found] = await service.books(service.realmIds[kind]).query(entity, `where ${field} = '${name}'`)
  return found ?? expect.fail(`There is no ${entity} ${name}.`)
}

describe.each(['sandbox', 'agent'] as const)('on a %s realm in several currencies', (kind) => {
  it.each([nodeQuickBooks, quickbooksNodePromise])(
    '$name creates, pays, reads and finds in euros',
    async ({ name, connect }) => {
      const client = connect(service.integration(service.realmIds[kind]), `EUR ${name}`) as Required<Client>
      await client.signIn?.()
      const DisplayName = `Skiverleih ${name}`
      const customer = await client.create('Customer', { DisplayName, CurrencyRef: euro })
      expect(customer).toMatchObject({ CurrencyRef: euro })
      const sale = saleDraft(customer, await findOne(kind, 'Item', 'Packing'))
      // An invoice tool copies the currency from the customer.
      const { CurrencyRef } = await client.read('Customer', customer.Id)
      const invoice = await client.create('Invoice', { ...sale, CurrencyRef, ExchangeRate: 1.25 })
      expect(invoice).toMatchObject({ CurrencyRef: euro, ExchangeRate: 1.25, TotalAmt: 151, HomeBalance: 188.75 })
      const changed = await client.fullUpdate('Invoice', { ...invoice, PrivateNote: 'Seen' })
      expect(changed).toMatchObject({ PrivateNote: 'Seen', CurrencyRef: euro, ExchangeRate: 1.25 })
      const payment = await client.create('Payment', {
        CustomerRef: { value: customer.Id },
        CurrencyRef,
        ExchangeRate: 1.5,
        TotalAmt: 151,
        Line: [{ Amount: 151, LinkedTxn: [{ TxnId: invoice.Id, TxnType: 'Invoice' }] }],
      })
      expect(payment).toMatchObject({ CurrencyRef: euro, TotalAmt: 151, HomeTotalAmt: 226.5, UnappliedAmt: 0 })
      expect(await client.read('Invoice', invoice.Id)).toMatchObject({ CurrencyRef: euro, Balance: 0, HomeBalance: 0 })
      const found = await client.query('Customer', 'CurrencyRef', 'EUR')
      expect(found.map((each) => each.DisplayName)).toEqual(expect.arrayContaining([DisplayName, 'Alpenhof Sport']))
      expect(new Set(found.map((each) => JSON.stringify(each.CurrencyRef)))).toEqual(new Set([JSON.stringify(euro)]))
      await client.close?.()
    },
  )
})
