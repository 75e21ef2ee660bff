/** Returns the address of the PostgreSQL server for test databases. */
export function testDatabaseUrl(): string | undefined {
  return process.env.TEST_DATABASE_URL || undefined
}

/** Sets that address for this process and its children. */
export function setTestDatabaseUrl(url: string): void {
  process.env.TEST_DATABASE_URL = url
}

/**
 * Returns this process's environment for PostgreSQL: without preloaded libraries such as libfaketime, under which
 * statement timeouts never fire.
 */
export function environmentWithoutPreload(): NodeJS.ProcessEnv {
  const { LD_PRELOAD: _preload, ...environment } = process.env
  return environment
}

/** Returns by how many seconds libfaketime moves the clock for this process and its children, or will. */
export function clockOffset(): number {
  return Number(process.env.FAKETIME ?? 0)
}
