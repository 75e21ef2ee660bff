import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { librariesInEuros } from './client-libraries.ts'
import type { Client, Entity } from './library/client.ts'
import { recordedInEuros } from './recordings/recordings.ts'
import type { Books } from './service/books.ts'
import { runService, type Service } from './service/run-service.ts'
import { findEuro, walkInEuros } from './walk/in-euros.ts'

let service: Service

beforeAll(async () => {
  service = await runService({ template: 'trading' })
})
afterAll(() => service.close())

describe.each(['sandbox', 'agent'] as const)('on a %s realm in several currencies', (kind) => {
  it.each(librariesInEuros)('$name creates, pays, reads and finds in euros', async ({ name, app, connect }) => {
    const realmId = service.realmIds[kind]
    await service.configureApp(app ?? {})
    const client = connect(service.integration(realmId), name) as Required<Client>
    await client.signIn?.()
    await walkInEuros(client, service.books(realmId), name)
    await client.close?.()
  })

  it.each(recordedInEuros)(
    'the requests of $name create, pay, read and find in euros',
    async ({ name, app, ownRate, connect }) => {
      const realmId = service.realmIds[kind]
      await service.configureApp(app ?? {})
      const client = connect(service.integration(realmId), name) as Required<Client>
      await client.signIn()
      await findEuro(client)
      await walkInEuros(client, service.books(realmId), name, ownRate)
    },
  )

  it('an invoice tool finds the currency of the company file and of its customers', async () => {
    const books = service.books(service.realmIds[kind])
    const [preferences] = await books.query('Preferences', '')
    expect(preferences).toMatchObject({ CurrencyPrefs: { HomeCurrency: { value: 'USD' } } })
    const customers = await books.query('Customer', 'maxresults 1000')
    const toCode = ({ CurrencyRef }: Entity) => (CurrencyRef as { readonly value: string }).value
    for (const code of ['USD', 'EUR', 'CAD']) {
      const found = await books.query('Customer', `where CurrencyRef = '${code}' maxresults 1000`)
      expect(found.map(toCode)).toEqual(Array(found.length).fill(code))
      expect(found.length).toBe(customers.filter((each) => toCode(each) === code).length)
      expect(found.length).toBeGreaterThan(0)
    }
  })

  it('an invoice tool bills a new customer in euros at the rate it has read, and enters the payment', async () => {
    const books = service.books(service.realmIds[kind])
    expect(await books.query('Customer', "where CompanyName = 'Moser Druck'")).toEqual([])
    const customer = await createSponsor(books)
    const [rate] = await books.query('ExchangeRate', "where SourceCurrencyCode = 'EUR'")
    const invoice = await billSponsor(books, customer, { CurrencyRef: { value: 'EUR' }, ExchangeRate: rate?.Rate })
    expect(invoice).toMatchObject({ CurrencyRef: { value: 'EUR' }, ExchangeRate: rate?.Rate, TotalAmt: 250 })
    const payment = await books.create('Payment', {
      CustomerRef: { value: customer.Id },
      TotalAmt: 250,
      PaymentRefNum: 'WIRE 4711',
      // A tool copies it from the customer that it has read, with the name.
      CurrencyRef: customer.CurrencyRef,
      ExchangeRate: 1.1,
      Line: [{ Amount: 250, LinkedTxn: [{ TxnId: invoice.Id, TxnType: 'Invoice' }] }],
    })
    expect(payment).toMatchObject({ CurrencyRef: { value: 'EUR' }, ExchangeRate: 1.1, HomeTotalAmt: 275 })
    expect(await books.read('Invoice', invoice.Id)).toMatchObject({ Balance: 0, HomeBalance: 0 })
    const inDollars = billSponsor(books, customer, { CurrencyRef: { value: 'USD' } })
    await expect(inDollars).rejects.toThrow(
      'CurrencyRef is USD, but QuickBooks Desktop uses the currency of the record',
    )
  })
})

/** Creates a customer with the fields a conference's billing plugin sends. */
function createSponsor(books: Books): Promise<Entity> {
  return books.create('Customer', {
    BillAddr: { Line1: 'Hauptplatz 3', City: 'Graz', Country: 'Austria', PostalCode: '8010' },
    CurrencyRef: { value: 'EUR' },
    PreferredDeliveryMethod: 'Email',
    GivenName: 'Lena',
    FamilyName: 'Moser',
    CompanyName: 'Moser Druck',
    DisplayName: 'Moser Druck - EUR',
    PrintOnCheckName: 'Moser Druck',
    PrimaryPhone: { FreeFormNumber: '+43 316 1234' },
    PrimaryEmailAddr: { Address: 'lena@example.org' },
  })
}

/** Creates an invoice with the fields a conference's billing plugin sends. */
async function billSponsor(books: Books, customer: Entity, currency: object): Promise<Entity> {
  const [item] = await books.query('Item', "where Name = 'Packing'")
  const [term] = await books.query('Term', 'maxresults 1')
  return books.create('Invoice', {
    PrivateNote: 'Sponsorship',
    Line: [
      {
        Amount: 250,
        Description: 'Gold sponsor',
        DetailType: 'SalesItemLineDetail',
        SalesItemLineDetail: { ItemRef: { value: item?.Id }, UnitPrice: 250, Qty: 1 },
      },
    ],
    CustomerRef: { value: customer.Id },
    SalesTermRef: { value: term?.Id },
    BillEmail: { Address: 'lena@example.org' },
    ...currency,
  })
}
