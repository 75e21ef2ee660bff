import { describe, expect, it } from 'vitest'
import {
  catchFault,
  compact,
  inDollars,
  read,
  requireTable,
  serializeCreate,
  serializeRequest,
  serializeUpdate,
  untaxedCost,
} from '../../test/translation.fixture.ts'
import { checkUpdate } from '../check/check.ts'
import { createDeleteRequest, createModRequest, needsCurrent } from '../write/requests.ts'

const Bill = requireTable('Bill')
const vendor = { VendorRef: { value: '80000031-1' } }
const expense = { AccountRef: { value: '80000040-1' } }
function cost(detail: object = expense, rest: object = { Amount: 30 }): object {
  return {
    DetailType: 'AccountBasedExpenseLineDetail',
    AccountBasedExpenseLineDetail: detail,
    ...rest,
  }
}
function bought(detail: object, rest: object = {}): object {
  return {
    DetailType: 'ItemBasedExpenseLineDetail',
    ItemBasedExpenseLineDetail: detail,
    ...rest,
  }
}
function create(body: object): string {
  return serializeCreate(Bill, { ...vendor, Line: [cost()], ...body })
}
function update(body: object): string {
  return serializeUpdate(Bill, { Id: '81-1782900000', SyncToken: '1782900000', ...body }, stored)
}

const stored = `
  <BillRet>
    <TxnID>81-1782900000</TxnID>
    <TimeCreated>2026-07-01T10:00:00+00:00</TimeCreated><TimeModified>2026-07-01T10:00:00+00:00</TimeModified>
    <EditSequence>1782900000</EditSequence><TxnNumber>40</TxnNumber>
    <VendorRef><ListID>80000031-1</ListID><FullName>Patton Hardware</FullName></VendorRef>
    <VendorAddress><Addr1>33 Old Bayshore Rd</Addr1></VendorAddress>
    <APAccountRef><ListID>80000021-1</ListID><FullName>Accounts Payable</FullName></APAccountRef>
    <TxnDate>2026-07-01</TxnDate><DueDate>2026-07-31</DueDate><AmountDue>150.00</AmountDue>
    <RefNumber>INV-2026-000099</RefNumber>
    <TermsRef><ListID>80000005-1</ListID><FullName>Net 30</FullName></TermsRef>
    <Memo>lumber</Memo><IsPaid>false</IsPaid>
    <LinkedTxn><TxnID>7A-1</TxnID><TxnType>PurchaseOrder</TxnType><TxnDate>2026-06-30</TxnDate><Amount>120.00</Amount></LinkedTxn>
    <ExpenseLineRet>
      <TxnLineID>83-1</TxnLineID><AccountRef><ListID>80000040-1</ListID><FullName>Freight</FullName></AccountRef>
      <Amount>30.00</Amount><Memo>by truck</Memo>
      <CustomerRef><ListID>8000000C-1</ListID><FullName>Abercrombie:Kitchen</FullName></CustomerRef>
      <ClassRef><ListID>80000003-1</ListID><FullName>Remodel</FullName></ClassRef>
      <BillableStatus>HasBeenBilled</BillableStatus>
    </ExpenseLineRet>
    <ItemLineRet>
      <TxnLineID>84-1</TxnLineID><ItemRef><ListID>8000000E-1</ListID><FullName>Lumber</FullName></ItemRef>
      <Desc>two by four</Desc><Quantity>10</Quantity><Cost>12.00</Cost><Amount>120.00</Amount>
    </ItemLineRet>
    <ItemGroupLineRet>
      <TxnLineID>85-1</TxnLineID><ItemGroupRef><ListID>80000010-1</ListID><FullName>Door set</FullName></ItemGroupRef>
      <Quantity>1</Quantity><TotalAmount>0.00</TotalAmount>
      <ItemLineRet><TxnLineID>86-1</TxnLineID><Desc>inside</Desc></ItemLineRet>
    </ItemGroupLineRet>
    <OpenAmount>100.00</OpenAmount>
  </BillRet>`

