import { runAtOnce } from '@bridge/qbxml'
import { describe, expect, it } from 'vitest'
import { catchFault, context, parseResponse, requireTable, serializeRequest } from '../../test/translation.fixture.ts'
import { checkCreate, checkUpdate } from '../check/check.ts'
import { createReadRequests } from './requests.ts'
import { findTaxWarnings, readResponse, readResponses } from './response.ts'

const Customer = requireTable('Customer')
const found = '<CustomerRet><ListID>80000001-1</ListID><EditSequence>7</EditSequence><Name>A</Name></CustomerRet>'
function status(code: number, severity: string, message = 'the reason') {
  return { code, severity, message }
}

describe('readResponse', () => {
  it('returns the record and its element [dp-4.2:1]', () => {
    const { records, elements, warnings } = runAtOnce(
      readResponses([parseResponse('CustomerQueryRs', found)], Customer, context),
    )
    expect(records).toMatchObject([{ Id: '80000001-1', DisplayName: 'A' }])
    expect(elements[0]?.name).toBe('CustomerRet')
    expect(warnings).toEqual([])
  })

  it.each([status(1, 'Info'), status(500, 'Warn'), status(1, 'Warn')])(
    'throws 610 if a read finds nothing: %j [dp-7.3:610]',
    (nothing) => {
      expect(
        catchFault(() => runAtOnce(readResponses([parseResponse('CustomerQueryRs', '', nothing)], Customer, context)))
          .code,
      ).toBe('610')
    },
  )

  it.each([
    ['6240', 3100],
    ['610', 3120],
    ['5010', 3200],
    ['2500', 3140],
    ['2020', 3070],
    ['3180', 3180],
  ])('throws %s for the desktop’s error status [dp-7.3:5010] [dp-7.3:6240] [dp-7.3:2500]', (code, statusCode) => {
    const refused = parseResponse('CustomerModRs', '', status(statusCode, 'Error'))
    expect(catchFault(() => readResponse(refused, Customer, context))).toMatchObject({
      code,
      detail: 'QuickBooks Desktop: the reason',
    })
  })

  it('suggests a pause after a momentary lock, not after another failed save', () => {
    const refuse = (message: string) => parseResponse('CustomerModRs', '', { code: 3180, severity: 'Error', message })
    const pause = (message: string) =>
      catchFault(() => readResponse(refuse(message), Customer, context)).retryAfterSeconds
    expect(pause('QuickBooks error message: The transaction could not be locked. It is in use.')).toBeGreaterThan(0)
    expect(pause('QuickBooks error message: The account number is already in use.')).toBeUndefined()
  })

  const unknown = (list: string, value: string) => ({
    code: 3140,
    severity: 'Error',
    message: `There is an invalid reference to QuickBooks ${list} &quot;${value}&quot; in the Invoice.`,
  })
  const invoice = checkCreate(requireTable('Invoice'), {
    CustomerRef: { value: '80000001-1' },
    ClassRef: { name: 'North' },
    CustomerMemo: { value: 'Thank you!' },
    Line: [
      { DetailType: 'DescriptionOnly', Description: 'x' },
      { DetailType: 'SalesItemLineDetail', Amount: 5, SalesItemLineDetail: { ItemRef: { value: '80000002-1' } } },
    ],
  })
  it.each([
    ['Customer', '80000001-1', 'CustomerRef'],
    ['Class', 'North', 'ClassRef'],
    ['CustomerMsg', 'Thank you!', 'CustomerMemo.value'],
    ['Item', '80000002-1', 'Line[1].SalesItemLineDetail.ItemRef'],
    ['Terms', 'of the customer', undefined],
  ])('names an unknown %s’s field [dp-7.3:2500]', (list, value, element) => {
    const refused = parseResponse('InvoiceAddRs', '', unknown(list, value))
    const fault = catchFault(() => readResponse(refused, requireTable('Invoice'), context, invoice))
    expect([fault.code, fault.element]).toEqual(['2500', element])
  })

  it('names a family’s field, whichever variant has it [dp-7.3:2500]', () => {
    const item = checkUpdate(requireTable('Item'), {
      Id: '1-1',
      SyncToken: '1',
      AssetAccountRef: { value: '80000009-1' },
    })
    const refused = parseResponse('ItemInventoryModRs', '', unknown('Account', '80000009-1'))
    const fault = catchFault(() => readResponse(refused, requireTable('Item'), context, item))
    expect([fault.code, fault.element]).toEqual(['2500', 'AssetAccountRef'])
  })

  it('names an update’s Id if it is malformed', () => {
    const customer = checkUpdate(Customer, { Id: 'NaN', SyncToken: '1', SalesTermRef: { value: '80000002-1' } })
    const message = 'The given object ID &quot;NaN&quot; in the field &quot;ListID&quot; is invalid.'
    const refused = parseResponse('CustomerModRs', '', { code: 3000, severity: 'Error', message })
    const fault = catchFault(() => readResponse(refused, Customer, context, customer))
    expect([fault.code, fault.element]).toEqual(['3000', 'Id'])
  })

  it('names no field if two have the unknown reference [dp-7.3:2500]', () => {
    const customer = checkCreate(Customer, {
      DisplayName: 'A',
      SalesTermRef: { name: 'X' },
      PriceLevelRef: { name: 'X' },
    })
    const fault = catchFault(() =>
      readResponse(parseResponse('CustomerAddRs', '', unknown('Terms', 'X')), Customer, context, customer),
    )
    expect([fault.code, fault.element]).toEqual(['2500', undefined])
  })

  const account = { value: '80000009-1' }
  const expense = (AccountRef: { readonly value: string }) => ({
    DetailType: 'AccountBasedExpenseLineDetail',
    Amount: 5,
    AccountBasedExpenseLineDetail: { AccountRef },
  })
  const expenseAccount = (index: number) => `Line[${index}].AccountBasedExpenseLineDetail.AccountRef`
  const check = (...accounts: readonly { readonly value: string }[]) =>
    checkCreate(requireTable('Purchase'), {
      PaymentType: 'Check',
      AccountRef: account,
      Line: accounts.map((each) => expense(each)),
    })

  it.each([
    ['a line', 'Check line', expenseAccount(1)],
    ['the record', 'Check', 'AccountRef'],
  ])('names the field of %s, although others have the reference, too [dp-7.3:2500]', (_name, place, element) => {
    const message = `There is an invalid reference to QuickBooks Account &quot;80000009-1&quot; in the ${place}.  QuickBooks error message: Invalid argument.`
    const refused = parseResponse('CheckAddRs', '', { code: 3140, severity: 'Error', message })
    const sent = check({ value: '80000008-1' }, account)
    const fault = catchFault(() => readResponse(refused, requireTable('Purchase'), context, sent))
    expect([fault.code, fault.element]).toEqual(['2500', element])
  })

  it.each([
    ['the only one', ['80000009-1'], 'AccountRef', expenseAccount(0)],
    ['in one of several lines', ['80000009-1', '80000008-1'], 'AccountRef', 'Line'],
    ['not sent', ['80000009-1'], 'ClassRef', undefined],
    ['not that of a field', ['80000009-1'], 'AppliedToTxnAdd payment amount', undefined],
  ])('names the field whose value QuickBooks rejects, if it is %s', (_name, accounts, field, element) => {
    const message = `The &quot;${field}&quot; field has an invalid value &quot;Accounts Receivable&quot;.  QuickBooks error message: An amount in this account needs a customer.`
    const bill = checkCreate(requireTable('Bill'), {
      VendorRef: { value: '80000001-1' },
      Line: accounts.map((value) => expense({ value })),
    })
    const refused = parseResponse('BillAddRs', '', { code: 3210, severity: 'Error', message })
    const fault = catchFault(() => readResponse(refused, requireTable('Bill'), context, bill))
    expect([fault.code, fault.element]).toEqual(['3210', element])
  })

  it('returns a desktop warning [dp-4.2-warnings.1]', () => {
    const saved = parseResponse('CustomerAddRs', found, status(550, 'Warn', 'The notes were not saved.'))
    expect(readResponse(saved, Customer, context).warnings).toEqual([
      'QuickBooks-style warning 550: The notes were not saved.',
    ])
  })

  it('throws REQUEST_OUTCOME_UNKNOWN for a write without a record [dp-7.2:REQUEST_OUTCOME_UNKNOWN]', () => {
    const fault = catchFault(() => readResponse(parseResponse('CustomerAddRs', ''), Customer, context))
    expect(fault).toMatchObject({
      code: 'REQUEST_OUTCOME_UNKNOWN',
      detail: expect.stringMatching(/may have been applied/),
    })
  })

  it('accepts a deletion without a record', () => {
    const deleted = parseResponse('TxnDelRs', '<TxnDelType>Invoice</TxnDelType><TxnID>5D-1</TxnID>')
    expect(readResponse(deleted, requireTable('Invoice'), context).records).toEqual([])
  })
})

