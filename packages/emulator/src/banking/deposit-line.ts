import { checkPosting } from '../accounts/account-type.ts'
import { requireSpecialAccount } from '../accounts/special-account.ts'
import type { Books } from '../books/books.ts'
import { findHeaderCurrency } from '../books/exchange-rates.ts'
import { getRefId, getText } from '../books/fields.ts'
import type { Fields, FieldValue } from '../books/record.ts'
import { isId } from '../requests/resolve.ts'
import { invalidField, invalidId, missingElement, objectNotFound } from '../requests/status-error.ts'
import { refuseCurrency } from '../requests/unproved-currency-choices.ts'
import { type LineEntry, type LineTable, lineTable } from '../transactions/line-table.ts'
import { getUndepositedAmount, isUndeposited } from '../transactions/undeposited.ts'

/** A deposit's lines: received payments, identified by PaymentTxnID, or other lines. */
export const depositLines: LineTable = lineTable('DepositLine', {
  enter(line, { books }) {
    if (getText(line.requested, 'PaymentTxnID') !== undefined) return paymentLine(books, line)
    return isPaymentLine(line.fields) ? keptPaymentLine(line) : freeLine(books, line)
  },
})

function paymentLine(books: Books, { header, requested, current }: LineEntry): Fields {
  const id = getText(requested, 'PaymentTxnID') ?? ''
  if (current !== undefined) throw invalidField('PaymentTxnID', id, 'The payment of a line cannot be changed.')
  if (!isId(id)) throw invalidId(id, 'PaymentTxnID')
  const payment = books.transactions.get(id)
  if (payment === undefined) throw objectNotFound(id)
  if (!isUndeposited(books, payment)) {
    throw invalidField('PaymentTxnID', id, 'This transaction is not in undeposited funds.')
  }
  if (findHeaderCurrency(payment.fields) !== findHeaderCurrency(header))
    throw refuseCurrency('depositedPayment', 'PaymentTxnID', id)
  const line: Record<string, FieldValue> = {
    TxnType: payment.kind,
    TxnID: id,
    AccountRef: { ListID: requireSpecialAccount(books, 'UndepositedFunds').id },
    Amount: getUndepositedAmount(books, payment),
  }
  const customer = getRefId(payment.fields, 'CustomerRef')
  if (customer !== undefined) line.EntityRef = { ListID: customer }
  const method = getRefId(payment.fields, 'PaymentMethodRef')
  if (method !== undefined) line.PaymentMethodRef = { ListID: method }
  const number = getText(payment.fields, payment.kind === 'SalesReceipt' ? 'CheckNumber' : 'RefNumber')
  if (number !== undefined) line.CheckNumber = [...number].slice(0, 11).join('')
  const memo = getText(payment.fields, 'Memo')
  if (memo !== undefined) line.Memo = memo
  const lineId = getText(requested, 'PaymentTxnLineID')
  if (lineId !== undefined) line.PaymentTxnLineID = lineId
  return { ...line, ...overrides(requested) }
}

function overrides(requested: Fields): Fields {
  const line: Record<string, FieldValue> = {}
  for (const [from, to] of [
    ['OverrideMemo', 'Memo'],
    ['OverrideCheckNumber', 'CheckNumber'],
    ['OverrideClassRef', 'ClassRef'],
  ] as const) {
    const value = requested[from]
    if (value !== undefined && value !== '') line[to] = value
  }
  return line
}

// A Mod cannot change a payment's payer or amount.
function keptPaymentLine({ fields, current }: LineEntry): Fields {
  const { Memo: _memo, CheckNumber: _number, ClassRef: _class, ...kept } = current?.fields ?? {}
  const line: Record<string, FieldValue> = { ...kept }
  for (const name of ['Memo', 'CheckNumber', 'ClassRef']) {
    const value = fields[name]
    if (value !== undefined) line[name] = value
  }
  return line
}

function freeLine(books: Books, { fields }: LineEntry): Fields {
  if (getRefId(fields, 'AccountRef') === undefined) throw missingElement('AccountRef')
  checkPosting(books, fields, 'AccountRef')
  return { Amount: '0.00', ...fields }
}

/** Whether a stored line deposits a payment. */
export function isPaymentLine(line: Fields): boolean {
  return getText(line, 'TxnID') !== undefined
}
