import type { Database } from '@bridge/database'
import type { Life } from './life.ts'

/** Names a step of the database client, or none that the schedule knows: `journal` for `writeJournal.create`. */
export type NameOf = (call: string) => string | undefined

type Method = (...args: unknown[]) => Promise<unknown>

/** The database as a part sees it that can die: a connection that is cut when the part's life ends. */
export function mortalDatabase(database: Database, life: Life, nameOf: NameOf): Database {
  const wrap = <Target extends object>(target: Target, path: string): Target =>
    new Proxy(target, {
      get(_target, key) {
        const value: unknown = Reflect.get(target, key)
        if (typeof key === 'symbol' || key === 'then') return value
        const call = path === '' ? key : `${path}.${key}`
        if (typeof value === 'function') {
          return (...args: unknown[]) =>
            life.step(nameOf(`${call} ${textOf(args)}`), () => (value as Method).apply(target, args))
        }
        return typeof value === 'object' && value !== null && path === '' ? wrap(value, call) : value
      },
    })
  return wrap(database, '')
}

/** The statement of a raw query. */
function textOf([statement]: readonly unknown[]): string {
  return Array.isArray(statement) ? statement.join('?') : ''
}
