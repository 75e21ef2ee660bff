import { describe, expect, it } from 'vitest'
import {
  catchFault,
  compact,
  inDollars,
  parseElement,
  read,
  requireTable,
  serializeRequest,
  serializeUpdate,
} from '../../test/translation.fixture.ts'
import { checkCreate, checkUpdate } from '../check/check.ts'
import { createAddRequest, createDeleteRequest, createModRequest, needsCurrent } from '../write/requests.ts'

const Estimate = requireTable('Estimate')
const line = {
  Amount: 90,
  DetailType: 'SalesItemLineDetail',
  SalesItemLineDetail: { ItemRef: { value: '8000000E-1' }, Qty: 3, UnitPrice: 30 },
}
const draft = { CustomerRef: { value: '8000000C-1' }, Line: [line] }
function header(body: object): string {
  const text = serializeUpdate(Estimate, { Id: '80-1', SyncToken: '7', ...body })
  return text.slice(text.indexOf('</EditSequence>') + '</EditSequence>'.length, text.indexOf('</EstimateMod>'))
}

const stored = `
  <EstimateRet>
    <TxnID>80-1</TxnID><EditSequence>7</EditSequence>
    <CustomerRef><ListID>8000000C-1</ListID><FullName>Abercrombie</FullName></CustomerRef>
    <TxnDate>2026-07-01</TxnDate><RefNumber>E-1</RefNumber><IsActive>false</IsActive>
    <PONumber>PO 5</PONumber><TermsRef><ListID>80000006-1</ListID><FullName>Net 30</FullName></TermsRef>
    <DueDate>2026-08-01</DueDate>
    <Subtotal>90.00</Subtotal><SalesTaxTotal>0.00</SalesTaxTotal><TotalAmount>90.00</TotalAmount>
    <IsToBeEmailed>false</IsToBeEmailed>
    <LinkedTxn><TxnID>5D-1</TxnID><TxnType>Invoice</TxnType><TxnDate>2026-07-02</TxnDate><Amount>-90.00</Amount></LinkedTxn>
    <EstimateLineRet>
      <TxnLineID>81-1</TxnLineID><ItemRef><ListID>8000000E-1</ListID><FullName>Hours</FullName></ItemRef>
      <Quantity>3</Quantity><Rate>30.00</Rate><Amount>90.00</Amount><MarkupRatePercent>20.0</MarkupRatePercent>
    </EstimateLineRet>
  </EstimateRet>`

