import { Fault } from '@bridge/faults'
import { type EntityTable, type FoundEntity, findEntity, type Registry, registry } from '@bridge/translation'

/**
 * Finds an entity, supported or not, by its case-insensitive name.
 *
 * @throws Fault `NOT_FOUND` for an unknown name
 */
export function requireEntity(name: string, entities: Registry = registry): FoundEntity {
  const entity = findEntity(name, entities)
  if (!entity) throw new Fault('NOT_FOUND', `There is no entity named ${JSON.stringify(name.slice(0, 64))}.`)
  return entity
}

/**
 * Returns an entity's table by its case-insensitive name.
 *
 * @throws Fault `NOT_FOUND` for an unknown name, `UNSUPPORTED_BY_DESKTOP` for an unsupported entity [dp-1.5]
 */
export function requireSupportedEntity(name: string, entities: Registry = registry): EntityTable {
  const entity = requireEntity(name, entities)
  if (entity.kind === 'refused')
    throw new Fault('UNSUPPORTED_BY_DESKTOP', `${entity.name} is not supported: ${entity.reason}.`)
  return entity.table
}
