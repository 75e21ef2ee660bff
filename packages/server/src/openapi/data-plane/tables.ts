import { departmentsFromClasses, type EntityTable, registry } from '@bridge/translation'

/** Returns all supported entities' tables, including Department, which depends on a realm setting. */
export function builtTables(): readonly EntityTable[] {
  return Object.values(departmentsFromClasses(registry)).flatMap((found) =>
    found.kind === 'built' ? [found.table] : [],
  )
}

/** Returns the tables for entities to create or update. */
export function writtenTables(): readonly EntityTable[] {
  return builtTables().filter(({ can }) => can.includes('create') || can.includes('update'))
}