describe('findTaxWarnings', () => {
  it('warns if the desktop computed another tax total [dp-4.2-warnings.2] [dp-4.2-notes:7]', () => {
    const Invoice = requireTable('Invoice')
    const Line = [
      { Amount: 1, DetailType: 'SalesItemLineDetail', SalesItemLineDetail: { ItemRef: { value: '80000001-1' } } },
    ]
    const body = { CustomerRef: { value: '80000001-1' }, Line }
    const saved = readResponse(
      parseResponse('InvoiceAddRs', '<InvoiceRet><TxnID>1-1</TxnID><SalesTaxTotal>3.50</SalesTaxTotal></InvoiceRet>'),
      Invoice,
      context,
    )
    const warnings = (TotalTax: number) =>
      findTaxWarnings(checkCreate(Invoice, { ...body, TxnTaxDetail: { TotalTax } }), saved)
    expect(warnings(4)).toEqual(['TxnTaxDetail.TotalTax ignored; desktop computed 3.50'])
    expect(warnings(3.5)).toEqual([])
    expect(findTaxWarnings(checkCreate(Invoice, body), saved)).toEqual([])
    const lineWarnings = (...amounts: number[]) => {
      const TaxLine = amounts.map((Amount) => ({ Amount, DetailType: 'TaxLineDetail' }))
      return findTaxWarnings(checkCreate(Invoice, { ...body, TxnTaxDetail: { TaxLine } }), saved)
    }
    expect(lineWarnings(1.23)).toEqual(['TxnTaxDetail.TotalTax ignored; desktop computed 3.50'])
    expect(lineWarnings(1.23, 2.27)).toEqual([])
    expect(lineWarnings()).toEqual([])
  })
})

