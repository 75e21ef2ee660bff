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
import { createReadRequests } from '../read/requests.ts'
import { createAddRequest, createModRequest } from '../write/requests.ts'

const SalesReceipt = requireTable('SalesReceipt')

const stored = `
  <SalesReceiptRet>
    <TxnID>70-1782900009</TxnID>
    <TimeCreated>2026-07-01T10:00:09+00:00</TimeCreated><TimeModified>2026-07-01T10:00:09+00:00</TimeModified>
    <EditSequence>1782900009</EditSequence>
    <CustomerRef><ListID>8000000C-1</ListID><FullName>Abercrombie:Kitchen</FullName></CustomerRef>
    <ClassRef><ListID>80000003-1</ListID><FullName>North</FullName></ClassRef>
    <TxnDate>2026-07-01</TxnDate><RefNumber>77</RefNumber>
    <BillAddress><Addr1>Main Street 1</Addr1><City>Austin</City></BillAddress>
    <CheckNumber>4711</CheckNumber>
    <PaymentMethodRef><ListID>80000005-1</ListID><FullName>Check</FullName></PaymentMethodRef>
    <DueDate>2026-07-01</DueDate>
    <ShipDate>2026-07-02</ShipDate><FOB>Austin</FOB>
    <Subtotal>-8.00</Subtotal>
    <ItemSalesTaxRef><ListID>80000001-1</ListID><FullName>State Tax</FullName></ItemSalesTaxRef>
    <SalesTaxPercentage>7.75</SalesTaxPercentage><SalesTaxTotal>0.00</SalesTaxTotal>
    <TotalAmount>-8.00</TotalAmount>
    <Memo>paid at the counter</Memo>
    <IsToBePrinted>false</IsToBePrinted><IsToBeEmailed>true</IsToBeEmailed>
    <CustomerSalesTaxCodeRef><ListID>80000002-1</ListID><FullName>Tax</FullName></CustomerSalesTaxCodeRef>
    <DepositToAccountRef><ListID>80000020-1</ListID><FullName>Undeposited Funds</FullName></DepositToAccountRef>
    <CreditCardTxnInfo>
      <CreditCardTxnInputInfo>
        <CreditCardNumber>xxxxxxxxxxxx4444</CreditCardNumber><ExpirationMonth>12</ExpirationMonth>
        <ExpirationYear>2028</ExpirationYear><NameOnCard>A. Crombie</NameOnCard>
      </CreditCardTxnInputInfo>
      <CreditCardTxnResultInfo>
        <ResultCode>0</ResultCode><ResultMessage>Status OK</ResultMessage><CreditCardTransID>V64A1</CreditCardTransID>
        <MerchantAccountNumber>42</MerchantAccountNumber><PaymentStatus>Completed</PaymentStatus>
        <TxnAuthorizationTime>2026-07-01T10:00:09+00:00</TxnAuthorizationTime>
      </CreditCardTxnResultInfo>
    </CreditCardTxnInfo>
    <SalesReceiptLineRet>
      <TxnLineID>71-1</TxnLineID><ItemRef><ListID>8000000E-1</ListID><FullName>Hours</FullName></ItemRef>
      <Quantity>1</Quantity><Rate>-8.00</Rate><Amount>-8.00</Amount>
    </SalesReceiptLineRet>
  </SalesReceiptRet>`

