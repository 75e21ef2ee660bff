import { referenceFields, referenceLineFields } from '@bridge/translation/testing/reference-fields'
import type { Body } from '../valid-bodies.fixture.ts'
import { type SampleOf, Structure } from './sample-values.fixture.ts'

/** A documented field in a body, and the value to send in it. */
export interface SentField {
  readonly path: readonly (string | number)[]
  readonly value: unknown
  /** QBO itself ignores what a client sends here. */
  readonly isReadOnly: boolean
}

function words(text: string): readonly string[] {
  return text.trim().split(/\s+/)
}

/** Fields in QBO's schema on all records of a kind, omitted in each entity's list. */
const onEveryRecord = words('AttachableRef CustomField domain sparse status')
const onTransactions = words('TxnStatus TxnSource LinkedTxn TxnTaxDetail ProjectRef RecurDataRef Tag PrivateNote')
const onSalesForms = words(
  `AutoDocNumber RemitToRef SalesRepRef PONumber FOB TemplateRef ARAccountRef FinanceCharge PaymentType CheckPayment
  DiscountRate DiscountAmt`,
)
const onNames = words('IntuitId Organization UserId OtherContactInfo DefaultTaxCodeRef')
const onLines = words('Description Received LinkedTxn CustomField ProjectRef')
const names = new Set(['Customer', 'Vendor', 'Employee'])
const salesForms = new Set(['Invoice', 'SalesReceipt', 'Estimate', 'CreditMemo', 'RefundReceipt'])

/** Fields documented by QBO as read-only, or computed: it ignores what a client sends. */
const readOnlyFields = new Set(
  words(
    `domain sparse status FullyQualifiedName Level Classification CurrentBalance CurrentBalanceWithSubAccounts
    TotalAmt HomeTotalAmt HomeBalance UnappliedAmt RemainingCredit RecurDataRef TaxExemptionRef DeliveryInfo InvoiceLink
    V4IDPseudonym OverDueBalance TotalRevenue TotalExpense BalanceWithJobs ClientCompanyId ClientEntityId IntuitId UserId
    AvgCost QtyOnPurchaseOrder QtyOnSalesOrder HomeTotalCostAmount TimeChargeId HoursInEmployeeTimeZone
    Account.SubAccount CreditMemo.PaymentMethodRef`,
  ),
)
/** The total is what a client pays with these. */
const paidTotals = new Set(['Payment', 'BillPayment'])

function isReadOnly(entity: string, field: string, operation: 'create' | 'update'): boolean {
  if (field === 'TotalAmt') return !paidTotals.has(entity)
  // A new customer or vendor opens with it.
  if (field === 'Balance') return !names.has(entity) || operation === 'update'
  return readOnlyFields.has(field) || readOnlyFields.has(`${entity}.${field}`)
}

const identity = new Set(['Id', 'SyncToken', 'Line', 'MetaData', 'Name', 'DisplayName'])

function isStructure(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isReference(value)
}

function isReference(value: object): boolean {
  return 'value' in value || (Object.keys(value).length === 1 && 'name' in value)
}

/** Lists a structure's members, or the value itself. */
function expand(path: SentField['path'], value: unknown, isReadOnly: boolean): readonly SentField[] {
  if (value instanceof Structure)
    return [{ path, value: value.whole, isReadOnly }, ...expand(path, value.others, isReadOnly)]
  if (!isStructure(value)) return [{ path, value, isReadOnly }]
  return Object.entries(value).flatMap(([name, inner]) => expand([...path, name], inner, isReadOnly))
}

/** Lists an entity's documented fields. */
export function listHeaderFields(
  entity: string,
  operation: 'create' | 'update',
  sampleOf: SampleOf,
): readonly SentField[] {
  const isTransaction = referenceFields[entity]?.includes('TxnDate') === true && entity !== 'TimeActivity'
  const listed = new Set([
    ...(referenceFields[entity] ?? []),
    ...onEveryRecord,
    ...(isTransaction ? onTransactions : []),
    ...(salesForms.has(entity) ? onSalesForms : []),
    ...(names.has(entity) ? onNames : []),
  ])
  return [...listed]
    .filter((field) => !identity.has(field))
    .flatMap((field) => expand([field], sampleOf(entity, field), isReadOnly(entity, field, operation)))
}

/** Lists the documented fields in a body's lines. */
export function listLineFields(entity: string, lines: readonly Body[], sampleOf: SampleOf): readonly SentField[] {
  return lines.flatMap((line, index) => {
    const detail = Object.keys(line).find((name) => name in referenceLineFields)
    const own = onLines.flatMap((field) => expand(['Line', index, field], sampleOf(`${entity}.Line`, field), false))
    const ofDetail = (detail === undefined ? [] : (referenceLineFields[detail] ?? [])).flatMap((field) =>
      expand(['Line', index, detail ?? '', field], sampleOf(detail ?? '', field), false),
    )
    return [...own, ...ofDetail]
  })
}

/** `Line[0].SalesItemLineDetail.ItemRef` */
export function formatPath(path: SentField['path']): string {
  return path
    .map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`))
    .join('')
    .slice(1)
}
