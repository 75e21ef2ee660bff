import { Fault } from '@bridge/faults'
import { type EntityTable, type FoundEntity, identify, type Registry } from '@bridge/translation'
import { builtEntity, knownEntity } from './entity.ts'
import type { WriteOperation } from './operation.ts'

/** What a client says that a write is; a create on its own address says nothing. */
export type AskedWrite = 'update' | 'delete' | 'void' | undefined

/**
 * The table of an entity that is to be written, by its name in any case.
 *
 * @throws Fault `NOT_FOUND`, `UNSUPPORTED_BY_DESKTOP`; the latter with 400 for a void of what cannot be voided
 */
export function writtenEntity(name: string, asked: AskedWrite, entities?: Registry): EntityTable {
  const entity = knownEntity(name, entities)
  if (asked === 'void') requireVoidable(entity)
  return builtEntity(name, entities)
}

/** What cannot be voided is a mistake in the request, with another status than what the desktop cannot do (section 7.1). */
function requireVoidable(entity: FoundEntity): void {
  if (entity.kind === 'built' && entity.table.can.includes('void')) return
  const table = entity.kind === 'built' ? entity.table : entity
  const instead = entity.kind === 'built' && entity.table.can.includes('delete') ? ' Delete the record instead.' : ''
  throw new Fault('UNSUPPORTED_BY_DESKTOP', `${table.name} records cannot be voided.${instead}`, {
    status: 400,
    element: 'operation',
  })
}

/**
 * Which write a body asks for: one that names its record changes it (specification, section 4.2, rules 1, 2, 4, 5 and 6).
 *
 * @param body a JSON object
 * @throws Fault `BAD_REQUEST`, `UNSUPPORTED_BY_DESKTOP`
 */
export function writeOperation(
  table: EntityTable,
  asked: AskedWrite,
  body: unknown,
  requestId: string | undefined,
): WriteOperation {
  const withRequestId = requestId === undefined ? {} : { requestId }
  const { id, sparse } = identify(body)
  if (asked === 'delete') {
    refuseUnless(table, 'delete')
    if (id === undefined) throw missingId('A delete')
    return { kind: 'delete', table, id, body, ...withRequestId }
  }
  if (asked === 'void') {
    if (id === undefined) throw missingId('A void')
    return { kind: 'void', table, body, ...withRequestId }
  }
  if (id !== undefined) {
    refuseUnless(table, 'update')
    return { kind: 'update', table, body, ...withRequestId }
  }
  if (asked === 'update') {
    refuseUnless(table, 'update')
    throw missingId('An update')
  }
  refuseUnless(table, 'create')
  if (sparse) throw missingId('A sparse update')
  return { kind: 'create', table, body, ...withRequestId }
}

function refuseUnless(table: EntityTable, operation: 'create' | 'update' | 'delete') {
  if (table.can.includes(operation)) return
  throw new Fault('UNSUPPORTED_BY_DESKTOP', refusal(table, operation))
}

function refusal(table: EntityTable, operation: 'create' | 'update' | 'delete'): string {
  if (!table.can.includes('create') && !table.can.includes('update'))
    return `${table.name} can only be read and queried.`
  if (operation === 'delete' && table.kind === 'list') {
    return `${table.name} records are never deleted. Deactivate the record with an update to \`Active: false\`.`
  }
  return `QuickBooks Desktop cannot ${operation} ${table.name} records.`
}

function missingId(what: string): Fault {
  return new Fault('BAD_REQUEST', `${what} needs the Id of the record in the body.`, { element: 'Id' })
}