describe('readResponses for a family', () => {
  const missing = status(500, 'Warn')
  const card = (elements: string, head = missing) => parseResponse('BillPaymentCreditCardQueryRs', elements, head)
  const check = (head: typeof missing) => parseResponse('BillPaymentCheckQueryRs', '', head)
  const BillPayment = requireTable('BillPayment')

  it('sends the ID with every query, with lines', () => {
    expect(createReadRequests(BillPayment, '5D-1').map(serializeRequest)).toEqual([
      '<BillPaymentCheckQueryRq><TxnID>5D-1</TxnID><IncludeLineItems>true</IncludeLineItems></BillPaymentCheckQueryRq>',
      '<BillPaymentCreditCardQueryRq><TxnID>5D-1</TxnID><IncludeLineItems>true</IncludeLineItems></BillPaymentCreditCardQueryRq>',
    ])
  })

  it('returns the record found by one query, without warnings about the others', () => {
    const found = card('<BillPaymentCreditCardRet><TxnID>5D-1</TxnID></BillPaymentCreditCardRet>', status(0, 'Info'))
    const { records, warnings } = runAtOnce(readResponses([check(missing), found], BillPayment, context))
    expect([records, warnings]).toMatchObject([[{ Id: '5D-1' }], []])
  })

  it.each([status(500, 'Warn'), status(1, 'Info'), status(3120, 'Error')])(
    'throws 610 if no query finds the record: %j [dp-7.3:610]',
    (head) => {
      expect(catchFault(() => runAtOnce(readResponses([check(head), card('')], BillPayment, context))).code).toBe('610')
    },
  )

  it('throws a failed query’s fault if no other query found the record', () => {
    const denied = check(status(3260, 'Error'))
    expect(catchFault(() => runAtOnce(readResponses([denied, card('')], BillPayment, context))).code).toBe('3260')
  })
})

