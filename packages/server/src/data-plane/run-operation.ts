import type { CompanyFile } from './company-file.ts'
import type { Operation, Outcome } from './operation.ts'
import { create } from './operations/create.ts'
import { query } from './operations/query.ts'
import { read } from './operations/read.ts'
import { readBy } from './operations/read-by.ts'
import { remove } from './operations/remove.ts'
import { update } from './operations/update.ts'
import { voidRecord } from './operations/void-record.ts'

/** Checks, plans, exchanges and reads: each operation is these steps in one file. */
export function runOperation(company: CompanyFile, operation: Operation): Promise<Outcome> {
  switch (operation.kind) {
    case 'read':
      return read(company, operation.table, operation.id)
    case 'read-by':
      return readBy(company, operation.table, operation.parameters)
    case 'create':
      return create(company, operation.table, operation.body, operation.requestId)
    case 'update':
      return update(company, operation.table, operation.body, operation.requestId)
    case 'delete':
      return remove(company, operation.table, operation.id, operation.requestId)
    case 'void':
      return voidRecord(company, operation.table, operation.body, operation.requestId)
    case 'query':
      return query(company, operation.text, { explain: operation.explain })
  }
}
