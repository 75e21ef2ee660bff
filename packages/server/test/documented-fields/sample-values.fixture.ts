import type { Body } from '../valid-bodies.fixture.ts'

type SendCall = (path: string) => Promise<{ readonly status: number; readonly body: Body }>

/** Returns the value a client would send in an entity's field, or in a line's details. */
export type SampleOf = (owner: string, field: string) => unknown

/** An ID without a record. */
const unknownRef = { value: '8000FFFF-1' }

/** A structure with members sent together, and others sent one by one. */
export class Structure {
  readonly whole: Readonly<Record<string, unknown>>
  readonly others: Readonly<Record<string, unknown>>

  constructor(whole: Structure['whole'], others: Structure['others']) {
    this.whole = whole
    this.others = others
  }
}

const place = {
  Line1: '12 Mill Lane',
  Line2: 'Floor 2',
  City: 'Auburn',
  CountrySubDivisionCode: 'CA',
  PostalCode: '95603',
}
const address = new Structure(place, {
  Line3: 'Door 3',
  Line4: 'Yard 4',
  Line5: 'Gate 5',
  Country: 'USA',
  CountryCode: 'US',
  County: 'Placer',
  PostalCodeSuffix: '1234',
  Tag: 'Billing',
  Note: 'Ring twice',
})
const phone = new Structure(
  { FreeFormNumber: '530-555-0101' },
  { DeviceType: 'LandLine', CountryCode: '1', AreaCode: '530', ExchangeCode: '555', Extension: '12', Tag: 'Business' },
)
const email = new Structure({ Address: 'office@example.com' }, { Tag: 'Business' })
const website = new Structure({ URI: 'https://office.example.com' }, { Tag: 'Business' })
const chargeInfo = {
  Number: '4111111111111111',
  Type: 'Visa',
  NameOnAcct: 'Ada Lovelace',
  CcExpiryMonth: 9,
  CcExpiryYear: 2031,
  BillAddrStreet: '12 Mill Lane',
  PostalCode: '95603',
  Amount: 5,
  ProcessPayment: true,
}
const chargeResponse = {
  Status: 'Completed',
  AuthCode: 'A1',
  TxnAuthorizationTime: '2026-03-04T10:00:00Z',
  CCTransId: 'T1',
}
const message = { Subject: 'Your form', Message: 'Thank you' }