describe('readResponse for a payment', () => {
  it.each(['', '<ReceivePaymentRet><UnusedPayment>0.00</UnusedPayment></ReceivePaymentRet>'])(
    'throws PAYMENT_OUTCOME_UNKNOWN for a response without a record: %s [dp-7.2:PAYMENT_OUTCOME_UNKNOWN]',
    (elements) => {
      const response = parseResponse('ReceivePaymentAddRs', elements)
      expect(catchFault(() => readResponse(response, requireTable('Payment'), context)).code).toBe(
        'PAYMENT_OUTCOME_UNKNOWN',
      )
      const other = parseResponse('CustomerAddRs', '')
      expect(catchFault(() => readResponse(other, Customer, context)).code).toBe('REQUEST_OUTCOME_UNKNOWN')
    },
  )
})

describe('CompanyInfo and Preferences', () => {
  it('reads the company with the realm’s ID [dp-2.1:CompanyInfo.Id]', () => {
    const company =
      '<CompanyRet><IsSampleCompany>false</IsSampleCompany><CompanyName>Acme</CompanyName><Address><City>Bayshore</City></Address><FirstMonthFiscalYear>January</FirstMonthFiscalYear></CompanyRet>'
    const { records } = runAtOnce(
      readResponses([parseResponse('CompanyQueryRs', company)], requireTable('CompanyInfo'), context),
    )
    expect(records).toEqual([
      {
        domain: 'QBO',
        sparse: false,
        Id: context.realmId,
        SyncToken: '0',
        CompanyName: 'Acme',
        CompanyAddr: { City: 'Bayshore' },
        FiscalYearStartMonth: 'January',
        SampleFile: false,
        Country: 'US',
        SupportedLanguages: 'en',
      },
    ])
    expect(createReadRequests(requireTable('CompanyInfo')).map(serializeRequest)).toEqual(['<CompanyQueryRq />'])
  })

  it('reads the preferences both sides have', () => {
    const preferences = `<PreferencesRet>
      <AccountingPreferences><IsUsingAccountNumbers>true</IsUsingAccountNumbers><IsUsingClassTracking>true</IsUsingClassTracking><ClosingDate>2025-12-31</ClosingDate></AccountingPreferences>
      <MultiCurrencyPreferences><IsMultiCurrencyOn>false</IsMultiCurrencyOn></MultiCurrencyPreferences>
      <ReportsPreferences><AgingReportBasis>AgeFromDueDate</AgingReportBasis><SummaryReportBasis>Cash</SummaryReportBasis></ReportsPreferences>
    </PreferencesRet>`
    const { records } = runAtOnce(
      readResponses([parseResponse('PreferencesQueryRs', preferences)], requireTable('Preferences'), context),
    )
    expect(records[0]).toMatchObject({
      Id: '1',
      AccountingInfoPrefs: {
        UseAccountNumbers: true,
        ClassTrackingPerTxn: true,
        ClassTrackingPerTxnLine: true,
        BookCloseDate: '2025-12-31',
      },
      TaxPrefs: { UsingSalesTax: false },
      CurrencyPrefs: { MultiCurrencyEnabled: false },
      ReportPrefs: { ReportBasis: 'Cash', CalcAgingReportFromTxnDate: false },
    })
  })
})
