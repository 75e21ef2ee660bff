import { branch, type Element, leaf, serializeMessageSetResponse } from '@bridge/qbxml'

/** Serializes QuickBooks' response to a query finding `invoices` invoices with `lines` lines. */
export function invoiceResponse(invoices: number, lines: number): string {
  return serializeMessageSetResponse({
    responses: [
      {
        name: 'InvoiceQueryRs',
        requestId: '1',
        statusCode: 0,
        statusSeverity: 'Info',
        statusMessage: 'Status OK',
        elements: Array.from({ length: invoices }, (_, index) => invoiceRet(index, lines)),
      },
    ],
  })
}

function invoiceRet(index: number, lines: number): Element {
  return branch('InvoiceRet', [
    leaf('TxnID', id(index)),
    leaf('TimeCreated', '2023-11-14T16:13:20-06:00'),
    leaf('TimeModified', '2023-11-14T16:13:20-06:00'),
    leaf('EditSequence', String(epoch)),
    leaf('TxnNumber', String(index + 1)),
    reference('CustomerRef', index % 90, `Müller & Söhne ${index % 90}`),
    reference('ARAccountRef', 12, 'Accounts Receivable'),
    reference('TemplateRef', 3, 'Intuit Service Invoice'),
    leaf('TxnDate', '2023-11-14'),
    leaf('RefNumber', String(1000 + index)),
    branch('BillAddress', [
      leaf('Addr1', `Müller & Söhne ${index % 90}`),
      leaf('Addr2', '12 Harbour Street'),
      leaf('City', 'Bayshore'),
      leaf('State', 'CA'),
      leaf('PostalCode', '94326'),
    ]),
    leaf('IsPending', 'false'),
    leaf('IsFinanceCharge', 'false'),
    reference('TermsRef', 4, 'Net 30'),
    leaf('DueDate', '2023-12-14'),
    leaf('ShipDate', '2023-11-14'),
    leaf('Subtotal', '1600.00'),
    reference('ItemSalesTaxRef', 21, 'San Tomas'),
    leaf('SalesTaxPercentage', '7.75'),
    leaf('SalesTaxTotal', '124.00'),
    leaf('AppliedAmount', '0.00'),
    leaf('BalanceRemaining', '1724.00'),
    leaf('Memo', 'Work of the month, as agreed'),
    leaf('IsPaid', 'false'),
    leaf('IsToBePrinted', 'true'),
    leaf('IsToBeEmailed', 'false'),
    reference('CustomerSalesTaxCodeRef', 1, 'Tax'),
    ...Array.from({ length: lines }, (_, line) => lineRet(index * lines + line)),
  ])
}

function id(counter: number): string {
  return `${counter.toString(16).toUpperCase()}-${epoch}`
}

function reference(name: string, counter: number, fullName: string): Element {
  return branch(name, [leaf('ListID', id(0x8000_0000 + counter)), leaf('FullName', fullName)])
}

function lineRet(index: number): Element {
  return branch('InvoiceLineRet', [
    leaf('TxnLineID', id(100_000 + index)),
    reference('ItemRef', index % 40, `Installation:Service ${index % 40}`),
    leaf('Desc', 'Installation labour and small parts'),
    leaf('Quantity', '2'),
    leaf('Rate', '100.00'),
    leaf('Amount', '200.00'),
    reference('SalesTaxCodeRef', 1, 'Tax'),
  ])
}

const epoch = 1_700_000_000
