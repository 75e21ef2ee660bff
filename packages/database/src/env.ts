/** Returns the address of the PostgreSQL server on which tests create their databases. */
export function testDatabaseUrl(): string | undefined {
  return process.env.TEST_DATABASE_URL || undefined
}

/** Sets that address for this process and those that it starts. */
export function setTestDatabaseUrl(url: string): void {
  process.env.TEST_DATABASE_URL = url
}

/**
 * Returns the environment of this process for PostgreSQL: without libraries to load first, such as libfaketime, under
 * which timeouts of statements never end them.
 */
export function environmentWithoutPreload(): NodeJS.ProcessEnv {
  const { LD_PRELOAD: _preload, ...environment } = process.env
  return environment
}

/** Returns by how many seconds libfaketime moves the clock of this process and those that it starts, or will. */
export function clockOffset(): number {
  return Number(process.env.FAKETIME ?? 0)
}
