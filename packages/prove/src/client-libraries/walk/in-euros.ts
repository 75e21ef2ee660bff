import assert from 'node:assert/strict'
import type { Client, Entity } from '../library/client.ts'
import type { Books } from '../service/books.ts'
import { saleDraft } from './scene.ts'

const euro = { value: 'EUR', name: 'Euro' }

/**
 * Creates, changes, pays and finds in euros, in a company file with several currencies.
 *
 * @param tag makes names unique within the company file
 * @param ownRate the exchange rate the library sends with an invoice for which the integration names none
 */
export async function walkInEuros(client: Required<Client>, books: Books, tag: string, ownRate?: number) {
  const [item] = await books.query('Item', "where Name = 'Packing'")
  const DisplayName = `Ski rental ${tag}`
  const { Id } = await client.create('Customer', { DisplayName, CurrencyRef: euro })
  // Integrations copy the currency from the customer.
  const customer = await client.read('Customer', Id)
  const { CurrencyRef } = customer
  shows(customer, { DisplayName, CurrencyRef: euro })
  const sale = { ...saleDraft(customer, item as Entity), CurrencyRef }

  const invoice = await client.create('Invoice', { ...sale, ExchangeRate: 1.25 })
  const sold = { CurrencyRef: euro, ExchangeRate: 1.25, TotalAmt: 151, Balance: 151, HomeBalance: 188.75 }
  shows(invoice, sold)
  const before = await client.read('Invoice', invoice.Id)
  shows(before, sold)
  await client.fullUpdate('Invoice', { ...before, PrivateNote: 'Seen' })
  shows(await books.read('Invoice', invoice.Id), { ...sold, PrivateNote: 'Seen' })

  const payment = await client.create('Payment', {
    CustomerRef: { value: Id },
    CurrencyRef,
    ExchangeRate: 1.5,
    TotalAmt: 151,
    Line: [{ Amount: 151, LinkedTxn: [{ TxnId: invoice.Id, TxnType: 'Invoice' }] }],
  })
  shows(payment, { CurrencyRef: euro, ExchangeRate: 1.5, TotalAmt: 151, UnappliedAmt: 0 })
  shows(await books.read('Payment', payment.Id), { HomeTotalAmt: 226.5 })
  shows(await client.read('Invoice', invoice.Id), { CurrencyRef: euro, Balance: 0, HomeBalance: 0 })

  const [rateOfDay] = await books.query('ExchangeRate', "where SourceCurrencyCode = 'EUR'")
  shows(await client.create('Invoice', { ...sale, ExchangeRate: null }), { ExchangeRate: rateOfDay?.Rate })
  shows(await client.create('Invoice', sale), { ExchangeRate: ownRate ?? rateOfDay?.Rate })

  const found = await client.query('Customer', 'CurrencyRef', 'EUR')
  const names = found.map((each) => each.DisplayName)
  assert.ok(names.includes(DisplayName) && names.includes('Alpenhof Sport'), names.join())
  for (const each of found) shows(each, { CurrencyRef: euro })

  const error = await client.create('Invoice', { ...sale, CurrencyRef: { value: 'CAD' } }).catch((thrown) => thrown)
  assert.equal(client.fault(error), '2010')
}

/** Finds the euro and its rate in the lists of a company file with several currencies. */
export async function findEuro(client: Required<Client>) {
  const currencies = await client.query('CompanyCurrency', 'Code', 'EUR')
  assert.partialDeepStrictEqual(currencies, [{ Code: 'EUR', Name: 'Euro', Active: true }])
  const [rate] = await client.query('ExchangeRate', 'SourceCurrencyCode', 'EUR')
  shows(rate, { SourceCurrencyCode: 'EUR', TargetCurrencyCode: 'USD' })
  assert.ok(Number(rate?.Rate) > 1)
}

function shows(record: unknown, expected: object): void {
  assert.partialDeepStrictEqual(record, expected)
}
