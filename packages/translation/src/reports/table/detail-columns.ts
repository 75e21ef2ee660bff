import type { DetailCell, DetailColumn } from './detail-layout.ts'
import type { ListName } from './list-name.ts'

const people: readonly ListName[] = ['customer', 'vendor', 'employee']

/** The columns shared by several detail reports. */
export const txnDate: DetailColumn = {
  title: 'Date',
  key: 'tx_date',
  type: 'Date',
  cell: { kind: 'text', from: 'Date' },
}
export const txnType: DetailColumn = {
  title: 'Transaction Type',
  key: 'txn_type',
  type: 'String',
  cell: { kind: 'type' },
}
export const docNum: DetailColumn = {
  title: 'Num',
  key: 'doc_num',
  type: 'String',
  cell: { kind: 'text', from: 'RefNumber' },
}
export const name: DetailColumn = nameColumn('Name', 'name', 'Name', people)
export const memo: DetailColumn = {
  title: 'Memo/Description',
  key: 'memo',
  type: 'String',
  cell: { kind: 'text', from: 'Memo' },
}
export const account: DetailColumn = nameColumn('Account', 'account_name', 'Account', ['account'])
export const dueDate: DetailColumn = {
  title: 'Due Date',
  key: 'due_date',
  type: 'Date',
  cell: { kind: 'text', from: 'DueDate' },
}

export function nameColumn(title: string, key: string, from: string, lists: readonly ListName[]): DetailColumn {
  return { title, key, type: 'String', cell: { kind: 'name', from, lists } }
}

type AmountTraits = Omit<Extract<DetailCell, { readonly kind: 'amount' }>, 'kind' | 'from'>

export function amountColumn(title: string, key: string, from: string, traits: AmountTraits = {}): DetailColumn {
  return { title, key, type: 'Money', cell: { kind: 'amount', from, ...traits } }
}
