import { describe, expect, it } from 'vitest'
import {
  catchFault,
  compact,
  inDollars,
  parseElement,
  read,
  requireTable,
  serializeCreate,
  serializeRequest,
} from '../../test/translation.fixture.ts'
import { checkUpdate } from '../check/check.ts'
import { createReadRequests } from '../read/requests.ts'
import { createDeleteRequest, createModRequest, needsCurrent } from '../write/requests.ts'

const Invoice = requireTable('Invoice')
const customer = { CustomerRef: { value: '8000000C-1' } }
function create(body: object): string {
  return serializeCreate(Invoice, { ...customer, ...body })
}
function sales(detail: object, rest: object = {}): object {
  return {
    DetailType: 'SalesItemLineDetail',
    SalesItemLineDetail: { ItemRef: { value: '8000000E-1' }, ...detail },
    ...rest,
  }
}
function lines(body: object[]): string {
  const text = create({ Line: body })
  return text
    .slice(text.indexOf('<InvoiceLineAdd>'), text.indexOf('</InvoiceAdd>'))
    .replaceAll('<ItemRef><ListID>8000000E-1</ListID></ItemRef>', '')
}

const storedInvoice = `
  <InvoiceRet>
    <TxnID>5D-1782900009</TxnID>
    <TimeCreated>2026-07-01T10:00:09+00:00</TimeCreated><TimeModified>2026-07-01T10:00:09+00:00</TimeModified>
    <EditSequence>1782900009</EditSequence><TxnNumber>27</TxnNumber>
    <CustomerRef><ListID>8000000C-1</ListID><FullName>Abercrombie:Kitchen</FullName></CustomerRef>
    <TxnDate>2026-07-01</TxnDate><RefNumber>1026</RefNumber>
    <DueDate>2026-07-31</DueDate>
    <Subtotal>216.00</Subtotal>
    <ItemSalesTaxRef><ListID>80000001-1</ListID><FullName>State Tax</FullName></ItemSalesTaxRef>
    <SalesTaxPercentage>7.75</SalesTaxPercentage><SalesTaxTotal>16.74</SalesTaxTotal>
    <AppliedAmount>-32.74</AppliedAmount><BalanceRemaining>200.00</BalanceRemaining>
    <Memo>memo</Memo><IsPaid>false</IsPaid>
    <CustomerMsgRef><ListID>80000001-1</ListID><FullName>Thank you!</FullName></CustomerMsgRef>
    <IsToBePrinted>true</IsToBePrinted><IsToBeEmailed>false</IsToBeEmailed>
    <LinkedTxn><TxnID>60-1</TxnID><TxnType>ReceivePayment</TxnType><TxnDate>2026-07-02</TxnDate><Amount>-32.74</Amount></LinkedTxn>
    <InvoiceLineRet>
      <TxnLineID>5E-1</TxnLineID><ItemRef><ListID>8000000E-1</ListID><FullName>Hours</FullName></ItemRef><Desc>an hour</Desc>
      <Quantity>2</Quantity><Rate>120.00</Rate><Amount>240.00</Amount><ServiceDate>2026-06-30</ServiceDate>
      <SalesTaxCodeRef><ListID>80000002-1</ListID><FullName>Tax</FullName></SalesTaxCodeRef>
    </InvoiceLineRet>
    <InvoiceLineRet>
      <TxnLineID>5F-1</TxnLineID><ItemRef><ListID>8000000D-1</ListID><FullName>Discount</FullName></ItemRef>
      <RatePercent>-10.00</RatePercent><Amount>-24.00</Amount>
    </InvoiceLineRet>
    <InvoiceLineRet><TxnLineID>60-1</TxnLineID><Desc>thanks</Desc></InvoiceLineRet>
    <InvoiceLineGroupRet>
      <TxnLineID>61-1</TxnLineID><ItemGroupRef><ListID>80000010-1</ListID><FullName>Kit</FullName></ItemGroupRef>
      <Quantity>1</Quantity><IsPrintItemsInGroup>false</IsPrintItemsInGroup><TotalAmount>0.00</TotalAmount>
      <InvoiceLineRet><TxnLineID>62-1</TxnLineID><Desc>inside</Desc></InvoiceLineRet>
    </InvoiceLineGroupRet>
  </InvoiceRet>`

