import type { Database } from '@bridge/database'
import type { KillSwitch } from './kill-switch.ts'

/** Names the step of a database call, if it is a point of the schedule: `journal` for `writeJournal.create`. */
export type NameStep = (call: string) => string | undefined

type Method = (...args: unknown[]) => Promise<unknown>

/** Returns the database as a part sees it: a connection that is cut when the part is killed. */
export function faultInjectingDatabase(database: Database, killSwitch: KillSwitch, nameStep: NameStep): Database {
  const wrap = <Target extends object>(target: Target, path: string): Target =>
    new Proxy(target, {
      get(_target, key) {
        const value: unknown = Reflect.get(target, key)
        if (typeof key === 'symbol' || key === 'then') return value
        const call = path === '' ? key : `${path}.${key}`
        if (typeof value === 'function') {
          return (...args: unknown[]) =>
            killSwitch.step(nameStep(`${call} ${getStatement(args)}`), () => (value as Method).apply(target, args))
        }
        return typeof value === 'object' && value !== null && path === '' ? wrap(value, call) : value
      },
    })
  return wrap(database, '')
}

/** Returns the statement of a raw query. */
function getStatement([statement]: readonly unknown[]): string {
  return Array.isArray(statement) ? statement.join('?') : ''
}
