import { childrenOf, childText, type Element } from '@bridge/translation/qbxml'
import Big from 'big.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Company } from './company.ts'
import { trialBalance } from './ledger.ts'
import { askXml, openTestCompany } from './testing.ts'

type Command = (company: Company) => Promise<unknown>

const items = ['Consulting', 'Translation', 'Printed Manual', 'Discount']
const customers = ['Amber Lane Bakery', 'Dunmore Architects', 'Dunmore Architects:City Hall Model']

const price = fc.integer({ min: 0, max: 99999999 }).map((value) => (value / 100000).toFixed(5))
const amount = fc.integer({ min: -50000, max: 100000 }).map((cents) => (cents / 100).toFixed(2))
const index = fc.nat({ max: 9 })

const line = fc
  .record(
    {
      item: fc.constantFrom(...items, undefined),
      quantity: fc.integer({ min: 0, max: 5000 }).map((value) => (value / 100).toFixed(2)),
      rate: price,
      amount,
      taxable: fc.boolean(),
    },
    { requiredKeys: ['item'] },
  )
  .map(({ item, quantity, rate, amount, taxable }) => {
    if (item === undefined) return '<Desc>Only words</Desc>'
    const tag = (name: string, text: string | undefined) => (text === undefined ? '' : `<${name}>${text}</${name}>`)
    const code =
      taxable === undefined ? '' : `<SalesTaxCodeRef>${tag('FullName', taxable ? 'Tax' : 'Non')}</SalesTaxCodeRef>`
    const count = item === 'Discount' ? undefined : quantity
    return `<ItemRef>${tag('FullName', item)}</ItemRef>${tag('Quantity', count)}${tag('Rate', rate)}${tag('Amount', amount)}${code}`
  })
const lines = fc.array(line, { maxLength: 6 })
const customer = fc.constantFrom(...customers).map((name) => `<CustomerRef><FullName>${name}</FullName></CustomerRef>`)

const invoicesOf = async (company: Company): Promise<readonly Element[]> =>
  (await askXml(company, '<InvoiceQueryRq><IncludeLineItems>true</IncludeLineItems></InvoiceQueryRq>')).elements

const onInvoice =
  (at: number, request: (invoice: Element) => string): Command =>
  async (company) => {
    const invoices = await invoicesOf(company)
    const invoice = invoices[at % Math.max(1, invoices.length)]
    if (invoice !== undefined) await askXml(company, request(invoice))
  }

const mod = (invoice: Element, fields: string) =>
  `<InvoiceModRq><InvoiceMod><TxnID>${childText(invoice, 'TxnID')}</TxnID><EditSequence>${childText(invoice, 'EditSequence')}</EditSequence>${fields}</InvoiceMod></InvoiceModRq>`

const command: fc.Arbitrary<Command> = fc.oneof(
  fc.tuple(customer, lines).map(([ref, rows]): Command => {
    const xml = rows.map((row) => `<InvoiceLineAdd>${row}</InvoiceLineAdd>`).join('')
    return (company) => askXml(company, `<InvoiceAddRq><InvoiceAdd>${ref}${xml}</InvoiceAdd></InvoiceAddRq>`)
  }),
  fc.tuple(index, lines).map(([at, rows]) =>
    onInvoice(at, (invoice) => {
      const kept = childrenOf(invoice, 'InvoiceLineRet').slice(at % 2)
      const keptXml = kept.map(
        (each) => `<InvoiceLineMod><TxnLineID>${childText(each, 'TxnLineID')}</TxnLineID></InvoiceLineMod>`,
      )
      const added = rows.map((row) => `<InvoiceLineMod><TxnLineID>-1</TxnLineID>${row}</InvoiceLineMod>`)
      return mod(invoice, [...keptXml, ...added].join(''))
    }),
  ),
  fc.tuple(index, customer).map(([at, ref]) => onInvoice(at, (invoice) => mod(invoice, ref))),
  fc
    .tuple(index, fc.boolean())
    .map(([at, pending]) => onInvoice(at, (invoice) => mod(invoice, `<IsPending>${pending}</IsPending>`))),
  index.map((at) =>
    onInvoice(
      at,
      (invoice) =>
        `<TxnVoidRq><TxnVoidType>Invoice</TxnVoidType><TxnID>${childText(invoice, 'TxnID')}</TxnID></TxnVoidRq>`,
    ),
  ),
  index.map((at) =>
    onInvoice(
      at,
      (invoice) => `<TxnDelRq><TxnDelType>Invoice</TxnDelType><TxnID>${childText(invoice, 'TxnID')}</TxnID></TxnDelRq>`,
    ),
  ),
  fc.tuple(index, amount).map(
    ([name, balance]): Command =>
      (company) =>
        askXml(
          company,
          `<CustomerAddRq><CustomerAdd><Name>New ${name}</Name><OpenBalance>${balance}</OpenBalance></CustomerAdd></CustomerAddRq>`,
        ),
  ),
  fc.constantFrom('Service Income', 'Product Income').map(
    (account): Command =>
      async (company) => {
        const { elements } = await askXml(
          company,
          '<ItemServiceQueryRq><FullName>Consulting</FullName></ItemServiceQueryRq>',
        )
        const [item] = elements
        if (item === undefined) return
        const sale = `<SalesOrPurchaseMod><AccountRef><FullName>${account}</FullName></AccountRef><ApplyAccountRefToExistingTxns>true</ApplyAccountRefToExistingTxns></SalesOrPurchaseMod>`
        const head = `<ListID>${childText(item, 'ListID')}</ListID><EditSequence>${childText(item, 'EditSequence')}</EditSequence>`
        await askXml(company, `<ItemServiceModRq><ItemServiceMod>${head}${sale}</ItemServiceMod></ItemServiceModRq>`)
      },
  ),
)

const sum = (values: readonly (string | undefined)[]) => values.reduce((total, value) => total.plus(value ?? 0), Big(0))

describe('the ledger', () => {
  it('balances and agrees with the invoices after any sequence of writes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(command, { minLength: 1, maxLength: 12 }), async (commands) => {
        const { company } = openTestCompany({ template: 'starter' })
        for (const run of commands) await run(company)
        expect((await trialBalance(company)).total).toBe('0.00')

        const posted = (await invoicesOf(company)).filter((each) => childText(each, 'IsPending') !== 'true')
        const records = (await askXml(company, '<CustomerQueryRq><ActiveStatus>All</ActiveStatus></CustomerQueryRq>'))
          .elements
        for (const name of customers) {
          const record = records.find((each) => childText(each, 'FullName') === name)
          const own = posted.filter((each) => {
            const ref = childrenOf(each, 'CustomerRef')[0]
            return ref !== undefined && childText(ref, 'FullName') === name
          })
          const owed = sum(own.map((each) => childText(each, 'BalanceRemaining'))).toFixed(2)
          expect(record && childText(record, 'Balance')).toBe(owed)
        }
        const receivable = (
          await askXml(company, '<AccountQueryRq><FullName>Accounts Receivable</FullName></AccountQueryRq>')
        ).elements[0]
        const topLevel = records.filter((each) => childText(each, 'Sublevel') === '0')
        const total = sum(topLevel.map((each) => childText(each, 'TotalBalance'))).toFixed(2)
        expect(receivable && childText(receivable, 'Balance')).toBe(total)
      }),
      { numRuns: 40 },
    )
  }, 60_000)
})
