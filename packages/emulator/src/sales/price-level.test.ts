import { childrenByName, type Element } from '@bridge/qbxml'
import { beforeEach, describe, expect, it } from 'vitest'
import { only, openTestCompany, sendXml, texts } from '../../test/company.fixture.ts'
import type { Company } from '../company/company.ts'

let company: Company
beforeEach(() => {
  company = openTestCompany({ template: 'starter' }).company
})

function named(field: string, name: string): string {
  return `<${field}><FullName>${name}</FullName></${field}>`
}
function add(kind: string, fields: string): Promise<Element> {
  return sendXml(company, `<${kind}AddRq><${kind}Add>${fields}</${kind}Add></${kind}AddRq>`).then(only)
}
function invoice(line: string, customer = 'Birchwood Dental'): Promise<Element> {
  const lines = `<InvoiceLineAdd>${named('ItemRef', 'Consulting')}<Quantity>2</Quantity>${line}</InvoiceLineAdd>`
  return add('Invoice', named('CustomerRef', customer) + lines)
}
function getLines(record: Element, kind = 'Invoice') {
  return childrenByName(record, `${kind}LineRet`).map((line) => texts(line, 'Quantity', 'Rate', 'Amount'))
}

describe('a price level', () => {
  it('a price level is a percentage of the price of every item', async () => {
    expect(getLines(await invoice(named('PriceLevelRef', 'Wholesale')))).toEqual([['2', '108.00', '216.00']])
    expect(getLines(await invoice(named('PriceLevelRef', 'Rush')))).toEqual([['2', '138.00', '276.00']])
  })

  it('a price level is the price of some items, and changes no others', async () => {
    const own = `<PriceLevelPerItem>${named('ItemRef', 'Consulting')}<CustomPrice>99.50</CustomPrice></PriceLevelPerItem>`
    const half = `<PriceLevelPerItem>${named('ItemRef', 'Design')}<CustomPricePercent>50</CustomPricePercent></PriceLevelPerItem>`
    const level = await add('PriceLevel', `<Name>Friends</Name>${own}${half}`)
    expect(texts(level, 'PriceLevelType')).toEqual(['PerItem'])
    expect(childrenByName(level, 'PriceLevelPerItemRet').map((row) => texts(row, 'ItemRef', 'CustomPrice'))).toEqual([
      ['Consulting', '99.50'],
      ['Design', undefined],
    ])
    const friends = named('PriceLevelRef', 'Friends')
    const line = (item: string) => `<InvoiceLineAdd>${named('ItemRef', item)}${friends}</InvoiceLineAdd>`
    const record = await add(
      'Invoice',
      named('CustomerRef', 'Birchwood Dental') + line('Consulting') + line('Design') + line('Training'),
    )
    expect(getLines(record).map(([, rate]) => rate)).toEqual(['99.50', '42.50', '89.00'])
  })

  it('a price level of a customer prices the lines without a price', async () => {
    const customer = await add('Customer', `<Name>Reseller</Name>${named('PriceLevelRef', 'Wholesale')}`)
    expect(texts(customer, 'PriceLevelRef')).toEqual(['Wholesale'])
    expect(getLines(await invoice('', 'Reseller'))).toEqual([['2', '108.00', '216.00']])
    expect(getLines(await invoice('<Rate>120.00</Rate>', 'Reseller'))).toEqual([['2', '120.00', '240.00']])
  })

  it('yields to an amount, and replaces the price of a changed line', async () => {
    const record = await invoice(`${named('PriceLevelRef', 'Wholesale')}<Amount>50.00</Amount>`)
    expect(getLines(record)).toEqual([['2', '25.00', '50.00']])
    const [id, token] = texts(record, 'TxnID', 'EditSequence')
    const [line] = childrenByName(record, 'InvoiceLineRet')
    const [lineId] = line === undefined ? [] : texts(line, 'TxnLineID')
    const change = `<InvoiceLineMod><TxnLineID>${lineId}</TxnLineID>${named('PriceLevelRef', 'Rush')}</InvoiceLineMod>`
    const mod = `<TxnID>${id}</TxnID><EditSequence>${token}</EditSequence>${change}`
    const changed = only(await sendXml(company, `<InvoiceModRq><InvoiceMod>${mod}</InvoiceMod></InvoiceModRq>`))
    expect(getLines(changed)).toEqual([['2', '138.00', '276.00']])
  })

  it('a price level is listed, and an unknown one is rejected', async () => {
    const { elements } = await sendXml(company, '<PriceLevelQueryRq/>')
    expect(elements.map((each) => texts(each, 'Name', 'PriceLevelType', 'PriceLevelFixedPercentage'))).toEqual([
      ['Rush', 'FixedPercentage', '15.00'],
      ['Wholesale', 'FixedPercentage', '-10.00'],
    ])
    const line = `<InvoiceLineAdd>${named('ItemRef', 'Consulting')}${named('PriceLevelRef', 'Nowhere')}</InvoiceLineAdd>`
    const fields = named('CustomerRef', 'Birchwood Dental') + line
    const refused = await sendXml(company, `<InvoiceAddRq><InvoiceAdd>${fields}</InvoiceAdd></InvoiceAddRq>`)
    expect(refused.statusCode).toBe(3140)
  })
})

describe('an inventory site', () => {
  it('an inventory site is listed with the default one', async () => {
    const { elements } = await sendXml(company, '<InventorySiteQueryRq/>')
    expect(elements.map((each) => texts(each, 'Name', 'IsDefaultSite'))).toEqual([
      ['Main Warehouse', 'true'],
      ['Showroom', 'false'],
    ])
  })

  it('an inventory site is stored with a line of a sale and of a purchase', async () => {
    const site = named('InventorySiteRef', 'Showroom')
    const [sold] = childrenByName(await invoice(site), 'InvoiceLineRet')
    expect(sold && texts(sold, 'InventorySiteRef')).toEqual(['Showroom'])
    const accounts =
      named('IncomeAccountRef', 'Product Income') +
      named('COGSAccountRef', 'Cost of Goods Sold') +
      named('AssetAccountRef', 'Inventory Asset')
    await add('ItemInventory', `<Name>Bolt</Name>${accounts}`)
    const line = `<ItemLineAdd>${named('ItemRef', 'Bolt')}${site}<Quantity>1</Quantity><Cost>2.00</Cost></ItemLineAdd>`
    const [bought] = childrenByName(
      await add('Bill', named('VendorRef', 'State Board of Equalization') + line),
      'ItemLineRet',
    )
    expect(bought && texts(bought, 'InventorySiteRef', 'Amount')).toEqual(['Showroom', '2.00'])
  })
})
