import type { Entity } from '../library/client.ts'
import type { Books } from '../service/books.ts'

/** A walk's initial records. */
export interface Scene {
  readonly books: Books
  /** Makes names unique within the company file. */
  readonly tag: string
  /** A time before the records were created. */
  readonly since: Date
  readonly customer: Entity
  readonly item: Entity
  /** The customer's invoice for 151. */
  readonly invoice: Entity
}

/** Creates a walk's records. */
export async function prepareScene(books: Books, tag: string): Promise<Scene> {
  const since = new Date(Date.now() - 60_000)
  const [income] = await books.query('Account', "where AccountType = 'Income' maxresults 1")
  const item = await books.create('Item', {
    Name: `Advice ${tag}`,
    Type: 'Service',
    IncomeAccountRef: { value: income?.Id },
  })
  const customer = await books.create('Customer', { DisplayName: `O'Brien & Söhne ${tag}`, GivenName: 'Ada' })
  const invoice = await books.create('Invoice', saleDraft(customer, item))
  return { books, tag, since, customer, item, invoice }
}

/** Returns an invoice for 2 × 75.5 = 151. */
export function saleDraft(customer: Entity, item: Entity) {
  return {
    CustomerRef: { value: customer.Id },
    Line: [
      {
        Amount: 151,
        DetailType: 'SalesItemLineDetail',
        SalesItemLineDetail: { ItemRef: { value: item.Id }, Qty: 2, UnitPrice: 75.5 },
      },
    ],
  }
}