describe('SalesReceipt', () => {
  it('reads a record as client-side JSON', () => {
    expect(read('SalesReceipt', stored)).toEqual({
      domain: 'QBO',
      sparse: false,
      ...inDollars,
      ApplyTaxAfterDiscount: false,
      Id: '70-1782900009',
      SyncToken: '1782900009',
      MetaData: { CreateTime: '2026-07-01T10:00:09+00:00', LastUpdatedTime: '2026-07-01T10:00:09+00:00' },
      CustomerRef: { value: '8000000C-1', name: 'Abercrombie:Kitchen' },
      ClassRef: { value: '80000003-1', name: 'North' },
      TxnDate: '2026-07-01',
      DocNumber: '77',
      BillAddr: { Line1: 'Main Street 1', City: 'Austin' },
      PaymentRefNum: '4711',
      PaymentMethodRef: { value: '80000005-1', name: 'Check' },
      DueDate: '2026-07-01',
      ShipDate: '2026-07-02',
      FOB: 'Austin',
      TxnTaxDetail: {
        TxnTaxCodeRef: { value: '80000001-1', name: 'State Tax' },
        TotalTax: 0,
        TaxLine: [
          {
            Amount: 0,
            DetailType: 'TaxLineDetail',
            TaxLineDetail: { TaxRateRef: { value: '80000001-1' }, PercentBased: true, TaxPercent: 7.75 },
          },
        ],
        DefaultTaxCodeRef: { value: 'TC-80000002-1', name: 'Tax' },
      },
      TotalAmt: -8,
      Balance: 0,
      PrivateNote: 'paid at the counter',
      PrintStatus: 'NotSet',
      EmailStatus: 'NeedToSend',
      DepositToAccountRef: { value: '80000020-1', name: 'Undeposited Funds' },
      CreditCardPayment: {
        CreditChargeInfo: {
          Number: 'xxxxxxxxxxxx4444',
          NameOnAcct: 'A. Crombie',
          CcExpiryMonth: 12,
          CcExpiryYear: 2028,
        },
        CreditChargeResponse: { Status: 'Completed', CCTransId: 'V64A1' },
      },
      Line: [
        {
          Id: '71-1',
          LineNum: 1,
          Amount: -8,
          DetailType: 'SalesItemLineDetail',
          SalesItemLineDetail: { ItemRef: { value: '8000000E-1', name: 'Hours' }, Qty: 1, UnitPrice: -8 },
        },
        { Amount: -8, DetailType: 'SubTotalLineDetail', SubTotalLineDetail: {} },
      ],
    })
  })

  it('writes a create with its payment [dp-4.2-notes:4]', () => {
    const record = checkCreate(SalesReceipt, {
      CustomerRef: { value: '8000000C-1' },
      ClassRef: { value: '80000003-1' },
      DocNumber: 'SR-00000001',
      PaymentRefNum: '4711',
      PaymentMethodRef: { name: 'Check' },
      DepositToAccountRef: { value: '80000020-1' },
      ShipMethodRef: { value: '80000021-1' },
      FOB: 'Austin',
      PrintStatus: 'NeedToPrint',
      CustomerMemo: { value: 'Thank you!' },
      Line: [
        {
          Amount: 240,
          DetailType: 'SalesItemLineDetail',
          SalesItemLineDetail: { ItemRef: { value: '8000000E-1' }, Qty: 2, UnitPrice: 120 },
        },
      ],
    })
    expect(serializeRequest(createAddRequest(record))).toBe(
      compact(`
        <SalesReceiptAddRq><SalesReceiptAdd>
          <CustomerRef><ListID>8000000C-1</ListID></CustomerRef>
          <ClassRef><ListID>80000003-1</ListID></ClassRef>
          <RefNumber>SR-00000001</RefNumber><CheckNumber>4711</CheckNumber>
          <PaymentMethodRef><FullName>Check</FullName></PaymentMethodRef>
          <ShipMethodRef><ListID>80000021-1</ListID></ShipMethodRef><FOB>Austin</FOB>
          <CustomerMsgRef><FullName>Thank you!</FullName></CustomerMsgRef>
          <IsToBePrinted>true</IsToBePrinted>
          <DepositToAccountRef><ListID>80000020-1</ListID></DepositToAccountRef>
          <SalesReceiptLineAdd>
            <ItemRef><ListID>8000000E-1</ListID></ItemRef><Quantity>2</Quantity><Rate>120</Rate>
          </SalesReceiptLineAdd>
        </SalesReceiptAdd></SalesReceiptAddRq>`),
    )
  })

  it('updates the message and the tax without the lines [dp-4.2-lines.10]', () => {
    const record = checkUpdate(SalesReceipt, {
      Id: '70-1',
      SyncToken: '7',
      PaymentRefNum: '',
      CustomerMemo: { value: 'See you' },
      TxnTaxDetail: { TxnTaxCodeRef: { value: '80000009-1' } },
    })
    expect(serializeRequest(createModRequest(record))).toBe(
      compact(`
        <SalesReceiptModRq><SalesReceiptMod>
          <TxnID>70-1</TxnID><EditSequence>7</EditSequence><CheckNumber />
          <ItemSalesTaxRef><ListID>80000009-1</ListID></ItemSalesTaxRef>
          <CustomerMsgRef><FullName>See you</FullName></CustomerMsgRef>
        </SalesReceiptMod></SalesReceiptModRq>`),
    )
  })

  it('keeps and adds lines [dp-4.2-lines.1] [dp-4.2-lines.2]', () => {
    const record = checkUpdate(SalesReceipt, {
      Id: '70-1782900009',
      SyncToken: '1782900009',
      Line: [
        { Id: '71-1', Description: 'returned' },
        { DetailType: 'DescriptionOnly', Description: 'no receipt shown' },
      ],
    })
    expect(serializeRequest(createModRequest(record, parseElement(stored)))).toBe(
      compact(`
        <SalesReceiptModRq><SalesReceiptMod>
          <TxnID>70-1782900009</TxnID><EditSequence>1782900009</EditSequence>
          <SalesReceiptLineMod><TxnLineID>71-1</TxnLineID><Desc>returned</Desc></SalesReceiptLineMod>
          <SalesReceiptLineMod><TxnLineID>-1</TxnLineID><Desc>no receipt shown</Desc></SalesReceiptLineMod>
        </SalesReceiptMod></SalesReceiptModRq>`),
    )
  })

  it('sales receipts are read with their lines, but without links, which their query does not support', () => {
    expect(createReadRequests(SalesReceipt, '70-1').map(serializeRequest)).toEqual([
      '<SalesReceiptQueryRq><TxnID>70-1</TxnID><IncludeLineItems>true</IncludeLineItems><OwnerID>0</OwnerID></SalesReceiptQueryRq>',
    ])
  })

  it('rejects other forms’ fields', () => {
    const rejection = (body: object) => catchFault(() => checkCreate(SalesReceipt, body))
    expect(rejection({ SalesTermRef: { value: '1' } })).toMatchObject({ code: 'UNSUPPORTED_BY_DESKTOP' })
    expect(rejection({ CreditCardPayment: { CreditChargeInfo: { Number: '4444' } } })).toMatchObject({
      code: 'UNSUPPORTED_BY_DESKTOP',
      element: 'CreditCardPayment.CreditChargeInfo.Number',
    })
    expect(rejection({ AcceptedBy: 'me' })).toMatchObject({ code: 'UNMAPPED_FIELD' })
    expect(rejection({ DocNumber: '123456789012' })).toMatchObject({ code: '2050', element: 'DocNumber' })
  })
})
