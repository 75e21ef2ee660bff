import { describe, expect, it } from 'vitest'
import {
  catchFault,
  compact,
  inDollars,
  parseElement,
  read,
  requireTable,
  serializeCreate,
  serializeUpdate,
  untaxedCost,
} from '../../test/translation.fixture.ts'
import { checkCreate, checkUpdate } from '../check/check.ts'
import { createModRequest } from '../write/requests.ts'

const VendorCredit = requireTable('VendorCredit')
const returned = {
  DetailType: 'ItemBasedExpenseLineDetail',
  Amount: 24,
  ItemBasedExpenseLineDetail: { ItemRef: { value: '8000000E-1' }, Qty: 2, UnitPrice: 12 },
}
const body = { VendorRef: { value: '80000031-1' }, Line: [returned] }

const stored = `
  <VendorCreditRet>
    <TxnID>90-1782900000</TxnID>
    <TimeCreated>2026-07-01T10:00:00+00:00</TimeCreated><TimeModified>2026-07-01T10:00:00+00:00</TimeModified>
    <EditSequence>1782900000</EditSequence><TxnNumber>41</TxnNumber>
    <VendorRef><ListID>80000031-1</ListID><FullName>Patton Hardware</FullName></VendorRef>
    <APAccountRef><ListID>80000021-1</ListID><FullName>Accounts Payable</FullName></APAccountRef>
    <TxnDate>2026-07-01</TxnDate><CreditAmount>24.00</CreditAmount><RefNumber>CR-2026-00017</RefNumber><Memo>bent</Memo>
    <LinkedTxn><TxnID>95-1</TxnID><TxnType>BillPaymentCheck</TxnType><TxnDate>2026-07-02</TxnDate><Amount>-10.00</Amount></LinkedTxn>
    <ItemLineRet>
      <TxnLineID>91-1</TxnLineID><ItemRef><ListID>8000000E-1</ListID><FullName>Lumber</FullName></ItemRef>
      <Quantity>2</Quantity><Cost>12.00</Cost><Amount>24.00</Amount>
    </ItemLineRet>
    <OpenAmount>14.00</OpenAmount>
  </VendorCreditRet>`

describe('VendorCredit', () => {
  it('reads a record as client-side JSON', () => {
    expect(read('VendorCredit', stored)).toEqual({
      domain: 'QBO',
      sparse: false,
      ...inDollars,
      Id: '90-1782900000',
      SyncToken: '1782900000',
      MetaData: { CreateTime: '2026-07-01T10:00:00+00:00', LastUpdatedTime: '2026-07-01T10:00:00+00:00' },
      TxnDate: '2026-07-01',
      VendorRef: { value: '80000031-1', name: 'Patton Hardware' },
      APAccountRef: { value: '80000021-1', name: 'Accounts Payable' },
      DocNumber: 'CR-2026-00017',
      PrivateNote: 'bent',
      Line: [
        {
          Id: '91-1',
          LineNum: 1,
          Amount: 24,
          DetailType: 'ItemBasedExpenseLineDetail',
          ItemBasedExpenseLineDetail: {
            ...untaxedCost,
            ItemRef: { value: '8000000E-1', name: 'Lumber' },
            Qty: 2,
            UnitPrice: 12,
          },
        },
      ],
      TotalAmt: 24,
      Balance: 14,
      LinkedTxn: [{ TxnId: '95-1', TxnType: 'BillPaymentCheck' }],
    })
  })

  it('writes the request creating a record', () => {
    expect(serializeCreate(VendorCredit, { ...body, DocNumber: 'CR-1', PrivateNote: 'bent' })).toBe(
      compact(`
        <VendorCreditAddRq><VendorCreditAdd>
          <VendorRef><ListID>80000031-1</ListID></VendorRef><RefNumber>CR-1</RefNumber><Memo>bent</Memo>
          <ItemLineAdd>
            <ItemRef><ListID>8000000E-1</ListID></ItemRef><Quantity>2</Quantity><Cost>12</Cost>
          </ItemLineAdd>
        </VendorCreditAdd></VendorCreditAddRq>`),
    )
  })

  it('updates the header, and accepts only unchanged lines [dp-4.2-lines.11]', () => {
    const record = read('VendorCredit', stored)
    const text = serializeUpdate(VendorCredit, { ...record, DocNumber: '' }, stored)
    expect(text).toContain('<RefNumber />')
    expect(text).not.toContain('ItemLine')
    const changed = checkUpdate(VendorCredit, { ...record, Line: [{ ...returned, Amount: 25 }] })
    expect(catchFault(() => createModRequest(changed, parseElement(stored)))).toMatchObject({
      code: 'UNSUPPORTED_BY_DESKTOP',
      element: 'Line',
    })
  })

  it('accepts a number of at most 20 characters, and no linked order [dp-7.3:2050]', () => {
    expect(catchFault(() => checkCreate(VendorCredit, { ...body, DocNumber: 'x'.repeat(21) }))).toMatchObject({
      code: '2050',
      element: 'DocNumber',
    })
    const linked = { ...body, LinkedTxn: [{ TxnId: '7A-1', TxnType: 'PurchaseOrder' }] }
    expect(catchFault(() => checkCreate(VendorCredit, linked))).toMatchObject({
      code: 'UNSUPPORTED_BY_DESKTOP',
      element: 'LinkedTxn',
    })
  })

  it('vendor credits cannot be deleted [dp-4.2.4]', () => {
    expect(VendorCredit.can).not.toContain('delete')
  })
})
