import type { Database } from '@bridge/database'

/** Whether the database responds to a trivial query in time. */
export async function isDatabaseReady(database: Database, withinMs: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), withinMs)
  })
  const query = database.$queryRaw`SELECT 1`.then(
    () => true,
    () => false,
  )
  try {
    return await Promise.race([query, timeout])
  } finally {
    clearTimeout(timer)
  }
}
