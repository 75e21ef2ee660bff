import { Fault } from '@bridge/faults'
import { type EntityTable, findEntity } from '@bridge/translation'

/**
 * The table of an entity, by its name in any case.
 *
 * @throws Fault `NOT_FOUND` for an unknown name, `UNSUPPORTED_BY_DESKTOP` for one that is not served (specification, 1.5)
 */
export const builtEntity = (name: string): EntityTable => {
  const found = findEntity(name)
  if (!found) throw new Fault('NOT_FOUND', `There is no entity named ${JSON.stringify(name.slice(0, 64))}.`)
  if (found.kind === 'refused') throw new Fault('UNSUPPORTED_BY_DESKTOP', `${found.name}: ${found.reason}`)
  return found.table
}
