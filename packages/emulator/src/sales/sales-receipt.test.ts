import { childrenByName, childText } from '@bridge/qbxml'
import { describe, expect, it } from 'vitest'
import { getPostedChanges, only, openTestCompany, sendXml, texts } from '../../test/company.fixture.ts'
import { trialBalance } from '../company/trial-balance.ts'

function starter() {
  return openTestCompany({ template: 'starter' }).company
}
function line(item: string, fields = '') {
  return `<SalesReceiptLineAdd><ItemRef><FullName>${item}</FullName></ItemRef>${fields}</SalesReceiptLineAdd>`
}
function receipt(fields: string) {
  return `<SalesReceiptAddRq><SalesReceiptAdd>${fields}</SalesReceiptAdd></SalesReceiptAddRq>`
}
const customer = '<CustomerRef><FullName>Foothill Fitness</FullName></CustomerRef>'
const checking = '<DepositToAccountRef><FullName>Checking</FullName></DepositToAccountRef>'

describe('a sales receipt', () => {
  it('goes to undeposited funds and leaves the balance of the customer unchanged', async () => {
    const company = starter()
    const fields = `${customer}${line('Printed Manual', '<Quantity>2</Quantity>')}${line('Consulting', '<Amount>100.00</Amount>')}`
    const posted = await getPostedChanges(company, async () => {
      const added = only(await sendXml(company, receipt(fields)))
      expect(texts(added, 'CustomerRef', 'RefNumber', 'Subtotal', 'SalesTaxTotal', 'TotalAmount')).toEqual([
        'Foothill Fitness',
        '1',
        '136.00',
        '2.79',
        '138.79',
      ])
      expect(texts(added, 'DepositToAccountRef', 'IsPending')).toEqual(['Undeposited Funds', 'false'])
    })
    expect(posted).toEqual({
      'Undeposited Funds': '138.79',
      'Product Income': '-36.00',
      'Consulting Income': '-100.00',
      'Sales Tax Payable': '-2.79',
    })
  })

  it('goes to the account in the request, also without a customer', async () => {
    const company = starter()
    const posted = await getPostedChanges(company, () =>
      sendXml(company, receipt(`${checking}${line('Consulting', '<Quantity>2</Quantity>')}`)),
    )
    expect(posted).toEqual({ Checking: '240.00', 'Consulting Income': '-240.00' })
  })

  it('rejects an account of another type', async () => {
    const wrong = '<DepositToAccountRef><FullName>Rent</FullName></DepositToAccountRef>'
    expect(await sendXml(starter(), receipt(`${wrong}${line('Consulting')}`))).toMatchObject({
      statusCode: 3140,
      statusMessage:
        'There is an invalid reference to QuickBooks Account "Rent" in the SalesReceipt.  QuickBooks error message: The account for this transaction must be of type Bank or Other Current Asset or Credit Card.',
    })
  })

  it('posts changes of its lines, and leaves nothing in the ledger when voided', async () => {
    const company = starter()
    const posted = await getPostedChanges(company, async () => {
      const added = only(await sendXml(company, receipt(`${customer}<Memo>Fair</Memo>${line('Consulting')}`)))
      const [id, editSequence] = texts(added, 'TxnID', 'EditSequence')
      const [kept] = childrenByName(added, 'SalesReceiptLineRet')
      const lines = `<SalesReceiptLineMod><TxnLineID>${kept && childText(kept, 'TxnLineID')}</TxnLineID><Quantity>3</Quantity></SalesReceiptLineMod>`
      const mod = `<SalesReceiptModRq><SalesReceiptMod><TxnID>${id}</TxnID><EditSequence>${editSequence}</EditSequence>${lines}</SalesReceiptMod></SalesReceiptModRq>`
      expect(texts(only(await sendXml(company, mod)), 'TotalAmount')).toEqual(['360.00'])
      await sendXml(company, `<TxnVoidRq><TxnVoidType>SalesReceipt</TxnVoidType><TxnID>${id}</TxnID></TxnVoidRq>`)
      const query = `<SalesReceiptQueryRq><TxnID>${id}</TxnID><IncludeLineItems>true</IncludeLineItems></SalesReceiptQueryRq>`
      const voided = only(await sendXml(company, query))
      expect(texts(voided, 'Memo', 'TotalAmount')).toEqual(['VOID: Fair', '0.00'])
      const amounts = childrenByName(voided, 'SalesReceiptLineRet').map((each) => texts(each, 'Quantity', 'Amount'))
      expect(amounts).toEqual([['0', '0.00']])
    })
    expect(posted).toEqual({})
    expect((await trialBalance(company)).total).toBe('0.00')
  })
})