/** Values by field, or by owner and field where the same name has another meaning. Structures are sent member by member. */
const plain: Readonly<Record<string, unknown>> = {
  'Account.TaxAccount': true,
  'BillPayment.CheckPayment': {
    PrintStatus: 'NeedToPrint',
    CheckDetail: { CheckNum: '77' },
    PayeeAddr: { Line1: '1 High Street' },
  },
  'BillPayment.CreditCardPayment': { CCDetail: { Number: '4111' } },
  'Customer.Notes': 'Prefers mornings',
  'DepositLineDetail.CheckNum': '1007',
  'DepositLineDetail.TxnType': 'Check',
  'Employee.EmployeeType': 'Owner',
  'Estimate.TxnStatus': 'Closed',
  'JournalEntryLineDetail.TaxCodeRef': { value: 'TAX' },
  'Item.Taxable': false,
  'PaymentMethod.Type': 'CREDIT_CARD',
  'PurchaseOrder.EmailStatus': 'NeedToSend',
  'SalesItemLineDetail.MarkupInfo': { PercentBased: true, Value: 5, Percent: 10 },
  'TaxLineDetail.TaxPercent': 7,
  AbatementRate: 2,
  AcceptedBy: 'Ada',
  AccountPurposes: ['Payroll'],
  AcctNum: '4711',
  Active: true,
  Adjustment: true,
  Balance: 50,
  BankNum: '991',
  BillRate: 90,
  BillableStatus: 'Billable',
  BillableTime: true,
  BirthDate: '1985-05-05',
  BreakHours: 1,
  BreakMinutes: 10,
  BreakSeconds: 10,
  CashBack: { Memo: 'for the till' },
  CheckPayment: { CheckNum: '77', Status: 'Cleared', NameOnAcct: 'Ada', AcctNum: '12', BankName: 'First' },
  CostRate: 40,
  CreditCardPayment: { CreditChargeInfo: chargeInfo, CreditChargeResponse: chargeResponse },
  CreditLimit: 900,
  CustomerMemo: { value: 'See you soon' },
  DayOfMonthDue: 12,
  DeliveryInfo: { DeliveryType: 'Email' },
  Deposit: 4,
  Description: 'as agreed',
  DiscountDayOfMonth: 5,
  DiscountDays: 6,
  DiscountPercent: 2,
  DocNumber: 'DOC-77',
  DueDays: 11,
  DueNextMonthDays: 4,
  EmailStatus: 'NeedToSend',
  EmployeeType: 'Officer',
  EndTime: '2026-03-04T10:00:00Z',
  ExchangeRate: 1.5,
  GlobalTaxCalculation: 'TaxInclusive',
  HourlyRate: 75,
  Hours: 3,
  InvStartDate: '2026-01-05',
  JobInfo: {
    Status: 'Awarded',
    StartDate: '2026-03-01',
    ProjectedEndDate: '2026-05-01',
    EndDate: '2026-06-01',
    Description: 'Kitchen',
  },
  LinkedTxn: [{ TxnId: '1-1', TxnType: 'Invoice' }],
  MiddleName: 'B',
  Minutes: 20,
  NewQty: 5,
  OpenBalanceDate: '2026-01-05',
  OpeningBalance: 60,
  OpeningBalanceDate: '2026-01-05',
  PaymentType: 'CreditCard',
  PercentBased: true,
  PONumber: 'PO-7',
  POStatus: 'Closed',
  PreferredDeliveryMethod: 'Email',
  PrintStatus: 'NeedToPrint',
  ProcessBillPayment: true,
  ProcessPayment: true,
  PurchaseCost: 2.5,
  QtyOnHand: 8,
  Quantity: 3,
  RatePercent: 5,
  Received: 3,
  ReorderPoint: 4,
  ReverseChargeRate: 2,
  SalesPrice: 3,
  Seconds: 15,
  ServiceDate: '2026-03-02',
  SSN: '123-45-6789',
  StartTime: '2026-03-04T08:00:00Z',
  SubscriptionPaymentsSetting: { Enabled: true },
  Tag: [{ Name: 'North' }],
  TaxAmount: 1.5,
  TaxIdentifier: '12-3456789',
  TDSOverrideThreshold: 5,
  TotalCostAmount: 12,
  UnitPrice: 12.5,
  UseTimeEntry: 'UseTimeEntry',
  Gender: 'Female',
  EmailMessagesPrefs: { InvoiceMessage: message },
}

/** Yes-or-no fields, as words in a text to keep them short. */
const flags = new Set(
  `Vendor1099 Taxable T4AEligible T5018Eligible HasTPAR TDSEnabled IsSubContractor IsProject IsCISContractor Job SubItem
  SubClass SubAccount BillWithParent Organization TrackQtyOnHand SalesTaxIncluded PurchaseTaxIncluded OnlineBankingEnabled
  PrintGroupedItems SpecialItem FreeFormAddress ApplyTaxAfterDiscount Credit IncludeInAnnualTPAR LessCIS ShippingAdjustment
  AllowOnlineACHPayment AllowOnlineCreditCardPayment AllowOnlinePayment AllowIPNPayment AllowOnlinePayPalPayment
  AllowOnlineAffirmPayment AutoPayEligible SchedulePayEligible GratuityEnabled FinanceCharge HomeCurrencyAdjustment
  EnteredInHomeCurrency ManuallyClosed TaxInclusive`.split(/\s+/),
)

