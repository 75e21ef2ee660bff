import { creditMemo } from '../sales/credit-memo.ts'
import { estimate } from '../sales/estimate.ts'
import { invoice } from '../sales/invoice.ts'
import { salesReceipt } from '../sales/sales-receipt.ts'
import type { TransactionKind } from './transaction-kind.ts'

// Made when it is first asked for: kinds use functions that look kinds up.
let kinds: ReadonlyMap<string, TransactionKind> | undefined

const allKinds = (): ReadonlyMap<string, TransactionKind> => {
  kinds ??= new Map([invoice, salesReceipt, estimate, creditMemo].map((kind) => [kind.kind, kind]))
  return kinds
}

/** The kind of transaction of that name; `undefined` where the company file does not know it. */
export const transactionKind = (name: string): TransactionKind | undefined => allKinds().get(name)

/** Whether documents of that kind are transactions. `Opening` is the entry that an opening balance makes. */
export const isTransactionKind = (name: string): boolean => name === 'Opening' || allKinds().has(name)
