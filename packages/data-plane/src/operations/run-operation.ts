import type { CompanyFile } from './company-file.ts'
import { create } from './create.ts'
import { withCurrencies } from './currencies.ts'
import type { Operation, Outcome } from './operation.ts'
import { query } from './query.ts'
import { read } from './read.ts'
import { readBy } from './read-by.ts'
import { remove } from './remove.ts'
import { update } from './update.ts'
import { voidRecord } from './void-record.ts'

/**
 * Runs one operation, and warns about values from QuickBooks that cannot be read. Each kind has its own file, which
 * checks, plans, exchanges and reads.
 */
export async function runOperation(company: CompanyFile, operation: Operation): Promise<Outcome> {
  const unreadable = new Set<string>()
  const onUnreadable = (field: string): void => {
    unreadable.add(field)
    company.readContext.onUnreadable?.(field)
  }
  const outcome = await runKind({ ...company, readContext: { ...company.readContext, onUnreadable } }, operation)
  if (unreadable.size === 0) return outcome
  const warning = `QuickBooks Desktop returned values that cannot be read: ${[...unreadable].join(', ')}`
  return { ...outcome, warnings: [...outcome.warnings, warning] }
}

function runKind(company: CompanyFile, operation: Operation): Promise<Outcome> {
  switch (operation.kind) {
    case 'read':
      return withCurrencies(company, (known) => read(known, operation))
    case 'read-by':
      return withCurrencies(company, (known) => readBy(known, operation))
    case 'create':
      return create(company, operation)
    case 'update':
      return update(company, operation)
    case 'delete':
      return remove(company, operation)
    case 'void':
      return voidRecord(company, operation)
    case 'query':
      return withCurrencies(company, (known) => query(known, operation))
  }
}
