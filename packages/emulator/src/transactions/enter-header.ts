import { checkAccountType } from '../accounts/account-type.ts'
import type { RequestContext } from '../requests/request-context.ts'
import type { Entry, TransactionKind } from './transaction-kind.ts'

/** Returns an entry with its header completed and checked. Throws status 3140 for an account with a wrong type. */
export function enterHeader(kind: TransactionKind, started: Entry, context: RequestContext): Entry {
  const fields = kind.enterHeader?.(started, context) ?? started.fields
  for (const [name, types] of Object.entries(kind.accountTypes ?? {})) {
    checkAccountType(context.books, { kind: kind.kind, name, header: fields }, types)
  }
  return { ...started, fields }
}
