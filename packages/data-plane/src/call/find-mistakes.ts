import { Fault } from '@bridge/faults'
import {
  checkCreate,
  checkUpdate,
  checkVoid,
  parseQuery,
  planQuery,
  type ReadContext,
  type Registry,
} from '@bridge/translation'
import { requireSupportedEntity } from '../operations/find-entity.ts'
import type { Operation } from '../operations/operation.ts'
import type { Batch, ParsedRequest } from './request.ts'

interface Context {
  readonly entities?: Registry
  readonly readContext: ReadContext
}

/** Returns the faults a request causes before anything is sent: one, or one for each batch item. */
export function findFaults(request: ParsedRequest, context: Context): readonly Fault[] {
  switch (request.kind) {
    case 'changes':
    case 'report':
    case 'entitlements':
      return []
    case 'batch':
      return findBatchFaults(request, context)
    default:
      return findFault(request, context)
  }
}

function findBatchFaults({ items }: Batch, context: Context): readonly Fault[] {
  return items.flatMap(({ operation }, index) =>
    (operation instanceof Fault ? [operation] : findFault(operation, context)).map((fault) => inItem(fault, index)),
  )
}

function findFault(operation: Operation, context: Context): readonly Fault[] {
  try {
    check(operation, context)
    return []
  } catch (error) {
    if (error instanceof Fault) return [error]
    throw error
  }
}

function check(operation: Operation, { entities, readContext }: Context): void {
  switch (operation.kind) {
    case 'create':
      checkCreate(operation.table, operation.body)
      break
    case 'update':
      checkUpdate(operation.table, operation.body)
      break
    case 'void':
      checkVoid(operation.table, operation.body)
      break
    case 'query': {
      const parsed = parseQuery(operation.text)
      planQuery(parsed, requireSupportedEntity(parsed.entity, entities), readContext)
    }
  }
}

function inItem(fault: Fault, index: number): Fault {
  const item = `BatchItemRequest[${index}]`
  const element = fault.element?.startsWith(item) ? fault.element : item
  return new Fault(fault.code, fault.detail, { element, ...(fault.status !== undefined && { status: fault.status }) })
}