describe('Bill', () => {
  it('reads both line tables as one client-side array', () => {
    expect(read('Bill', stored)).toEqual({
      domain: 'QBO',
      sparse: false,
      ...inDollars,
      Id: '81-1782900000',
      SyncToken: '1782900000',
      MetaData: { CreateTime: '2026-07-01T10:00:00+00:00', LastUpdatedTime: '2026-07-01T10:00:00+00:00' },
      TxnDate: '2026-07-01',
      VendorRef: { value: '80000031-1', name: 'Patton Hardware' },
      VendorAddr: { Line1: '33 Old Bayshore Rd' },
      APAccountRef: { value: '80000021-1', name: 'Accounts Payable' },
      DueDate: '2026-07-31',
      DocNumber: 'INV-2026-000099',
      SalesTermRef: { value: '80000005-1', name: 'Net 30' },
      PrivateNote: 'lumber',
      Line: [
        {
          Id: '83-1',
          LineNum: 1,
          Description: 'by truck',
          Amount: 30,
          DetailType: 'AccountBasedExpenseLineDetail',
          AccountBasedExpenseLineDetail: {
            ...untaxedCost,
            AccountRef: { value: '80000040-1', name: 'Freight' },
            CustomerRef: { value: '8000000C-1', name: 'Abercrombie:Kitchen' },
            ClassRef: { value: '80000003-1', name: 'Remodel' },
            BillableStatus: 'HasBeenBilled',
          },
        },
        {
          Id: '84-1',
          LineNum: 2,
          Description: 'two by four',
          Amount: 120,
          DetailType: 'ItemBasedExpenseLineDetail',
          ItemBasedExpenseLineDetail: {
            ...untaxedCost,
            ItemRef: { value: '8000000E-1', name: 'Lumber' },
            Qty: 10,
            UnitPrice: 12,
          },
        },
        {
          Id: '85-1',
          LineNum: 3,
          Amount: 0,
          DetailType: 'GroupLineDetail',
          GroupLineDetail: {
            GroupItemRef: { value: '80000010-1', name: 'Door set' },
            Quantity: 1,
            Line: [
              {
                Id: '86-1',
                LineNum: 1,
                Description: 'inside',
                DetailType: 'DescriptionOnly',
                DescriptionLineDetail: {},
              },
            ],
          },
        },
      ],
      TotalAmt: 150,
      Balance: 100,
      LinkedTxn: [{ TxnId: '7A-1', TxnType: 'PurchaseOrder' }],
    })
  })

  it('writes expense lines before item lines', () => {
    const text = create({
      DueDate: '2026-07-31',
      DocNumber: 'INV-2026-000099',
      APAccountRef: { value: '80000021-1' },
      SalesTermRef: { name: 'Net 30' },
      TxnDate: '2026-07-01',
      PrivateNote: 'lumber',
      ExchangeRate: 1,
      CurrencyRef: { value: 'USD' },
      TxnTaxDetail: { TotalTax: 0 },
      Line: [
        bought(
          { ItemRef: { value: '8000000E-1' }, Qty: 10, UnitPrice: 12, TaxCodeRef: { value: 'NON' } },
          { Amount: 120, Description: 'two by four' },
        ),
        cost(
          {
            ...expense,
            CustomerRef: { value: '8000000C-1' },
            ClassRef: { value: '80000003-1' },
            BillableStatus: 'Billable',
          },
          { Amount: 30, Description: 'by truck' },
        ),
        cost({ ...expense, BillableStatus: 'NotBillable' }, { Amount: '0.10' }),
      ],
    })
    expect(text).toBe(
      compact(`
        <BillAddRq><BillAdd>
          <VendorRef><ListID>80000031-1</ListID></VendorRef>
          <APAccountRef><ListID>80000021-1</ListID></APAccountRef>
          <TxnDate>2026-07-01</TxnDate><DueDate>2026-07-31</DueDate><RefNumber>INV-2026-000099</RefNumber>
          <TermsRef><FullName>Net 30</FullName></TermsRef><Memo>lumber</Memo>
          <ExpenseLineAdd>
            <AccountRef><ListID>80000040-1</ListID></AccountRef><Amount>30.00</Amount><Memo>by truck</Memo>
            <CustomerRef><ListID>8000000C-1</ListID></CustomerRef><ClassRef><ListID>80000003-1</ListID></ClassRef>
            <BillableStatus>Billable</BillableStatus>
          </ExpenseLineAdd>
          <ExpenseLineAdd>
            <AccountRef><ListID>80000040-1</ListID></AccountRef><Amount>0.10</Amount>
          </ExpenseLineAdd>
          <ItemLineAdd>
            <ItemRef><ListID>8000000E-1</ListID></ItemRef><Desc>two by four</Desc><Quantity>10</Quantity><Cost>12</Cost>
          </ItemLineAdd>
        </BillAdd></BillAddRq>`),
    )
  })

  it('links an order with all its lines, or line by line', () => {
    const link = { TxnId: '7A-1', TxnType: 'PurchaseOrder' }
    expect(create({ LinkedTxn: [link], Line: [] })).toBe(
      '<BillAddRq><BillAdd><VendorRef><ListID>80000031-1</ListID></VendorRef><LinkToTxnID>7A-1</LinkToTxnID></BillAdd></BillAddRq>',
    )
    const line = bought({ Qty: 4 }, { LinkedTxn: [{ ...link, TxnLineId: '7B-1' }] })
    expect(create({ LinkedTxn: [link], Line: [line] })).toContain(
      compact(`
        <ItemLineAdd>
          <Quantity>4</Quantity><LinkToTxn><TxnID>7A-1</TxnID><TxnLineID>7B-1</TxnLineID></LinkToTxn>
        </ItemLineAdd></BillAdd>`),
    )
  })

  it.each([
    ['LinkedTxn[0]', { LinkedTxn: [{ TxnId: '7A-1', TxnType: 'PurchaseOrder' }] }, 'UNSUPPORTED_BY_DESKTOP'],
    [
      'LinkedTxn[0].TxnType',
      { LinkedTxn: [{ TxnId: '7A-1', TxnType: 'ReimburseCharge' }], Line: [] },
      'UNSUPPORTED_BY_DESKTOP',
    ],
    ['LinkedTxn[0].TxnId', { LinkedTxn: [{ TxnType: 'PurchaseOrder' }], Line: [] }, '2020'],
    ['LinkedTxn', { LinkedTxn: 'order', Line: [] }, '2010'],
    [
      'Line[0].LinkedTxn[0].TxnLineId',
      { Line: [bought({}, { LinkedTxn: [{ TxnId: '7A-1', TxnType: 'PurchaseOrder' }] })] },
      '2020',
    ],
    [
      'Line[0].ItemBasedExpenseLineDetail.ItemRef',
      {
        Line: [
          bought(
            { ItemRef: '8000000E-1' },
            { LinkedTxn: [{ TxnId: '7A-1', TxnType: 'PurchaseOrder', TxnLineId: '7B-1' }] },
          ),
        ],
      },
      'UNSUPPORTED_BY_DESKTOP',
    ],
    ['Line', { Line: undefined }, '2020'],
    ['Line', { Line: [] }, '2020'],
    ['Line[0].Amount', { Line: [cost(expense, {})] }, '2020'],
    ['Line[0].AccountBasedExpenseLineDetail.AccountRef', { Line: [cost({})] }, '2020'],
    [
      'Line[0].AccountBasedExpenseLineDetail.CustomerRef',
      { Line: [cost({ ...expense, BillableStatus: 'Billable' })] },
      '2020',
    ],
    [
      'Line[0].AccountBasedExpenseLineDetail.TaxCodeRef',
      { Line: [cost({ ...expense, TaxCodeRef: { value: 'TAX' } })] },
      'UNSUPPORTED_BY_DESKTOP',
    ],
    ['Line[0].Amount', { Line: [bought({ ItemRef: { value: '1-1' }, Qty: 2, UnitPrice: 5 }, { Amount: 11 })] }, '2010'],
    ['TxnTaxDetail', { TxnTaxDetail: { TotalTax: 5 } }, 'UNSUPPORTED_BY_DESKTOP'],
    ['DocNumber', { DocNumber: '123456789012345678901' }, '2050'],
    ['DepartmentRef', { DepartmentRef: { value: '1' } }, 'UNMAPPED_FIELD'],
  ])('rejects a wrong %s [dp-7.3:2050]', (element, body, code) => {
    expect(catchFault(() => create(body))).toMatchObject({ code, element })
  })

  it('counts a number’s characters, not its bytes [dp-7.3:2050]', () => {
    expect(create({ DocNumber: '😀'.repeat(20) })).toContain('<RefNumber>')
  })

  it('updates the header without the current record', () => {
    const record = checkUpdate(Bill, { Id: '81-1', SyncToken: '7', DueDate: '2026-08-15', PrivateNote: null })
    expect(needsCurrent(record)).toBe(false)
    expect(serializeRequest(createModRequest(record))).toBe(
      '<BillModRq><BillMod><TxnID>81-1</TxnID><EditSequence>7</EditSequence><DueDate>2026-08-15</DueDate><Memo /></BillMod></BillModRq>',
    )
  })

  it('rejects line changes [dp-4.2-lines.11]', () => {
    const { Line } = read('Bill', stored) as { Line: object[] }
    for (const lines of [[{ ...Line[0], Amount: 31 }, Line[1], Line[2]], Line.slice(1), [...Line, cost()], []]) {
      expect(catchFault(() => update({ Line: lines }))).toMatchObject({
        code: 'UNSUPPORTED_BY_DESKTOP',
        element: 'Line',
      })
    }
  })

  it('names a repeated line’s unknown field [dp-7.1:UNMAPPED_FIELD]', () => {
    const { Line } = read('Bill', stored) as { Line: object[] }
    const faultAt = (more: object) => catchFault(() => update({ Line: [{ ...Line[0], ...more }] }))
    expect(faultAt({ Colour: 'red' })).toMatchObject({ code: 'UNMAPPED_FIELD', element: 'Line[0].Colour' })
    expect(faultAt({ AccountBasedExpenseLineDetail: { accountRef: { value: '1' } } })).toMatchObject({
      code: 'UNMAPPED_FIELD',
      element: 'Line[0].AccountBasedExpenseLineDetail.accountRef',
    })
    expect(faultAt({ DetailType: 'TDSLineDetail' }).code).toBe('UNSUPPORTED_BY_DESKTOP')
  })

  it('accepts its own record as an update without sending unchanged lines', () => {
    const text = update(read('Bill', stored))
    expect(text).toContain('<RefNumber>INV-2026-000099</RefNumber>')
    expect(text).not.toContain('Line')
    expect(catchFault(() => update({ LinkedTxn: [{ TxnId: '7F-1', TxnType: 'PurchaseOrder' }] }))).toMatchObject({
      code: 'UNSUPPORTED_BY_DESKTOP',
      element: 'LinkedTxn',
    })
  })

  it('deletes a bill by ID [dp-4.2.4]', () => {
    expect(serializeRequest(createDeleteRequest(Bill, '81-1'))).toBe(
      '<TxnDelRq><TxnDelType>Bill</TxnDelType><TxnID>81-1</TxnID></TxnDelRq>',
    )
  })
})
