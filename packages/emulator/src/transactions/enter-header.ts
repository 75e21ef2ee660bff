import { checkAccountType } from '../accounts/account-type.ts'
import type { RequestContext } from '../requests/request-context.ts'
import { withCurrency } from './currency.ts'
import type { Entry, TransactionKind } from './transaction-kind.ts'

/** Returns an entry with its header completed and checked. Throws status 3140 for an account with a wrong type. */
export function enterHeader(kind: TransactionKind, started: Entry, context: RequestContext): Entry {
  const entry = withCurrency(kind, started, context)
  const fields = kind.enterHeader?.(entry, context) ?? entry.fields
  for (const [name, types] of Object.entries(kind.accountTypes ?? {})) {
    checkAccountType(context.books, { kind: kind.kind, name, header: fields }, types)
  }
  return { ...entry, fields }
}
