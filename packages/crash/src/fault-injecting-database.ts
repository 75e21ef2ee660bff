import { type Database, sharePool } from '@bridge/database'
import type { KillSwitch } from './kill-switch.ts'

/** Names the step of a database call, if it is a point of the schedule: `journal` for `writeJournal.create`. */
export type NameStep = (call: string) => string | undefined

type Method = (...args: unknown[]) => Promise<unknown>
type Work = (transaction: object) => Promise<unknown>

/**
 * Returns the database as a part sees it: a connection that is cut when the part is killed.
 *
 * @param entersTransactions whether the part can be killed between the statements of a transaction, which rolls it back
 */
export function faultInjectingDatabase(
  database: Database,
  killSwitch: KillSwitch,
  nameStep: NameStep,
  { entersTransactions = false } = {},
): Database {
  const cut = killSwitch.killed.then(() => Promise.reject(new Error('The connection was cut.')))
  cut.catch(() => undefined)
  const enter = (argument: unknown): unknown =>
    entersTransactions && typeof argument === 'function'
      ? (transaction: object) => Promise.race([(argument as Work)(wrap(transaction, '')), cut])
      : argument
  const wrap = <Target extends object>(target: Target, path: string): Target =>
    new Proxy(target, {
      get(_target, key) {
        const value: unknown = Reflect.get(target, key)
        if (typeof key === 'symbol' || key === 'then') return value
        const call = path === '' ? key : `${path}.${key}`
        if (typeof value === 'function') {
          return (...args: unknown[]) =>
            killSwitch.step(nameStep(`${call} ${getStatement(args)}`), () =>
              (value as Method).apply(target, args.map(enter)),
            )
        }
        return typeof value === 'object' && value !== null && path === '' ? wrap(value, call) : value
      },
    })
  const wrapper = wrap(database, '')
  sharePool(database, wrapper)
  return wrapper
}

/** Returns the statement of a raw query. */
function getStatement([statement]: readonly unknown[]): string {
  return Array.isArray(statement) ? statement.join('?') : ''
}
