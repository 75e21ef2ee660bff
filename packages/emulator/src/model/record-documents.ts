import { childrenByName, childText, type Element } from '@bridge/qbxml'
import { getText, toFields } from '../books/fields.ts'
import { listKinds } from '../books/list-kinds.ts'
import type { Application, Fields, FieldValue, Line, ListRecord, Transaction } from '../books/record.ts'
import { transactionKinds } from '../handlers/transaction-kinds.ts'
import type { LineTable } from '../transactions/line-table.ts'
import type { TransactionKind } from '../transactions/transaction-kind.ts'

/** The elements of a Ret that the emulator computes, or keeps elsewhere. */
const notKept = new Set(['TxnID', 'ListID', 'TimeCreated', 'TimeModified', 'EditSequence', 'LinkedTxn', 'DataExtRet'])
const applied = ['AppliedToTxnRet', 'RefundAppliedToTxnRet'] as const
/** The lists whose records are known by their whole name, so that no parents are needed. */
const namedInFull = new Set(['Account', 'Class'])

/** Returns a list record as the emulator stores it; undefined for another element than a list's Ret. */
export function toListRecord(element: Element): ListRecord | undefined {
  const kind = getKind(element)
  if (!listKinds.has(kind)) return undefined
  const { FullName, ParentRef, ...own } = toStored(toFields(withoutNotKept(element)))
  const fields: Record<string, FieldValue> = own
  if (!namedInFull.has(kind) && ParentRef !== undefined) fields.ParentRef = ParentRef
  if (namedInFull.has(kind) && FullName !== undefined) fields.Name = FullName
  return {
    kind,
    id: childText(element, 'ListID') ?? '',
    created: 0,
    modified: Number(childText(element, 'EditSequence') ?? 0),
    fields,
    custom: [],
  }
}

/** Returns a transaction without its postings; undefined for another element than a transaction's Ret. */
export function toTransaction(element: Element, homeCurrency: string | undefined): Transaction | undefined {
  const kind = transactionKinds.get(getKind(element))
  if (kind === undefined) return undefined
  const header = element.children.filter(({ name }) => !notKept.has(name) && !isOfLines(kind, name))
  const { CurrencyRef, ExchangeRate, ...fields } = toStored(toFields({ ...element, children: header }))
  const currency = CurrencyRef === undefined ? undefined : getText(CurrencyRef as Fields, 'ListID')
  const isForeign = currency !== undefined && currency !== homeCurrency && ExchangeRate !== undefined
  const lines = kind.tables.flatMap((table) => toLines(table, element))
  return {
    kind: kind.kind,
    id: childText(element, 'TxnID') ?? '',
    created: 0,
    modified: Number(childText(element, 'EditSequence') ?? 0),
    number: Number(childText(element, 'TxnNumber') ?? 0),
    fields: isForeign ? { ...fields, CurrencyRef: CurrencyRef as Fields, ExchangeRate } : fields,
    lines,
    applications: [...applied.flatMap((name) => toApplications(element, name)), ...toDeposited(lines)],
    postings: [],
    custom: [],
  }
}

function getKind({ name }: Element): string {
  return name.slice(0, -'Ret'.length)
}

function withoutNotKept(element: Element): Element {
  return { ...element, children: element.children.filter(({ name }) => !notKept.has(name)) }
}

function isOfLines({ tables }: TransactionKind, name: string): boolean {
  const isApplied = applied.some((each) => each === name)
  return isApplied || name.endsWith('AddressBlock') || tables.some((table) => isLineOf(table, name))
}

function isLineOf({ rets, group }: LineTable, name: string): boolean {
  return rets.includes(name) || name === `${group}Ret`
}

/** Returns fields with references as their ListID. */
function toStored(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, toStoredValue(name, value)]))
}

function toStoredValue(name: string, value: FieldValue): FieldValue {
  if (typeof value === 'string') return value
  if (Array.isArray(value)) return value.map((each) => toStoredValue(name, each) as Fields)
  const fields = value as Fields
  return name.endsWith('Ref') && typeof fields.ListID === 'string' ? { ListID: fields.ListID } : toStored(fields)
}

function toLines(table: LineTable, holder: Element): readonly Line[] {
  return holder.children.flatMap((element): Line[] => {
    if (!isLineOf(table, element.name)) return []
    const isGroup = element.name === `${table.group}Ret`
    const side = /^Journal(Debit|Credit)Line$/.exec(element.name)?.[1]
    const own = element.children.filter(({ name }) => name !== 'TxnLineID' && name !== 'DataExtRet')
    const header = isGroup ? own.filter(({ name }) => !isLineOf(table, name) && name !== 'TotalAmount') : own
    const fields = toStored(toFields({ ...element, children: header }))
    return [
      {
        id: childText(element, 'TxnLineID') ?? '',
        table: table.name,
        fields: side === undefined ? fields : { ...fields, JournalLineType: side },
        ...(isGroup && { lines: toLines(table, element) }),
      },
    ]
  })
}

function toApplications(holder: Element, name: (typeof applied)[number]): readonly Application[] {
  return childrenByName(holder, name).map((element): Application => {
    const fields = toStored(toFields(element))
    const discount = getText(fields, 'DiscountAmount')
    const account = getText((fields.DiscountAccountRef ?? {}) as Fields, 'ListID')
    return {
      type: 'settlement',
      to: getText(fields, 'TxnID') ?? '',
      amount: getText(fields, 'Amount') ?? getText(fields, 'RefundAmount') ?? '0.00',
      ...(discount !== undefined && account !== undefined && { discount: { amount: discount, account, class: null } }),
    }
  })
}

function toDeposited(lines: readonly Line[]): readonly Application[] {
  return lines.flatMap(({ id, table, fields }): Application[] => {
    const to = getText(fields, 'TxnID')
    const amount = getText(fields, 'Amount') ?? '0.00'
    return table === 'DepositLine' && to !== undefined ? [{ type: 'deposit', to, line: id, amount }] : []
  })
}
