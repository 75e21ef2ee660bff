import type { CompanyFile } from './company-file.ts'
import { create } from './create.ts'
import type { Operation, Outcome } from './operation.ts'
import { query } from './query.ts'
import { read } from './read.ts'
import { readBy } from './read-by.ts'
import { remove } from './remove.ts'
import { update } from './update.ts'
import { voidRecord } from './void-record.ts'

/** Runs one operation. Each kind has its own file, which checks, plans, exchanges and reads. */
export function runOperation(company: CompanyFile, operation: Operation): Promise<Outcome> {
  switch (operation.kind) {
    case 'read':
      return read(company, operation)
    case 'read-by':
      return readBy(company, operation)
    case 'create':
      return create(company, operation)
    case 'update':
      return update(company, operation)
    case 'delete':
      return remove(company, operation)
    case 'void':
      return voidRecord(company, operation)
    case 'query':
      return query(company, operation)
  }
}