/** Looks up the names behind references, and returns the values for all documented fields. */
export async function createSampleValues(call: SendCall): Promise<SampleOf> {
  const find = async (condition: string, position = 0) => {
    const query = `SELECT * FROM ${condition} MAXRESULTS ${position + 1}`
    const { body } = await call(`/query?query=${encodeURIComponent(query)}`)
    const records = (Object.values(body.QueryResponse ?? {}).find(Array.isArray) ?? []) as { Id: string }[]
    const found = records[position]
    if (found === undefined) throw new Error(`There is no ${condition}.`)
    return { value: found.Id }
  }
  const account = (type: string, position = 0) => find(`Account WHERE AccountType = '${type}'`, position)
  const [customer, vendor, employee, ClassRef, bank, expense, income, payable, receivable] = await Promise.all([
    find('Customer', 1),
    find('Vendor', 1),
    find('Employee'),
    find('Class', 1),
    account('Bank', 1),
    account('Expense', 1),
    account('Income', 1),
    account('Accounts Payable'),
    account('Accounts Receivable'),
  ])
  const named = {
    CustomerRef: customer,
    VendorRef: vendor,
    EmployeeRef: employee,
    ClassRef,
    SalesTermRef: await find('Term', 1),
    PaymentMethodRef: await find('PaymentMethod', 1),
    CustomerTypeRef: await find('CustomerType', 1),
    VendorTypeRef: await find('VendorType', 1),
    SalesRepRef: { name: 'DC' },
    ShipMethodRef: { name: 'UPS' },
    TemplateRef: { name: 'Intuit Product Invoice' },
    ItemRef: await find("Item WHERE Type = 'Service'", 1),
    ARAccountRef: receivable,
    APAccountRef: payable,
    ExpenseAccountRef: expense,
    IncomeAccountRef: income,
    AccountRef: expense,
    AdjustAccountRef: expense,
    DepositToAccountRef: bank,
    PrefillAccountRef: expense,
    PrefVendorRef: vendor,
    DiscountAccountRef: income,
    ItemAccountRef: income,
    EntityRef: vendor,
    TaxCodeRef: { value: 'NON' },
    SalesTaxCodeRef: { value: 'NON' },
    CurrencyRef: { value: 'EUR' },
    DefaultTaxCodeRef: await find('TaxRate'),
  }
  const values: Readonly<Record<string, unknown>> = {
    ...plain,
    ...named,
    TermRef: named.SalesTermRef,
    Entity: customer,
    'JournalEntryLineDetail.Entity': { Type: 'Customer', EntityRef: customer },
    'PurchaseOrder.ShipTo': customer,
    'Item.ParentRef': await find("Item WHERE Type = 'Service'", 1),
    'Customer.ParentRef': customer,
    'Class.ParentRef': ClassRef,
    'Account.ParentRef': expense,
    CustomField: [{ Name: 'Driver', StringValue: 'Ada', Type: 'StringType' }],
    TxnTaxDetail: {
      TxnTaxCodeRef: named.DefaultTaxCodeRef,
      DefaultTaxCodeRef: { value: 'NON' },
      TotalTax: 99,
      TaxReviewStatus: 'AcceptedWithoutReview',
      TaxLine: [{ Amount: 98, DetailType: 'TaxLineDetail', TaxLineDetail: { TaxPercent: 7 } }],
      UseAutomatedSalesTax: true,
    },
  }
  // QuickBooks refuses another account's number.
  let accountNumber = 4700
  return (owner, field) => {
    if (owner === 'Account' && field === 'AcctNum') {
      accountNumber += 1
      return String(accountNumber)
    }
    return values[`${owner}.${field}`] ?? values[field] ?? sampleByForm(field)
  }
}

/** Returns a value for a field whose name shows its form. */
function sampleByForm(field: string): unknown {
  if (flags.has(field)) return true
  if (/(Addr|^ShipTo)$/.test(field)) return address
  if (/Email/.test(field)) return email
  if (/(Phone|Mobile|Fax)$/.test(field)) return phone
  if (/WebAddr$/.test(field)) return website
  if (/Ref$/.test(field)) return unknownRef
  if (/Date$/.test(field)) return '2026-03-04'
  if (/(Amt|Amount|Rate|Price|Cost|Qty)$/.test(field)) return 3.5
  return 'As agreed'
}