describe('Estimate', () => {
  it('reads a record as client-side JSON', () => {
    expect(read('Estimate', stored)).toEqual({
      domain: 'QBO',
      sparse: false,
      ...inDollars,
      ApplyTaxAfterDiscount: false,
      Id: '80-1',
      SyncToken: '7',
      CustomerRef: { value: '8000000C-1', name: 'Abercrombie' },
      TxnDate: '2026-07-01',
      DocNumber: 'E-1',
      PONumber: 'PO 5',
      SalesTermRef: { value: '80000006-1', name: 'Net 30' },
      TxnStatus: 'Closed',
      ExpirationDate: '2026-08-01',
      DueDate: '2026-08-01',
      TxnTaxDetail: { TotalTax: 0 },
      TotalAmt: 90,
      EmailStatus: 'NotSet',
      LinkedTxn: [{ TxnId: '5D-1', TxnType: 'Invoice' }],
      Line: [
        {
          Id: '81-1',
          LineNum: 1,
          Amount: 90,
          DetailType: 'SalesItemLineDetail',
          SalesItemLineDetail: {
            ItemRef: { value: '8000000E-1', name: 'Hours' },
            Qty: 3,
            UnitPrice: 30,
            MarkupInfo: { Percent: 20 },
          },
        },
        { Amount: 90, DetailType: 'SubTotalLineDetail', SubTotalLineDetail: {} },
      ],
    })
  })

  it('writes the request creating a record', () => {
    const record = checkCreate(Estimate, {
      ...draft,
      DocNumber: 'E-1',
      TxnStatus: 'Pending',
      ExpirationDate: '2026-08-01',
      CustomerMemo: { value: 'Valid for a month' },
      PrintStatus: 'NotSet',
    })
    expect(serializeRequest(createAddRequest(record))).toBe(
      compact(`
        <EstimateAddRq><EstimateAdd>
          <CustomerRef><ListID>8000000C-1</ListID></CustomerRef><RefNumber>E-1</RefNumber>
          <IsActive>true</IsActive><DueDate>2026-08-01</DueDate>
          <CustomerMsgRef><FullName>Valid for a month</FullName></CustomerMsgRef>
          <EstimateLineAdd>
            <ItemRef><ListID>8000000E-1</ListID></ItemRef><Quantity>3</Quantity><Rate>30</Rate>
          </EstimateLineAdd>
        </EstimateAdd></EstimateAddRq>`),
    )
  })

  it('closes and reopens an estimate, and moves its date [dp-3:12]', () => {
    expect(header({ TxnStatus: 'Closed' })).toBe('<IsActive>false</IsActive>')
    expect(header({ TxnStatus: 'Pending', ExpirationDate: '2026-09-01' })).toBe(
      '<IsActive>true</IsActive><DueDate>2026-09-01</DueDate>',
    )
  })

  it('keeps and adds lines, with a changed quantity at the stored rate [dp-4.2-lines.1] [dp-4.2-lines.2]', () => {
    const record = checkUpdate(Estimate, {
      Id: '80-1',
      SyncToken: '7',
      Line: [line, { Id: '81-1', SalesItemLineDetail: { Qty: 4 } }],
    })
    expect(serializeRequest(createModRequest(record, parseElement(stored)))).toBe(
      compact(`
        <EstimateModRq><EstimateMod>
          <TxnID>80-1</TxnID><EditSequence>7</EditSequence>
          <EstimateLineMod>
            <TxnLineID>-1</TxnLineID><ItemRef><ListID>8000000E-1</ListID></ItemRef>
            <Quantity>3</Quantity><Rate>30</Rate>
          </EstimateLineMod>
          <EstimateLineMod><TxnLineID>81-1</TxnLineID><Quantity>4</Quantity><Rate>30</Rate></EstimateLineMod>
        </EstimateMod></EstimateModRq>`),
    )
  })

  it('rejects the statuses accepted and rejected [dp-7.1:UNSUPPORTED_BY_DESKTOP]', () => {
    for (const TxnStatus of ['Accepted', 'Rejected']) {
      const fault = catchFault(() => checkCreate(Estimate, { ...draft, TxnStatus }))
      expect(fault).toMatchObject({ code: 'UNSUPPORTED_BY_DESKTOP', element: 'TxnStatus' })
      expect(fault.detail).toContain('Pending')
    }
    expect(catchFault(() => checkCreate(Estimate, { ...draft, TxnStatus: 'Perhaps' }))).toMatchObject({
      code: '2010',
      detail: expect.stringContaining('must be one of Pending, Closed'),
    })
    expect(catchFault(() => checkCreate(Estimate, { ...draft, AcceptedDate: '2026-07-05' }))).toMatchObject({
      code: 'UNSUPPORTED_BY_DESKTOP',
      element: 'AcceptedDate',
    })
  })

  it('writes whichever of DueDate and ExpirationDate changed, since they share one element', () => {
    expect(header({ ExpirationDate: '2026-09-01', DueDate: '2026-09-01' })).toBe('<DueDate>2026-09-01</DueDate>')
    const moved = checkUpdate(Estimate, { ...read('Estimate', stored), Line: null, ExpirationDate: '2026-09-01' })
    expect(needsCurrent(moved)).toBe(true)
    expect(serializeRequest(createModRequest(moved, parseElement(stored)))).toContain('<DueDate>2026-09-01</DueDate>')
    const other = checkUpdate(Estimate, { Id: '80-1', SyncToken: '7', DueDate: '2026-09-01' })
    expect(catchFault(() => createModRequest(other, parseElement(stored)))).toMatchObject({
      code: 'UNSUPPORTED_BY_DESKTOP',
      element: 'DueDate',
      detail: expect.stringContaining('ExpirationDate'),
    })
  })

  it('rejects fields missing from estimate lines', () => {
    const detail = (more: object) => ({ ...line, SalesItemLineDetail: { ...line.SalesItemLineDetail, ...more } })
    expect(
      catchFault(() => checkCreate(Estimate, { ...draft, Line: [detail({ ServiceDate: '2026-07-01' })] })),
    ).toMatchObject({ code: 'UNSUPPORTED_BY_DESKTOP', element: 'Line[0].SalesItemLineDetail.ServiceDate' })
    const added = checkCreate(Estimate, { ...draft, Line: [detail({ ItemAccountRef: { value: '80000030-1' } })] })
    expect(serializeRequest(createAddRequest(added))).toContain('<OverrideItemAccountRef>')
    expect(
      catchFault(() =>
        checkUpdate(Estimate, {
          Id: '80-1',
          SyncToken: '7',
          Line: [detail({ ItemAccountRef: { value: '80000030-1' } })],
        }),
      ),
    ).toMatchObject({ code: 'UNSUPPORTED_BY_DESKTOP' })
  })

  it('estimates can be deleted [dp-4.2.4]', () => {
    expect(Estimate.can).toContain('delete')
    expect(serializeRequest(createDeleteRequest(Estimate, '80-1'))).toBe(
      '<TxnDelRq><TxnDelType>Estimate</TxnDelType><TxnID>80-1</TxnID></TxnDelRq>',
    )
  })
})
