import { childrenByName, childText, type Element } from '@bridge/qbxml'
import Big from 'big.js'
import { describe, expect, it } from 'vitest'
import { getPostedChanges, only, openTestCompany, sendXml, texts } from '../../test/company.fixture.ts'
import type { Company } from '../company/company.ts'

const customer = '<CustomerRef><FullName>Foothill Fitness</FullName></CustomerRef>'
async function addCredit(company: Company, amount: string) {
  return only(
    await sendXml(
      company,
      `<CreditMemoAddRq><CreditMemoAdd>${customer}<CreditMemoLineAdd><ItemRef><FullName>Consulting</FullName></ItemRef><Amount>${amount}</Amount></CreditMemoLineAdd></CreditMemoAdd></CreditMemoAddRq>`,
    ),
  )
}
function refund(credit: Element, amount: string) {
  return `<ARRefundCreditCardAddRq><ARRefundCreditCardAdd>${customer}<RefundFromAccountRef><FullName>Checking</FullName></RefundFromAccountRef><RefundAppliedToTxnAdd><TxnID>${childText(credit, 'TxnID')}</TxnID><RefundAmount>${amount}</RefundAmount></RefundAppliedToTxnAdd></ARRefundCreditCardAdd></ARRefundCreditCardAddRq>`
}
async function creditNow(company: Company, credit: Element) {
  return only(
    await sendXml(
      company,
      `<CreditMemoQueryRq><TxnID>${childText(credit, 'TxnID')}</TxnID><IncludeLinkedTxns>true</IncludeLinkedTxns></CreditMemoQueryRq>`,
    ),
  )
}

describe('a refund', () => {
  it('pays back a credit from the account in the request', async () => {
    const { company } = openTestCompany({ template: 'starter' })
    const credit = await addCredit(company, '80.00')
    const posted = await getPostedChanges(company, async () => {
      const added = only(await sendXml(company, refund(credit, '50.00')))
      expect(texts(added, 'CustomerRef', 'RefundFromAccountRef', 'TotalAmount')).toEqual([
        'Foothill Fitness',
        'Checking',
        '50.00',
      ])
      expect(
        childrenByName(added, 'RefundAppliedToTxnRet').map((each) =>
          texts(each, 'TxnID', 'TxnType', 'CreditRemaining', 'RefundAmount'),
        ),
      ).toEqual([[childText(credit, 'TxnID'), 'CreditMemo', '30.00', '50.00']])
      const used = await creditNow(company, credit)
      expect(texts(used, 'CreditRemaining')).toEqual(['30.00'])
      expect(childrenByName(used, 'LinkedTxn').map((link) => texts(link, 'TxnID', 'TxnType', 'Amount'))).toEqual([
        [childText(added, 'TxnID'), 'ARRefundCreditCard', '-50.00'],
      ])
    })
    expect(posted).toEqual({ 'Accounts Receivable': '50.00', Checking: '-50.00' })
  })

  it('rejects more than the credit has left, and transactions that are not credits', async () => {
    const { company } = openTestCompany({ template: 'starter' })
    const credit = await addCredit(company, '80.00')
    await sendXml(company, refund(credit, '50.00'))
    expect((await sendXml(company, refund(credit, '30.01'))).statusCode).toBe(3210)
    expect((await sendXml(company, refund(credit, '0.00'))).statusCode).toBe(3210)
    const [invoice] = (await sendXml(company, '<InvoiceQueryRq><MaxReturned>1</MaxReturned></InvoiceQueryRq>')).elements
    expect(invoice && (await sendXml(company, refund(invoice, '1.00'))).statusCode).toBe(3210)
  })

  it('restores the credit once when voided', async () => {
    const { company } = openTestCompany({ template: 'starter' })
    const credit = await addCredit(company, '80.00')
    const posted = await getPostedChanges(company, async () => {
      const added = only(await sendXml(company, refund(credit, '50.00')))
      const id = childText(added, 'TxnID')
      const xml = `<TxnVoidRq><TxnVoidType>ARRefundCreditCard</TxnVoidType><TxnID>${id}</TxnID></TxnVoidRq>`
      const first = await sendXml(company, xml)
      expect(first.statusCode).toBe(0)
      expect(await sendXml(company, xml)).toEqual(first)
      const query = `<ARRefundCreditCardQueryRq><TxnID>${id}</TxnID></ARRefundCreditCardQueryRq>`
      expect(texts(only(await sendXml(company, query)), 'TotalAmount', 'Memo')).toEqual(['0.00', 'VOID: '])
    })
    expect(posted).toEqual({})
    expect(texts(await creditNow(company, credit), 'CreditRemaining')).toEqual(['80.00'])
  })

  it('a refund is owed by the customer when its credit memo is voided', async () => {
    const { company } = openTestCompany({ template: 'starter' })
    const balance = async () => {
      const query = '<CustomerQueryRq><FullName>Foothill Fitness</FullName></CustomerQueryRq>'
      return Big(childText(only(await sendXml(company, query)), 'Balance') ?? 0)
    }
    const before = await balance()
    const credit = await addCredit(company, '80.00')
    const id = childText(only(await sendXml(company, refund(credit, '50.00'))), 'TxnID')
    const memo = childText(credit, 'TxnID')
    await sendXml(company, `<TxnVoidRq><TxnVoidType>CreditMemo</TxnVoidType><TxnID>${memo}</TxnID></TxnVoidRq>`)
    expect((await balance()).minus(before).toFixed(2)).toBe('50.00')
    const query = `<ARRefundCreditCardQueryRq><TxnID>${id}</TxnID><IncludeLineItems>true</IncludeLineItems></ARRefundCreditCardQueryRq>`
    const unlinked = only(await sendXml(company, query))
    expect(texts(unlinked, 'TotalAmount', 'RefundAppliedToTxnRet')).toEqual(['50.00', undefined])
  })
})
