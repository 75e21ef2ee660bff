import { childrenByName, childText } from '@bridge/qbxml'
import { describe, expect, it } from 'vitest'
import { getPostedChanges, only, openTestCompany, sendXml, texts } from '../../test/company.fixture.ts'
import type { Company } from '../company/company.ts'

function name(tag: string, fullName: string) {
  return `<${tag}><FullName>${fullName}</FullName></${tag}>`
}
async function sendRequests(company: Company, request: string, fields: string) {
  return only(await sendXml(company, `<${request}Rq><${request}>${fields}</${request}></${request}Rq>`))
}

const accounts = `${name('IncomeAccountRef', 'Product Income')}${name('COGSAccountRef', 'Cost of Goods Sold')}${name('AssetAccountRef', 'Inventory Asset')}`
const opening =
  '<QuantityOnHand>10</QuantityOnHand><TotalValue>20.00</TotalValue><InventoryDate>2026-01-01</InventoryDate>'
const bolt = `<InvoiceLineAdd>${name('ItemRef', 'Bolt')}<Quantity>1</Quantity></InvoiceLineAdd>`

/** A company with ten bolts at a cost of 2.00, one sold at 5.00. */
async function openWithSale() {
  const { company } = openTestCompany()
  for (const account of ['Bolts', 'Cost of bolts']) {
    const type = account === 'Bolts' ? 'Income' : 'CostOfGoodsSold'
    await sendRequests(company, 'AccountAdd', `<Name>${account}</Name><AccountType>${type}</AccountType>`)
  }
  const item = await sendRequests(
    company,
    'ItemInventoryAdd',
    `<Name>Bolt</Name>${name('SalesTaxCodeRef', 'Non')}<SalesPrice>5</SalesPrice>${accounts}${opening}`,
  )
  await sendRequests(company, 'CustomerAdd', '<Name>Smith</Name>')
  const invoice = await sendRequests(company, 'InvoiceAdd', `${name('CustomerRef', 'Smith')}${bolt}`)
  const [line] = childrenByName(invoice, 'InvoiceLineRet')
  const [id, editSequence] = texts(item, 'ListID', 'EditSequence')
  return {
    company,
    reassign: (change: string) =>
      sendRequests(
        company,
        'ItemInventoryMod',
        `<ListID>${id}</ListID><EditSequence>${editSequence}</EditSequence>${change}`,
      ),
    async changeInvoice(change: string) {
      const [txnId] = texts(invoice, 'TxnID')
      const now = only(await sendXml(company, `<InvoiceQueryRq><TxnID>${txnId}</TxnID></InvoiceQueryRq>`))
      const [token] = texts(now, 'EditSequence')
      return sendRequests(
        company,
        'InvoiceMod',
        `<TxnID>${txnId}</TxnID><EditSequence>${token}</EditSequence>${change}`,
      )
    },
    kept: `<InvoiceLineMod><TxnLineID>${line && childText(line, 'TxnLineID')}</TxnLineID></InvoiceLineMod>`,
  }
}

function newAccounts(applied: boolean) {
  return (
    `${name('IncomeAccountRef', 'Bolts')}<ApplyIncomeAccountRefToExistingTxns>${applied}</ApplyIncomeAccountRefToExistingTxns>` +
    `${name('COGSAccountRef', 'Cost of bolts')}<ApplyCOGSAccountRefToExistingTxns>${applied}</ApplyCOGSAccountRefToExistingTxns>`
  )
}

describe('changing an account of an item', () => {
  it('keeps existing postings, even when their transaction is changed later', async () => {
    const { company, reassign, changeInvoice } = await openWithSale()
    expect(await getPostedChanges(company, () => reassign(newAccounts(false)))).toEqual({})
    expect(await getPostedChanges(company, () => changeInvoice('<Memo>seen</Memo>'))).toEqual({})
  })

  it('applies to new lines but not to kept ones', async () => {
    const { company, reassign, changeInvoice, kept } = await openWithSale()
    await reassign(newAccounts(false))
    const added = bolt
      .replaceAll('InvoiceLineAdd', 'InvoiceLineMod')
      .replace('<ItemRef>', '<TxnLineID>-1</TxnLineID><ItemRef>')
    expect(await getPostedChanges(company, () => changeInvoice(`${kept}${added}`))).toEqual({
      'Accounts Receivable': '5.00',
      Bolts: '-5.00',
      'Cost of bolts': '2.00',
      'Inventory Asset': '-2.00',
    })
  })

  it('moves existing postings on request', async () => {
    const { company, reassign } = await openWithSale()
    expect(await getPostedChanges(company, () => reassign(newAccounts(true)))).toEqual({
      'Product Income': '5.00',
      Bolts: '-5.00',
      'Cost of Goods Sold': '-2.00',
      'Cost of bolts': '2.00',
    })
  })
})
