import { describe, expect, it } from 'vitest'
import {
  catchFault,
  compact,
  inDollars,
  parseElement,
  read,
  requireTable,
  serializeRequest,
} from '../../test/translation.fixture.ts'
import { checkCreate, checkUpdate } from '../check/check.ts'
import { createAddRequest, createModRequest, needsCurrent } from '../write/requests.ts'

const CreditMemo = requireTable('CreditMemo')
const line = {
  Amount: 50,
  DetailType: 'SalesItemLineDetail',
  SalesItemLineDetail: { ItemRef: { value: '8000000E-1' } },
}

const stored = `
  <CreditMemoRet>
    <TxnID>90-1</TxnID><EditSequence>7</EditSequence>
    <CustomerRef><ListID>8000000C-1</ListID><FullName>Abercrombie</FullName></CustomerRef>
    <ARAccountRef><ListID>80000022-1</ListID><FullName>Accounts Receivable</FullName></ARAccountRef>
    <TxnDate>2026-07-01</TxnDate><RefNumber>C-1</RefNumber>
    <Subtotal>50.00</Subtotal><SalesTaxTotal>3.88</SalesTaxTotal>
    <TotalAmount>53.88</TotalAmount><CreditRemaining>13.88</CreditRemaining>
    <IsToBePrinted>false</IsToBePrinted>
    <LinkedTxn><TxnID>5D-1</TxnID><TxnType>Invoice</TxnType><TxnDate>2026-07-02</TxnDate><Amount>-40.00</Amount></LinkedTxn>
    <CreditMemoLineRet>
      <TxnLineID>91-1</TxnLineID><ItemRef><ListID>8000000E-1</ListID><FullName>Hours</FullName></ItemRef>
      <Rate>50.00</Rate><Amount>50.00</Amount>
      <SalesTaxCodeRef><ListID>80000002-1</ListID><FullName>Tax</FullName></SalesTaxCodeRef>
    </CreditMemoLineRet>
  </CreditMemoRet>`

describe('CreditMemo', () => {
  it('reads a record with its remaining credit as client-side JSON', () => {
    expect(read('CreditMemo', stored)).toEqual({
      domain: 'QBO',
      sparse: false,
      ...inDollars,
      ApplyTaxAfterDiscount: false,
      Id: '90-1',
      SyncToken: '7',
      CustomerRef: { value: '8000000C-1', name: 'Abercrombie' },
      ARAccountRef: { value: '80000022-1', name: 'Accounts Receivable' },
      TxnDate: '2026-07-01',
      DocNumber: 'C-1',
      TxnTaxDetail: { TotalTax: 3.88 },
      TotalAmt: 53.88,
      RemainingCredit: 13.88,
      Balance: 13.88,
      PrintStatus: 'NotSet',
      LinkedTxn: [{ TxnId: '5D-1', TxnType: 'Invoice' }],
      Line: [
        {
          Id: '91-1',
          LineNum: 1,
          Amount: 50,
          DetailType: 'SalesItemLineDetail',
          SalesItemLineDetail: {
            ItemRef: { value: '8000000E-1', name: 'Hours' },
            UnitPrice: 50,
            TaxCodeRef: { value: 'TC-80000002-1', name: 'Tax' },
          },
        },
        { Amount: 50, DetailType: 'SubTotalLineDetail', SubTotalLineDetail: {} },
      ],
    })
  })

  it('writes a create without the tax, which QuickBooks computes [dp-4.2-notes:7]', () => {
    const record = checkCreate(CreditMemo, {
      CustomerRef: { value: '8000000C-1' },
      ARAccountRef: { value: '80000022-1' },
      SalesTermRef: { name: 'Net 30' },
      PONumber: 'PO 5',
      TxnTaxDetail: { TotalTax: 4 },
      TotalAmt: 54,
      RemainingCredit: 54,
      Line: [line],
    })
    expect(serializeRequest(createAddRequest(record))).toBe(
      compact(`
        <CreditMemoAddRq><CreditMemoAdd>
          <CustomerRef><ListID>8000000C-1</ListID></CustomerRef>
          <ARAccountRef><ListID>80000022-1</ListID></ARAccountRef><PONumber>PO 5</PONumber>
          <TermsRef><FullName>Net 30</FullName></TermsRef>
          <CreditMemoLineAdd><ItemRef><ListID>8000000E-1</ListID></ItemRef><Amount>50.00</Amount></CreditMemoLineAdd>
        </CreditMemoAdd></CreditMemoAddRq>`),
    )
  })

  it('updates the header, the message and the tax without the lines [dp-4.2.3] [dp-4.2-lines.10]', () => {
    const record = checkUpdate(CreditMemo, {
      Id: '90-1',
      SyncToken: '7',
      DocNumber: '',
      CustomerMemo: { value: 'Sorry' },
      TxnTaxDetail: { TxnTaxCodeRef: { value: '80000005-1' } },
      PrivateNote: 'came back',
    })
    expect(needsCurrent(record)).toBe(false)
    expect(serializeRequest(createModRequest(record))).toBe(
      compact(`
        <CreditMemoModRq><CreditMemoMod>
          <TxnID>90-1</TxnID><EditSequence>7</EditSequence><RefNumber />
          <ItemSalesTaxRef><ListID>80000005-1</ListID></ItemSalesTaxRef><Memo>came back</Memo>
          <CustomerMsgRef><FullName>Sorry</FullName></CustomerMsgRef>
        </CreditMemoMod></CreditMemoModRq>`),
    )
  })

  it('replaces the lines [dp-4.2-lines.3]', () => {
    const record = checkUpdate(CreditMemo, { Id: '90-1', SyncToken: '7', Line: [line] })
    expect(serializeRequest(createModRequest(record, parseElement(stored)))).toBe(
      compact(`
        <CreditMemoModRq><CreditMemoMod>
          <TxnID>90-1</TxnID><EditSequence>7</EditSequence>
          <CreditMemoLineMod>
            <TxnLineID>-1</TxnLineID><ItemRef><ListID>8000000E-1</ListID></ItemRef><Amount>50.00</Amount>
          </CreditMemoLineMod>
        </CreditMemoMod></CreditMemoModRq>`),
    )
  })

  it('accepts unchanged links, but no others', () => {
    const links = (LinkedTxn: object[]) => {
      const record = checkUpdate(CreditMemo, { Id: '90-1', SyncToken: '7', LinkedTxn })
      return serializeRequest(createModRequest(record, parseElement(stored)))
    }
    expect(links([{ TxnId: '5D-1', TxnType: 'Invoice' }])).toContain('<EditSequence>7</EditSequence></CreditMemoMod>')
    expect(catchFault(() => links([{ TxnId: '5E-1', TxnType: 'Invoice' }]))).toMatchObject({
      code: 'UNSUPPORTED_BY_DESKTOP',
      element: 'LinkedTxn',
    })
  })

  it('credit memos cannot be deleted [dp-4.2.4]', () => {
    expect(CreditMemo.can).not.toContain('delete')
  })
})
