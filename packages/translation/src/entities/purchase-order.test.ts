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
  untaxedCost,
} from '../../test/translation.fixture.ts'
import { checkCreate, checkUpdate } from '../check/check.ts'
import { createReadRequests } from '../read/requests.ts'
import { createAddRequest, createModAfterAdd, createModRequest, needsCurrent } from '../write/requests.ts'

const PurchaseOrder = requireTable('PurchaseOrder')
const vendor = { VendorRef: { value: '80000031-1' } }
function ordered(detail: object, rest: object = {}): object {
  return {
    DetailType: 'ItemBasedExpenseLineDetail',
    ItemBasedExpenseLineDetail: { ItemRef: { value: '8000000E-1' }, ...detail },
    ...rest,
  }
}
function create(body: object) {
  return checkCreate(PurchaseOrder, { ...vendor, Line: [ordered({ Qty: 1 })], ...body })
}
function update(body: object): string {
  return serializeUpdate(PurchaseOrder, { Id: '7A-1782900000', SyncToken: '1782900000', ...body }, stored)
}

const stored = `
  <PurchaseOrderRet>
    <TxnID>7A-1782900000</TxnID>
    <TimeCreated>2026-07-01T10:00:00+00:00</TimeCreated><TimeModified>2026-07-01T10:00:00+00:00</TimeModified>
    <EditSequence>1782900000</EditSequence><TxnNumber>31</TxnNumber>
    <VendorRef><ListID>80000031-1</ListID><FullName>Patton Hardware</FullName></VendorRef>
    <ClassRef><ListID>80000003-1</ListID><FullName>Remodel</FullName></ClassRef>
    <ShipToEntityRef><ListID>8000000C-1</ListID><FullName>Abercrombie</FullName></ShipToEntityRef>
    <TxnDate>2026-07-01</TxnDate><RefNumber>6230</RefNumber>
    <VendorAddress><Addr1>33 Old Bayshore Rd</Addr1></VendorAddress>
    <TermsRef><ListID>80000005-1</ListID><FullName>Net 30</FullName></TermsRef>
    <DueDate>2026-07-31</DueDate><ExpectedDate>2026-07-10</ExpectedDate><FOB>Bayshore</FOB>
    <TotalAmount>130.00</TotalAmount><IsManuallyClosed>false</IsManuallyClosed><IsFullyReceived>false</IsFullyReceived>
    <Memo>for the kitchen</Memo><VendorMsg>please hurry</VendorMsg>
    <IsToBePrinted>true</IsToBePrinted><IsToBeEmailed>false</IsToBeEmailed>
    <LinkedTxn><TxnID>81-1</TxnID><TxnType>Bill</TxnType><TxnDate>2026-07-05</TxnDate><Amount>-30.00</Amount></LinkedTxn>
    <PurchaseOrderLineRet>
      <TxnLineID>7B-1</TxnLineID><ItemRef><ListID>8000000E-1</ListID><FullName>Lumber</FullName></ItemRef>
      <ManufacturerPartNumber>L-2</ManufacturerPartNumber><Desc>two by four</Desc>
      <Quantity>10</Quantity><Rate>12.00</Rate><ClassRef><ListID>80000004-1</ListID><FullName>New</FullName></ClassRef>
      <Amount>120.00</Amount><CustomerRef><ListID>8000000C-1</ListID><FullName>Abercrombie</FullName></CustomerRef>
      <ReceivedQuantity>0</ReceivedQuantity><IsBilled>false</IsBilled><IsManuallyClosed>false</IsManuallyClosed>
    </PurchaseOrderLineRet>
    <PurchaseOrderLineRet><TxnLineID>7C-1</TxnLineID><Desc>as agreed</Desc></PurchaseOrderLineRet>
    <PurchaseOrderLineGroupRet>
      <TxnLineID>7D-1</TxnLineID><ItemGroupRef><ListID>80000010-1</ListID><FullName>Door set</FullName></ItemGroupRef>
      <Quantity>1</Quantity><IsPrintItemsInGroup>false</IsPrintItemsInGroup><TotalAmount>10.00</TotalAmount>
      <PurchaseOrderLineRet>
        <TxnLineID>7E-1</TxnLineID><ItemRef><ListID>8000000F-1</ListID><FullName>Hinge</FullName></ItemRef>
        <Quantity>2</Quantity><Rate>5.00</Rate><Amount>10.00</Amount>
      </PurchaseOrderLineRet>
    </PurchaseOrderLineGroupRet>
    <DataExtRet><OwnerID>0</OwnerID><DataExtName>Gate</DataExtName><DataExtType>STR255TYPE</DataExtType><DataExtValue>3</DataExtValue></DataExtRet>
  </PurchaseOrderRet>`

