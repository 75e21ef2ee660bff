import { type Database, sharePool } from '@bridge/database'

type RawMethod = '$queryRaw' | '$executeRaw'

/** Returns the database with a function run before each raw statement, which waits for it. */
export function interceptedDatabase(
  database: Database,
  method: RawMethod,
  intercept: (statement: string) => Promise<unknown> | undefined,
): Database {
  const intercepted = new Proxy(database, {
    get: (target, key) => {
      const value: unknown = Reflect.get(target, key)
      if (key !== method) return value
      return async (...args: [TemplateStringsArray, ...unknown[]]) => {
        await intercept(args[0].join(''))
        return target[method](...args)
      }
    },
  })
  sharePool(database, intercepted)
  return intercepted
}
