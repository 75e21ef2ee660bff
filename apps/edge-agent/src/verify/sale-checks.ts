import { childrenByName, childText, type Element } from '@bridge/qbxml'
import type { WriteId } from '@bridge/truth'
import { type CheckedBooks, getRecords, idOf, nameRecord, reference, saleLine, withBooks } from './checked-books.ts'
import { type BeliefCheck, decide, describeAnswer, skipped } from './finding.ts'
import type { Kit } from './kit.ts'
import { toMessageSet } from './requests.ts'

const noItem = 'no customer or item for an invoice'

/** Taxed sales at 7.75 %, or at 7.75 % and 0.75 % together: the lines, and the tax that the emulator computes. */
const taxedSales = [
  { taxes: 'one', lines: ['2.00'], tax: '0.16' },
  { taxes: 'one', lines: ['6.00'], tax: '0.47' },
  { taxes: 'one', lines: ['2.00', '2.00'], tax: '0.31' },
  { taxes: 'both', lines: ['2.00'], tax: '0.17' },
] as const

/** Sales with subtotals and discounts of 10 % or 5.00, and their amounts in the emulator. */
const discountedSales = [
  { lines: ['33.33', 'percent'], amounts: ['-3.33'] },
  { lines: ['0.05', 'percent'], amounts: ['-0.01'] },
  { lines: ['10.00', '20.05', 'subtotal', 'percent'], amounts: ['30.05', '-3.01'] },
  { lines: ['10.00', 'subtotal', 'percent', 'subtotal'], amounts: ['10.00', '-1.00', '-1.00'] },
  { lines: ['10.00', 'fixed'], amounts: ['-5.00'] },
] as const

/** Checks of what QuickBooks computes on sales, in Intuit's sample company. Each deletes what it has added. */
export const saleChecks = {
  A76: withBooks('A76', async (books, kit) => {
    const sale = await findSale(books, kit)
    if (sale === undefined) return skipped(noItem)
    const member = `<ItemGroupLine>${reference('Item', sale.item)}<Quantity>2</Quantity></ItemGroupLine>`
    const group = await books.add('ItemGroup', `${nameRecord(kit)}${member}`)
    if (group === undefined) return skipped('no group of items')
    const line = `<InvoiceLineGroupAdd>${reference('ItemGroup', group)}<Quantity>2</Quantity></InvoiceLineGroupAdd>`
    const invoice = await books.add('Invoice', `${sale.customer}${line}`)
    const [added] = invoice === undefined ? [] : childrenByName(invoice, 'InvoiceLineGroupRet')
    if (invoice === undefined || added === undefined) return skipped('no group on an invoice')
    const content = `<InvoiceLineGroupMod><TxnLineID>${childText(added, 'TxnLineID')}</TxnLineID><Quantity>3</Quantity></InvoiceLineGroupMod>`
    const answer = await kit.ask(
      'A76',
      toMessageSet(
        `<InvoiceModRq><InvoiceMod><TxnID>${idOf(invoice)}</TxnID><EditSequence>${childText(invoice, 'EditSequence')}</EditSequence>${content}</InvoiceMod></InvoiceModRq>`,
      ),
    )
    const groups = getRecords(answer).flatMap((record) => childrenByName(record, 'InvoiceLineGroupRet'))
    const [first] = groups.flatMap((each) => childrenByName(each, 'InvoiceLineRet'))
    const quantity = first && childText(first, 'Quantity')
    return decide(quantity === '6', `${describeAnswer(answer)}, Quantity ${quantity}`)
  }),
  A78: withBooks('A78', async (books, kit) => {
    const sale = await findSale(books, kit)
    const vendor = await books.add('Vendor', nameRecord(kit))
    const codes = getRecords(await kit.askOnce('A78', toMessageSet('<SalesTaxCodeQueryRq/>')))
    const code = codes.find((each) => childText(each, 'IsTaxable') === 'true')
    if (sale === undefined || vendor === undefined || code === undefined) return skipped('no sales tax')
    const agency = reference('TaxVendor', vendor)
    const addTax = (rate: string) => books.add('ItemSalesTax', `${nameRecord(kit)}<TaxRate>${rate}</TaxRate>${agency}`)
    const [one, other] = [await addTax('7.75'), await addTax('0.75')]
    if (one === undefined || other === undefined) return skipped('no sales tax')
    const members = reference('ItemSalesTax', one) + reference('ItemSalesTax', other)
    const both = await books.add('ItemSalesTaxGroup', `${nameRecord(kit)}${members}`)
    const found: string[] = []
    for (const { taxes, lines } of taxedSales) {
      const item = taxes === 'one' ? one : both
      if (item === undefined) return skipped('no sales tax group')
      const header = `${sale.customer}${reference('ItemSalesTax', item)}${reference('CustomerSalesTaxCode', code)}`
      const taxed = lines.map((amount) => saleLine('Invoice', sale.item, amount, reference('SalesTaxCode', code)))
      const invoice = await books.add('Invoice', `${header}${taxed.join('')}`)
      found.push((invoice && childText(invoice, 'SalesTaxTotal')) ?? 'none')
    }
    return decide(found.join() === taxedSales.map(({ tax }) => tax).join(), found.join(', '))
  }),
  A80: withBooks('A80', async (books, kit) => {
    const [sale, account] = [await findSale(books, kit), await books.findAccount('Income')]
    if (sale === undefined || account === undefined) return skipped(noItem)
    const addDiscount = (rate: string) =>
      books.add('ItemDiscount', `${nameRecord(kit)}${rate}${reference('Account', account)}`)
    const items: Readonly<Record<string, Element | undefined>> = {
      subtotal: await books.add('ItemSubtotal', nameRecord(kit)),
      percent: await addDiscount('<DiscountRatePercent>10.00</DiscountRatePercent>'),
      fixed: await addDiscount('<DiscountRate>5.00</DiscountRate>'),
    }
    if (Object.values(items).includes(undefined)) return skipped('no subtotal or discount')
    const found: string[] = []
    for (const { lines } of discountedSales) {
      const content = lines.map((line) => {
        const item = items[line]
        return item === undefined
          ? saleLine('Invoice', sale.item, line)
          : `<InvoiceLineAdd>${reference('Item', item)}</InvoiceLineAdd>`
      })
      const invoice = await books.add('Invoice', `${sale.customer}${content.join('')}`)
      const read = invoice === undefined ? [] : childrenByName(invoice, 'InvoiceLineRet')
      const computed = read.filter((_line, index) => Object.hasOwn(items, lines[index] ?? ''))
      found.push(computed.map((each) => childText(each, 'Amount') ?? 'none').join(' '))
    }
    const expected = discountedSales.map(({ amounts }) => amounts.join(' '))
    return decide(found.join() === expected.join(), found.join(', '))
  }),
} as const satisfies Partial<Record<WriteId, BeliefCheck>>

/** What an invoice needs: the reference to a new customer, and a service. */
async function findSale(books: CheckedBooks, kit: Kit) {
  const customer = await books.add('Customer', nameRecord(kit))
  const item = await books.findFirst('ItemService')
  return customer && item && { customer: reference('Customer', customer), item }
}