describe('PurchaseOrder', () => {
  it('reads a record as client-side JSON [dp-4.2-notes:4]', () => {
    expect(read('PurchaseOrder', stored)).toEqual({
      domain: 'QBO',
      sparse: false,
      ...inDollars,
      Id: '7A-1782900000',
      SyncToken: '1782900000',
      MetaData: { CreateTime: '2026-07-01T10:00:00+00:00', LastUpdatedTime: '2026-07-01T10:00:00+00:00' },
      TxnDate: '2026-07-01',
      VendorRef: { value: '80000031-1', name: 'Patton Hardware' },
      ClassRef: { value: '80000003-1', name: 'Remodel' },
      ShipTo: { value: '8000000C-1', name: 'Abercrombie' },
      DocNumber: '6230',
      VendorAddr: { Line1: '33 Old Bayshore Rd' },
      SalesTermRef: { value: '80000005-1', name: 'Net 30' },
      DueDate: '2026-07-31',
      ExpectedDate: '2026-07-10',
      FOB: 'Bayshore',
      POStatus: 'Open',
      PrivateNote: 'for the kitchen',
      Memo: 'please hurry',
      PrintStatus: 'NeedToPrint',
      EmailStatus: 'NotSet',
      Line: [
        {
          Id: '7B-1',
          LineNum: 1,
          Description: 'two by four',
          Amount: 120,
          DetailType: 'ItemBasedExpenseLineDetail',
          ItemBasedExpenseLineDetail: {
            ...untaxedCost,
            ItemRef: { value: '8000000E-1', name: 'Lumber' },
            Qty: 10,
            UnitPrice: 12,
            CustomerRef: { value: '8000000C-1', name: 'Abercrombie' },
            ClassRef: { value: '80000004-1', name: 'New' },
          },
        },
        { Id: '7C-1', LineNum: 2, Description: 'as agreed', DetailType: 'DescriptionOnly', DescriptionLineDetail: {} },
        {
          Id: '7D-1',
          LineNum: 3,
          Amount: 10,
          DetailType: 'GroupLineDetail',
          GroupLineDetail: {
            GroupItemRef: { value: '80000010-1', name: 'Door set' },
            Quantity: 1,
            Line: [
              {
                Id: '7E-1',
                LineNum: 1,
                Amount: 10,
                DetailType: 'ItemBasedExpenseLineDetail',
                ItemBasedExpenseLineDetail: {
                  ...untaxedCost,
                  ItemRef: { value: '8000000F-1', name: 'Hinge' },
                  Qty: 2,
                  UnitPrice: 5,
                },
              },
            ],
          },
        },
      ],
      TotalAmt: 130,
      LinkedTxn: [{ TxnId: '81-1', TxnType: 'Bill' }],
      CustomField: [{ Name: 'Gate', Type: 'StringType', StringValue: '3' }],
    })
  })

  it('writes a new order’s elements in QuickBooks’ order', () => {
    const record = create({
      // QBO requires the account, and libraries send the defaults.
      APAccountRef: { value: '33' },
      GlobalTaxCalculation: 'NotApplicable',
      ClassRef: { value: '80000003-1' },
      DocNumber: '6230',
      Memo: 'please hurry',
      PrivateNote: 'for the kitchen',
      ShipAddr: { Line1: '1 Pier' },
      POStatus: 'Open',
      Line: [
        ordered(
          {
            Qty: 10,
            UnitPrice: 12,
            ServiceDate: '2026-07-09',
            BillableStatus: 'NotBillable',
            TaxCodeRef: { value: 'NON' },
          },
          { Amount: 120, Description: 'two by four' },
        ),
        { DetailType: 'GroupLineDetail', GroupLineDetail: { GroupItemRef: { value: '80000010-1' }, Quantity: 2 } },
      ],
    })
    expect(serializeRequest(createAddRequest(record))).toBe(
      compact(`
        <PurchaseOrderAddRq><PurchaseOrderAdd>
          <VendorRef><ListID>80000031-1</ListID></VendorRef><ClassRef><ListID>80000003-1</ListID></ClassRef>
          <RefNumber>6230</RefNumber><ShipAddress><Addr1>1 Pier</Addr1></ShipAddress>
          <Memo>for the kitchen</Memo><VendorMsg>please hurry</VendorMsg>
          <PurchaseOrderLineAdd>
            <ItemRef><ListID>8000000E-1</ListID></ItemRef><Desc>two by four</Desc><Quantity>10</Quantity><Rate>12</Rate>
            <ServiceDate>2026-07-09</ServiceDate>
          </PurchaseOrderLineAdd>
          <PurchaseOrderLineGroupAdd>
            <ItemGroupRef><ListID>80000010-1</ListID></ItemGroupRef><Quantity>2</Quantity>
          </PurchaseOrderLineGroupAdd>
        </PurchaseOrderAdd></PurchaseOrderAddRq>`),
    )
    expect(createModAfterAdd(record, parseElement(stored))).toBeUndefined()
  })

  it('closes a new order with a second request, since QuickBooks creates only open ones', () => {
    const record = create({ POStatus: 'Closed' })
    expect(serializeRequest(createAddRequest(record))).not.toContain('IsManuallyClosed')
    const then = createModAfterAdd(record, parseElement(stored))
    expect(then && serializeRequest(then)).toBe(
      '<PurchaseOrderModRq><PurchaseOrderMod><TxnID>7A-1782900000</TxnID><EditSequence>1782900000</EditSequence>' +
        '<IsManuallyClosed>true</IsManuallyClosed></PurchaseOrderMod></PurchaseOrderModRq>',
    )
  })

  it('closes and reopens an order [dp-3:10] [dp-3:11]', () => {
    expect(update({ POStatus: 'Closed' })).toContain('<IsManuallyClosed>true</IsManuallyClosed>')
    expect(update({ POStatus: 'Open' })).toContain('<IsManuallyClosed>false</IsManuallyClosed>')
    const closed = (flags: string) => read('PurchaseOrder', `<PurchaseOrderRet>${flags}</PurchaseOrderRet>`).POStatus
    expect(closed('<IsManuallyClosed>true</IsManuallyClosed>')).toBe('Closed')
    expect(closed('<IsManuallyClosed>false</IsManuallyClosed><IsFullyReceived>true</IsFullyReceived>')).toBe('Closed')
  })

  it('rejects reopening a received order, which QuickBooks would ignore [dp-3:11]', () => {
    const received = parseElement('<PurchaseOrderRet><IsFullyReceived>true</IsFullyReceived></PurchaseOrderRet>')
    const change = (body: object) => checkUpdate(PurchaseOrder, { Id: '7A-1', SyncToken: '7', ...body })
    expect(needsCurrent(change({ POStatus: 'Open' }))).toBe(true)
    expect(needsCurrent(change({ POStatus: 'Closed' }))).toBe(false)
    expect(catchFault(() => createModRequest(change({ POStatus: 'Open' }), received))).toMatchObject({
      code: 'UNSUPPORTED_BY_DESKTOP',
      element: 'POStatus',
    })
  })

  it('updates the header without the current record', () => {
    const record = checkUpdate(PurchaseOrder, { Id: '7A-1', SyncToken: '7', PrivateNote: '', DocNumber: '6231' })
    expect(needsCurrent(record)).toBe(false)
    expect(serializeRequest(createModRequest(record))).toBe(
      '<PurchaseOrderModRq><PurchaseOrderMod><TxnID>7A-1</TxnID><EditSequence>7</EditSequence>' +
        '<RefNumber>6231</RefNumber><Memo /></PurchaseOrderMod></PurchaseOrderModRq>',
    )
  })

  it.each([
    ['Qty', { Qty: 12 }, '<Quantity>12</Quantity><Rate>12</Rate>'],
    ['UnitPrice', { UnitPrice: 13.5 }, '<Quantity>10</Quantity><Rate>13.5</Rate>'],
  ])('lets QuickBooks recalculate the amount if %s changes [dp-4.2-lines.9]', (_, detail, expected) => {
    const text = update({
      Line: [{ Id: '7B-1', ItemBasedExpenseLineDetail: detail }, { Id: '7C-1' }, { Id: '7D-1' }],
    })
    expect(text).toContain(
      `<PurchaseOrderLineMod><TxnLineID>7B-1</TxnLineID>${expected}</PurchaseOrderLineMod>` +
        '<PurchaseOrderLineMod><TxnLineID>7C-1</TxnLineID></PurchaseOrderLineMod>' +
        '<PurchaseOrderLineGroupMod><TxnLineID>7D-1</TxnLineID></PurchaseOrderLineGroupMod>',
    )
  })

  it('keeps, adds and removes lines [dp-4.2-lines.1] [dp-4.2-lines.2] [dp-4.2-lines.3]', () => {
    const text = update({
      Line: [
        { Id: '7B-1', Description: 'cut to size' },
        ordered({ Qty: 1, UnitPrice: 3 }),
        { Id: '7D-1', GroupLineDetail: { Quantity: 3 } },
      ],
    })
    expect(text).toContain(
      compact(`
        <PurchaseOrderLineMod><TxnLineID>7B-1</TxnLineID><Desc>cut to size</Desc></PurchaseOrderLineMod>
        <PurchaseOrderLineMod>
          <TxnLineID>-1</TxnLineID><ItemRef><ListID>8000000E-1</ListID></ItemRef><Quantity>1</Quantity><Rate>3</Rate>
        </PurchaseOrderLineMod>
        <PurchaseOrderLineGroupMod><TxnLineID>7D-1</TxnLineID><Quantity>3</Quantity></PurchaseOrderLineGroupMod>`),
    )
    expect(text).not.toContain('7C-1')
  })

  it('accepts its own record as an update and keeps every line', () => {
    const text = update(read('PurchaseOrder', stored))
    expect([...text.matchAll(/<TxnLineID>(.+?)<\/TxnLineID>/g)].map(([, id]) => id)).toEqual(['7B-1', '7C-1', '7D-1'])
    expect(text).toContain('<PurchaseOrderLineGroupMod><TxnLineID>7D-1</TxnLineID></PurchaseOrderLineGroupMod>')
  })

  it('changes a group’s lines', () => {
    const line = { Id: '7D-1', GroupLineDetail: { Line: [{ Id: '7E-1', Amount: 99 }] } }
    expect(update({ Line: [line] })).toMatch(
      /<PurchaseOrderLineGroupMod><TxnLineID>7D-1<.TxnLineID><PurchaseOrderLineMod><TxnLineID>7E-1<.*<Amount>99.00</,
    )
  })

  it.each([
    ['VendorRef', { VendorRef: null }, '2020'],
    ['Line', { Line: undefined }, '2020'],
    ['DocNumber', { DocNumber: '123456789012' }, '2050'],
    ['POStatus', { POStatus: 'Pending' }, '2010'],
    ['ShipTo', { ShipTo: { value: '1' }, InventorySiteRef: { value: '2' } }, '2010'],
    ['DepartmentRef', { DepartmentRef: { value: '1' } }, 'UNMAPPED_FIELD'],
    ['Line[0].DetailType', { Line: [{ DetailType: 'AccountBasedExpenseLineDetail' }] }, 'UNSUPPORTED_BY_DESKTOP'],
    [
      'Line[0].ItemBasedExpenseLineDetail.ItemRef',
      { Line: [{ DetailType: 'ItemBasedExpenseLineDetail', Amount: 1 }] },
      'MISSING_REQUIRED_DESKTOP_ITEM',
    ],
  ])('rejects a wrong %s [dp-7.3:2050]', (element, body, code) => {
    expect(catchFault(() => create(body))).toMatchObject({ code, element })
  })

  it('includes lines, links and custom fields', () => {
    expect(createReadRequests(PurchaseOrder, '7A-1').map(serializeRequest)).toEqual([
      '<PurchaseOrderQueryRq><TxnID>7A-1</TxnID><IncludeLineItems>true</IncludeLineItems><IncludeLinkedTxns>true</IncludeLinkedTxns><OwnerID>0</OwnerID></PurchaseOrderQueryRq>',
    ])
  })
})
