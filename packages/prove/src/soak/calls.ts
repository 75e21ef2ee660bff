import type { SeededRandom } from '@bridge/emulator/testing/seeded-random'
import type { CompanyClient } from './company-client.ts'

/** A request below `/v3/company/{realmId}`; a POST if it has a body. */
export interface LoadCall {
  readonly path: string
  readonly body?: object
  /** Notes what a 200 response says. Returns what is wrong with it, if anything. */
  // biome-ignore lint/suspicious/noExplicitAny: reads fields from many kinds of bodies
  accept(body: any): string | undefined
}

/** Creates a call on a company file's records; undefined if there is no record for it yet. */
type CreateCall = (client: CompanyClient, random: SeededRandom) => LoadCall | undefined

function query(text: string): string {
  return `/query?query=${encodeURIComponent(text)}`
}

function createCustomer({ takeId, customers, baseline }: CompanyClient): LoadCall {
  const id = takeId()
  return {
    path: `/customer?requestid=${id}`,
    body: { DisplayName: id },
    accept: ({ Customer }) => {
      customers.set(id, { id: Customer.Id, syncToken: Customer.SyncToken, companyName: undefined })
      return Customer.DisplayName === id && Customer.Id !== baseline.customerId ? undefined : 'another customer'
    },
  }
}

function createInvoice({ takeId, invoices, baseline }: CompanyClient): LoadCall {
  const id = takeId()
  return {
    path: `/invoice?requestid=${id}`,
    body: toInvoice(id, baseline),
    accept: ({ Invoice }) => {
      invoices.set(id, { id: Invoice.Id, syncToken: Invoice.SyncToken })
      return Invoice.DocNumber === id ? undefined : 'another invoice'
    },
  }
}

function toInvoice(docNumber: string, { customerId, itemId }: CompanyClient['baseline']): object {
  const line = { Amount: 10, DetailType: 'SalesItemLineDetail', SalesItemLineDetail: { ItemRef: { value: itemId } } }
  return { DocNumber: docNumber, CustomerRef: { value: customerId }, Line: [line] }
}

/** What integrations call, by kind, each with its share. */
export const calls = {
  read: {
    share: 30,
    isWrite: false,
    create: ({ customers }, random) => {
      const known = [...customers]
      if (known.length === 0) return undefined
      const [name, customer] = random.pick(known)
      return {
        path: `/customer/${customer.id}`,
        accept: ({ Customer }) =>
          Customer.DisplayName === name && Customer.CompanyName === customer.companyName
            ? undefined
            : `${name} has the company ${Customer.CompanyName} instead of ${customer.companyName}`,
      }
    },
  },
  query: {
    share: 20,
    isWrite: false,
    create: ({ customers }) => ({
      path: query('select count(*) from Customer'),
      // The baseline has one customer.
      accept: ({ QueryResponse: { totalCount } }) =>
        totalCount === customers.size + 1 ? undefined : `${totalCount} customers instead of ${customers.size + 1}`,
    }),
  },
  cdc: {
    share: 6,
    isWrite: false,
    create: ({ startedAt }) => ({
      path: `/cdc?entities=Customer,Invoice&changedSince=${encodeURIComponent(startedAt)}`,
      accept: ({ CDCResponse }) => (Array.isArray(CDCResponse) ? undefined : 'no changes'),
    }),
  },
  report: {
    share: 4,
    isWrite: false,
    create: () => ({
      path: '/reports/ProfitAndLoss?date_macro=This Fiscal Year',
      accept: ({ Rows }) => (Rows === undefined ? 'no rows' : undefined),
    }),
  },
  'create customer': { share: 12, isWrite: true, create: createCustomer },
  'create invoice': { share: 12, isWrite: true, create: createInvoice },
  'update customer': {
    share: 8,
    isWrite: true,
    create: ({ customers, takeId }, random) => {
      const known = [...customers]
      if (known.length === 0) return undefined
      const [name, { id, syncToken }] = random.pick(known)
      const companyName = takeId()
      return {
        path: `/customer?requestid=${companyName}`,
        body: { Id: id, SyncToken: syncToken, sparse: true, CompanyName: companyName },
        accept: ({ Customer }) => {
          customers.set(name, { id, syncToken: Customer.SyncToken, companyName })
          return Customer.CompanyName === companyName ? undefined : 'another company'
        },
      }
    },
  },
  'delete invoice': {
    share: 4,
    isWrite: true,
    create: ({ invoices, takeId }, random) => {
      const known = [...invoices]
      if (known.length === 0) return undefined
      const [docNumber, { id, syncToken }] = random.pick(known)
      return {
        path: `/invoice?operation=delete&requestid=${takeId()}`,
        body: { Id: id, SyncToken: syncToken },
        accept: ({ Invoice }) => {
          invoices.delete(docNumber)
          return Invoice.status === 'Deleted' ? undefined : 'not deleted'
        },
      }
    },
  },
  batch: {
    share: 4,
    isWrite: true,
    create: (client) => {
      const customer = createCustomer(client)
      const invoice = createInvoice(client)
      return {
        path: `/batch?requestid=${client.takeId()}`,
        body: {
          BatchItemRequest: [
            { bId: 'c', operation: 'create', Customer: customer.body },
            { bId: 'q', Query: 'select count(*) from Invoice' },
            { bId: 'i', operation: 'create', Invoice: invoice.body },
          ],
        },
        accept: ({ BatchItemResponse: [first, , last] }) => customer.accept(first) ?? invoice.accept(last),
      }
    },
  },
} as const satisfies Readonly<Record<string, CallRow>>

interface CallRow {
  readonly share: number
  readonly isWrite: boolean
  readonly create: CreateCall
}

export type CallKind = keyof typeof calls
export const callKinds = Object.keys(calls) as readonly CallKind[]

/** Picks a kind by share. */
export function pickKind(random: SeededRandom): CallKind {
  const total = callKinds.reduce((sum, kind) => sum + calls[kind].share, 0)
  let place = random.below(total)
  for (const kind of callKinds) {
    place -= calls[kind].share
    if (place < 0) return kind
  }
  return 'read'
}