describe('Invoice', () => {
  it('reads a record with lines and subtotal as client-side JSON', () => {
    expect(read('Invoice', storedInvoice)).toEqual({
      domain: 'QBO',
      sparse: false,
      ...inDollars,
      ApplyTaxAfterDiscount: false,
      AllowIPNPayment: false,
      AllowOnlinePayment: false,
      AllowOnlineACHPayment: false,
      AllowOnlineCreditCardPayment: false,
      Id: '5D-1782900009',
      SyncToken: '1782900009',
      MetaData: { CreateTime: '2026-07-01T10:00:09+00:00', LastUpdatedTime: '2026-07-01T10:00:09+00:00' },
      CustomerRef: { value: '8000000C-1', name: 'Abercrombie:Kitchen' },
      TxnDate: '2026-07-01',
      DocNumber: '1026',
      DueDate: '2026-07-31',
      Line: [
        {
          Id: '5E-1',
          LineNum: 1,
          Description: 'an hour',
          Amount: 240,
          DetailType: 'SalesItemLineDetail',
          SalesItemLineDetail: {
            ItemRef: { value: '8000000E-1', name: 'Hours' },
            Qty: 2,
            UnitPrice: 120,
            ServiceDate: '2026-06-30',
            TaxCodeRef: { value: 'TC-80000002-1', name: 'Tax' },
          },
        },
        {
          Id: '5F-1',
          LineNum: 2,
          Amount: 24,
          DetailType: 'DiscountLineDetail',
          DiscountLineDetail: {
            ItemRef: { value: '8000000D-1', name: 'Discount' },
            PercentBased: true,
            DiscountPercent: 10,
          },
        },
        { Id: '60-1', LineNum: 3, Description: 'thanks', DetailType: 'DescriptionOnly', DescriptionLineDetail: {} },
        {
          Id: '61-1',
          LineNum: 4,
          Amount: 0,
          DetailType: 'GroupLineDetail',
          GroupLineDetail: {
            GroupItemRef: { value: '80000010-1', name: 'Kit' },
            Quantity: 1,
            Line: [
              {
                Id: '62-1',
                LineNum: 1,
                Description: 'inside',
                DetailType: 'DescriptionOnly',
                DescriptionLineDetail: {},
              },
            ],
          },
        },
        { Amount: 216, DetailType: 'SubTotalLineDetail', SubTotalLineDetail: {} },
      ],
      TxnTaxDetail: {
        TxnTaxCodeRef: { value: '80000001-1', name: 'State Tax' },
        TotalTax: 16.74,
        TaxLine: [
          {
            Amount: 16.74,
            DetailType: 'TaxLineDetail',
            TaxLineDetail: { TaxRateRef: { value: '80000001-1' }, PercentBased: true, TaxPercent: 7.75 },
          },
        ],
      },
      TotalAmt: 232.74,
      Balance: 200,
      PrivateNote: 'memo',
      CustomerMemo: { value: 'Thank you!' },
      PrintStatus: 'NeedToPrint',
      EmailStatus: 'NotSet',
      LinkedTxn: [{ TxnId: '60-1', TxnType: 'Payment' }],
    })
  })

  it('adds amounts as decimals', () => {
    const record = read(
      'Invoice',
      '<InvoiceRet><TxnID>1-1</TxnID><Subtotal>0.10</Subtotal><SalesTaxTotal>0.20</SalesTaxTotal></InvoiceRet>',
    )
    expect(record.TotalAmt).toBe(0.3)
  })

  it('writes a create with header and lines [dp-4.2-notes:4] [dp-4.2-lines.10]', () => {
    const text = create({
      ClassRef: { value: '80000003-1' },
      TxnDate: '2026-07-01',
      DocNumber: 'A-1',
      CustomerMemo: { value: 'Thank you!' },
      TxnTaxDetail: { TxnTaxCodeRef: { value: '80000001-1' } },
      PrintStatus: 'NeedToPrint',
      Line: [
        sales(
          { Qty: 2, UnitPrice: 120, ClassRef: { value: '80000004-1' }, TaxCodeRef: { value: 'NON' } },
          { Amount: 240, Description: 'an hour' },
        ),
      ],
    })
    expect(text).toBe(
      compact(`
        <InvoiceAddRq><InvoiceAdd>
          <CustomerRef><ListID>8000000C-1</ListID></CustomerRef>
          <ClassRef><ListID>80000003-1</ListID></ClassRef>
          <TxnDate>2026-07-01</TxnDate><RefNumber>A-1</RefNumber>
          <ItemSalesTaxRef><ListID>80000001-1</ListID></ItemSalesTaxRef>
          <CustomerMsgRef><FullName>Thank you!</FullName></CustomerMsgRef>
          <IsToBePrinted>true</IsToBePrinted>
          <InvoiceLineAdd>
            <ItemRef><ListID>8000000E-1</ListID></ItemRef><Desc>an hour</Desc><Quantity>2</Quantity><Rate>120</Rate>
            <ClassRef><ListID>80000004-1</ListID></ClassRef>
            <SalesTaxCodeRef><FullName>NON</FullName></SalesTaxCodeRef>
          </InvoiceLineAdd>
        </InvoiceAdd></InvoiceAddRq>`),
    )
  })

  it.each([
    [
      'quantity and rate that make the amount',
      { Qty: 3, UnitPrice: 33.33333 },
      { Amount: 100 },
      '<Quantity>3</Quantity><Rate>33.33333</Rate>',
    ],
    [
      'quantity and amount where the rate is rounded',
      { Qty: 3, UnitPrice: 33.33 },
      { Amount: 100 },
      '<Quantity>3</Quantity><Amount>100.00</Amount>',
    ],
    [
      'quantity and amount where the rate has too many decimals',
      { Qty: 3, UnitPrice: 0.333333 },
      { Amount: 1 },
      '<Quantity>3</Quantity><Amount>1.00</Amount>',
    ],
    [
      'quantity and amount where a tax-inclusive rate gives the amount only when rounded',
      { Qty: 2, UnitPrice: '8.264462809917355' },
      { Amount: 16.53 },
      '<Quantity>2</Quantity><Amount>16.53</Amount>',
    ],
    ['the amount alone', {}, { Amount: 12.5 }, '<Amount>12.50</Amount>'],
    ['the amount alone beside unset values', { Qty: 0, UnitPrice: 0 }, { Amount: 12.5 }, '<Amount>12.50</Amount>'],
    ['the rate alone beside an unset quantity', { Qty: 0, UnitPrice: 5 }, { Amount: 5 }, '<Rate>5</Rate>'],
    ['the rate alone', { UnitPrice: 5 }, { Amount: 5 }, '<Rate>5</Rate>'],
    ['quantity and rate without an amount', { Qty: '1.5', UnitPrice: 5 }, {}, '<Quantity>1.5</Quantity><Rate>5</Rate>'],
  ])('sends %s', (_, detail, rest, expected) => {
    expect(lines([sales(detail, rest)])).toBe(`<InvoiceLineAdd>${expected}</InvoiceLineAdd>`)
  })

  it.each([
    [{ UnitPrice: 5 }, { Amount: 7 }, 'Amount'],
    [{ Qty: 3, UnitPrice: 33 }, { Amount: 100 }, 'Amount'],
    [{ Qty: 3, UnitPrice: 0.333333 }, { Amount: 2 }, 'Amount'],
    [{ Qty: 3, UnitPrice: 0.333333 }, {}, 'SalesItemLineDetail.UnitPrice'],
    [{ Qty: 0, UnitPrice: 5 }, { Amount: 7 }, 'Amount'],
    [{ RatePercent: 10, UnitPrice: 5 }, {}, 'SalesItemLineDetail.RatePercent'],
    [{ RatePercent: 10 }, { Amount: 5 }, 'SalesItemLineDetail.RatePercent'],
    [{ PriceLevelRef: { name: 'Trade' }, UnitPrice: 5 }, {}, 'SalesItemLineDetail.PriceLevelRef'],
    [{ PriceLevelRef: { name: 'Trade' }, RatePercent: 5 }, {}, 'SalesItemLineDetail.PriceLevelRef'],
  ])('rejects contradictory prices: %j %j [dp-7.3:2010]', (detail, rest, element) => {
    expect(catchFault(() => lines([sales(detail, rest)]))).toMatchObject({
      code: '2010',
      element: `Line[0].${element}`,
    })
  })

  it('writes discounts by percent or amount, with the item named by the client [dp-4.2-notes:3]', () => {
    const discount = (detail: object, rest: object = {}) =>
      lines([{ DetailType: 'DiscountLineDetail', DiscountLineDetail: detail, ...rest }])
    const item = { ItemRef: { name: 'Discount' } }
    const ref = '<ItemRef><FullName>Discount</FullName></ItemRef>'
    const percent = { ...item, PercentBased: true, DiscountPercent: 10 }
    const below = { DetailType: 'DiscountLineDetail', DiscountLineDetail: percent, Amount: 24 }
    expect(lines([sales({}, { Amount: 240 }), below])).toContain(
      `<InvoiceLineAdd>${ref}<RatePercent>-10</RatePercent></InvoiceLineAdd>`,
    )
    expect(discount(item, { Amount: 24 })).toBe(`<InvoiceLineAdd>${ref}<Amount>-24.00</Amount></InvoiceLineAdd>`)
    expect(catchFault(() => discount({ PercentBased: true, DiscountPercent: 10 }))).toMatchObject({
      code: 'MISSING_REQUIRED_DESKTOP_ITEM',
      element: 'Line[0].DiscountLineDetail.ItemRef',
    })
    expect(catchFault(() => discount({ ...item, PercentBased: true })).code).toBe('2020')
  })

  it('sends quantity 1 for a discount item, since a line without a quantity reads as a discount', () => {
    expect(lines([sales({}, { Amount: -12.5 })])).toBe(
      '<InvoiceLineAdd><Quantity>1</Quantity><Amount>-12.50</Amount></InvoiceLineAdd>',
    )
    expect(lines([sales({ UnitPrice: -5 })])).toBe(
      '<InvoiceLineAdd><Quantity>1</Quantity><Rate>-5</Rate></InvoiceLineAdd>',
    )
    expect(catchFault(() => lines([sales({ RatePercent: -10 })]))).toMatchObject({
      code: 'UNSUPPORTED_BY_DESKTOP',
      element: 'Line[0].SalesItemLineDetail.RatePercent',
      detail: expect.stringContaining('DiscountLineDetail'),
    })
  })

  it('links an estimate as a whole, or line by line', () => {
    const link = (more: object = {}) => [{ TxnId: '80-1', TxnType: 'Estimate', ...more }]
    expect(create({ LinkedTxn: link() })).toBe(
      compact(`
        <InvoiceAddRq><InvoiceAdd>
          <CustomerRef><ListID>8000000C-1</ListID></CustomerRef><LinkToTxnID>80-1</LinkToTxnID>
        </InvoiceAdd></InvoiceAddRq>`),
    )
    const copied = {
      DetailType: 'SalesItemLineDetail',
      SalesItemLineDetail: { Qty: 1, UnitPrice: 30 },
      LinkedTxn: link({ TxnLineId: '81-1' }),
    }
    expect(create({ LinkedTxn: link(), Line: [copied, sales({ UnitPrice: 5 })] })).toBe(
      compact(`
        <InvoiceAddRq><InvoiceAdd>
          <CustomerRef><ListID>8000000C-1</ListID></CustomerRef>
          <InvoiceLineAdd>
            <Quantity>1</Quantity><Rate>30</Rate><LinkToTxn><TxnID>80-1</TxnID><TxnLineID>81-1</TxnLineID></LinkToTxn>
          </InvoiceLineAdd>
          <InvoiceLineAdd><ItemRef><ListID>8000000E-1</ListID></ItemRef><Rate>5</Rate></InvoiceLineAdd>
        </InvoiceAdd></InvoiceAddRq>`),
    )
    expect(catchFault(() => create({ LinkedTxn: link(), Line: [sales({ UnitPrice: 5 })] }))).toMatchObject({
      code: 'UNSUPPORTED_BY_DESKTOP',
      element: 'LinkedTxn[0]',
    })
    expect(lines([{ ...copied, ...sales({ Qty: 1 }), LinkedTxn: copied.LinkedTxn }])).not.toContain('ItemRef')
    expect(catchFault(() => create({}))).toMatchObject({ code: '2020', element: 'Line' })
  })

  it('adds a group without its lines, which QuickBooks adds', () => {
    const group = (detail: object, rest: object = {}) =>
      lines([{ DetailType: 'GroupLineDetail', GroupLineDetail: detail, ...rest }, sales({ UnitPrice: 5 })])
    const kit = { GroupItemRef: { value: '80000010-1' }, Quantity: 2 }
    expect(create({ Line: [{ DetailType: 'GroupLineDetail', GroupLineDetail: kit }] })).toContain(
      '<InvoiceLineGroupAdd><ItemGroupRef><ListID>80000010-1</ListID></ItemGroupRef><Quantity>2</Quantity></InvoiceLineGroupAdd>',
    )
    expect(catchFault(() => group({ Quantity: 2 })).code).toBe('MISSING_REQUIRED_DESKTOP_ITEM')
    const written = group(kit)
    expect(group({ ...kit, Line: [sales({})] })).toBe(written)
    expect(group(kit, { Description: 'mine' })).toBe(written)
  })

  it('requires a line’s item [dp-7.1:MISSING_REQUIRED_DESKTOP_ITEM]', () => {
    expect(
      catchFault(() => lines([{ Amount: 1, DetailType: 'SalesItemLineDetail', SalesItemLineDetail: {} }])).code,
    ).toBe('MISSING_REQUIRED_DESKTOP_ITEM')
  })

  it('writes a description line, and omits a read record’s subtotal line', () => {
    const subtotal = { Amount: 1, DetailType: 'SubTotalLineDetail', SubTotalLineDetail: {} }
    expect(lines([{ DetailType: 'DescriptionOnly', Description: 'thanks', DescriptionLineDetail: {} }, subtotal])).toBe(
      '<InvoiceLineAdd><Desc>thanks</Desc></InvoiceLineAdd>',
    )
  })

  it('rejects line kinds missing from desktop invoices', () => {
    expect(catchFault(() => lines([{ DetailType: 'AccountBasedExpenseLineDetail', Amount: 1 }]))).toMatchObject({
      code: 'UNSUPPORTED_BY_DESKTOP',
      element: 'Line[0].DetailType',
    })
    expect(catchFault(() => lines([{ DetailType: 'Nonsense', Amount: 1 }])).code).toBe('2010')
    expect(catchFault(() => lines([{ Amount: 1 }]))).toMatchObject({ code: '2020', element: 'Line[0].DetailType' })
  })

  it('keeps lines in a header update without the current record [dp-4.2-lines.4]', () => {
    const record = checkUpdate(Invoice, { Id: '5D-1', SyncToken: 7, PrivateNote: '' })
    expect(needsCurrent(record)).toBe(false)
    expect(serializeRequest(createModRequest(record))).toBe(
      '<InvoiceModRq><InvoiceMod><TxnID>5D-1</TxnID><EditSequence>7</EditSequence><Memo /></InvoiceMod></InvoiceModRq>',
    )
  })

  it('keeps, adds and removes lines, with kept lines in the stored order [dp-4.2-lines.1] [dp-4.2-lines.2] [dp-4.2-lines.3]', () => {
    const record = checkUpdate(Invoice, {
      Id: '5D-1782900009',
      SyncToken: '1782900009',
      Line: [
        { Id: '61-1' },
        sales({ Qty: 1, UnitPrice: 15 }, { Description: 'more' }),
        { Id: '5E-1', Description: '', SalesItemLineDetail: { Qty: 3, UnitPrice: 120 } },
      ],
    })
    expect(serializeRequest(createModRequest(record, parseElement(storedInvoice)))).toBe(
      compact(`
        <InvoiceModRq><InvoiceMod>
          <TxnID>5D-1782900009</TxnID><EditSequence>1782900009</EditSequence>
          <InvoiceLineMod>
            <TxnLineID>5E-1</TxnLineID><Desc /><Quantity>3</Quantity><Rate>120</Rate>
          </InvoiceLineMod>
          <InvoiceLineMod>
            <TxnLineID>-1</TxnLineID><ItemRef><ListID>8000000E-1</ListID></ItemRef><Desc>more</Desc>
            <Quantity>1</Quantity><Rate>15</Rate>
          </InvoiceLineMod>
          <InvoiceLineGroupMod><TxnLineID>61-1</TxnLineID></InvoiceLineGroupMod>
        </InvoiceMod></InvoiceModRq>`),
    )
  })

  it('accepts its own record as an update and keeps every line', () => {
    const record = checkUpdate(Invoice, read('Invoice', storedInvoice))
    const text = serializeRequest(createModRequest(record, parseElement(storedInvoice)))
    expect([...text.matchAll(/<TxnLineID>(.+?)<\/TxnLineID>/g)].map(([, id]) => id)).toEqual([
      '5E-1',
      '5F-1',
      '60-1',
      '61-1',
    ])
    expect(text).toContain('<InvoiceLineGroupMod><TxnLineID>61-1</TxnLineID></InvoiceLineGroupMod>')
  })

  it('reads an opening balance line, which has an amount but no item, and keeps it', () => {
    const line = '<TxnLineID>5E-1</TxnLineID><Desc>Opening balance</Desc><Amount>12.50</Amount>'
    const stored = storedInvoice
      .replace(/<InvoiceLineRet>.*<\/InvoiceLineGroupRet>/s, `<InvoiceLineRet>${line}</InvoiceLineRet>`)
      .replace('<Subtotal>216.00</Subtotal>', '<Subtotal>12.50</Subtotal>')
    const record = read('Invoice', stored)
    expect(record.Line).toContainEqual({
      Id: '5E-1',
      LineNum: 1,
      DetailType: 'DescriptionOnly',
      Description: 'Opening balance',
      Amount: 12.5,
      DescriptionLineDetail: {},
    })
    const changed = { ...record, Line: [{ Id: '5E-1', DetailType: 'DescriptionOnly', Amount: 13 }] }
    expect(catchFault(() => createModRequest(checkUpdate(Invoice, changed), parseElement(stored)))).toMatchObject({
      code: 'UNSUPPORTED_BY_DESKTOP',
      element: 'Line[0].Amount',
    })
    const update = checkUpdate(Invoice, record)
    expect(serializeRequest(createModRequest(update, parseElement(stored)))).toContain('<TxnLineID>5E-1</TxnLineID>')
  })

  it('reads and deletes invoices by ID', () => {
    expect(createReadRequests(Invoice, '5D-1').map(serializeRequest).join()).toBe(
      '<InvoiceQueryRq><TxnID>5D-1</TxnID><IncludeLineItems>true</IncludeLineItems><IncludeLinkedTxns>true</IncludeLinkedTxns><OwnerID>0</OwnerID></InvoiceQueryRq>',
    )
    expect(serializeRequest(createDeleteRequest(Invoice, '5D-1'))).toBe(
      '<TxnDelRq><TxnDelType>Invoice</TxnDelType><TxnID>5D-1</TxnID></TxnDelRq>',
    )
    expect(catchFault(() => createReadRequests(Invoice, 'x'.repeat(37))).code).toBe('610')
  })
})
