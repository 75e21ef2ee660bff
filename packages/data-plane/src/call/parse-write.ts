import { Fault } from '@bridge/faults'
import { type EntityTable, type FoundEntity, identify, type Registry, readIds } from '@bridge/translation'
import type { WriteDescription } from '../desktop/desktop.ts'
import { requireEntity, requireSupportedEntity } from '../operations/find-entity.ts'
import type { WriteOperation } from '../operations/operation.ts'

/** The write named by the request; undefined on a create. */
export type NamedWrite = 'update' | 'delete' | 'void' | undefined

/**
 * Returns a writable entity's table by its case-insensitive name.
 *
 * @throws Fault `NOT_FOUND`, `UNSUPPORTED_BY_DESKTOP`; the latter with status 400 for voiding an entity without voids
 */
export function requireWritableEntity(name: string, named: NamedWrite, entities?: Registry): EntityTable {
  const entity = requireEntity(name, entities)
  if (named === 'void') requireVoidable(entity)
  return requireSupportedEntity(name, entities)
}

/**
 * Voiding an entity without voids is a mistake in the request, hence 400 instead of the code's 422
 * [dp-7.1:UNSUPPORTED_BY_DESKTOP].
 */
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
 * Returns the write described by a body. A body with a record's Id changes this record [dp-4.2.1].
 *
 * @param sent a JSON object, whose IDs may be numbers
 * @throws Fault `BAD_REQUEST`, `UNSUPPORTED_BY_DESKTOP`
 */
export function toWriteOperation(
  table: EntityTable,
  named: NamedWrite,
  sent: unknown,
  requestId: string | undefined,
): WriteOperation {
  const body = readIds(sent)
  const { id, sparse } = identify(body)
  const kind = named === 'delete' || named === 'void' ? named : id === undefined ? (named ?? 'create') : 'update'
  if (kind !== 'void') requireSupport(table, kind)
  const write: WriteDescription = {
    entity: table.name,
    operation: kind,
    ...(requestId !== undefined && { requestId }),
  }
  if (kind === 'create') {
    if (sparse) throw missingId('A sparse update')
    return { kind, table, body, write }
  }
  if (id === undefined) throw missingId(`${kind === 'update' ? 'An' : 'A'} ${kind}`)
  return kind === 'delete' ? { kind, table, id, body, write } : { kind, table, body, write }
}

function requireSupport(table: EntityTable, operation: 'create' | 'update' | 'delete'): void {
  if (table.can.includes(operation)) return
  throw new Fault('UNSUPPORTED_BY_DESKTOP', unsupportedDetail(table, operation))
}

function unsupportedDetail(table: EntityTable, operation: 'create' | 'update' | 'delete'): string {
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
