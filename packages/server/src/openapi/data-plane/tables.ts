import { departmentsFromClasses, type EntityTable, registry } from '@bridge/translation'

/** Returns the tables of all supported entities, including Department, which depends on a realm setting. */
export function builtTables(): readonly EntityTable[] {
  return Object.values(departmentsFromClasses(registry)).flatMap((found) =>
    found.kind === 'built' ? [found.table] : [],
  )
}

/** Returns the tables of the entities that can be created or updated. */
export function writtenTables(): readonly EntityTable[] {
  return builtTables().filter(({ can }) => can.includes('create') || can.includes('update'))
}
