import { type Database, sharePool } from '@bridge/database'
import type { KillSwitch } from './kill-switch.ts'

/** Names a database call's step, if it is a schedule point: `journal` for `writeJournal.create`. */
export type NameStep = (call: string) => string | undefined

type Method = (...args: unknown[]) => Promise<unknown>
type Work = (transaction: object) => Promise<unknown>

/**
 * Returns the database as seen by a part: a connection cut when the part is killed.
 *
 * @param isLost whether the database ends before or after a step; its caller gets an error and continues
 * @param entersTransactions whether the part can be killed between a transaction's statements, which rolls it back
 */
export function faultInjectingDatabase(
  database: Database,
  killSwitch: KillSwitch,
  nameStep: NameStep,
  {
    isLost = () => false,
    entersTransactions = false,
  }: { readonly isLost?: (point: string) => boolean; readonly entersTransactions?: boolean } = {},
): Database {
  const cut = killSwitch.killed.then(() => Promise.reject(new Error('The connection was cut.')))
  cut.catch(() => undefined)
  const enter = (argument: unknown): unknown =>
    entersTransactions && typeof argument === 'function'
      ? (transaction: object) => Promise.race([(argument as Work)(wrap(transaction, '')), cut])
      : argument
  const lose = (point: string): void => {
    if (isLost(point)) throw new Error('Connection terminated unexpectedly')
  }
  const takeStep = (name: string | undefined, work: () => Promise<unknown>): Promise<unknown> =>
    killSwitch.step(name, async () => {
      if (name !== undefined) lose(`before ${name}`)
      const result = await work()
      if (name !== undefined) lose(`after ${name}`)
      return result
    })
  const wrap = <Target extends object>(target: Target, path: string): Target =>
    new Proxy(target, {
      get(_target, key) {
        const value: unknown = Reflect.get(target, key)
        if (typeof key === 'symbol' || key === 'then') return value
        const call = path === '' ? key : `${path}.${key}`
        if (typeof value === 'function') {
          return (...args: unknown[]) =>
            takeStep(nameStep(`${call} ${getStatement(args)}`), () => (value as Method).apply(target, args.map(enter)))
        }
        return typeof value === 'object' && value !== null && path === '' ? wrap(value, call) : value
      },
    })
  const wrapper = wrap(database, '')
  sharePool(database, wrapper, (text, run) => takeStep(nameStep(text), run))
  return wrapper
}

/** Returns a raw query's statement. */
function getStatement([statement]: readonly unknown[]): string {
  return Array.isArray(statement) ? statement.join('?') : ''
}
