/** A running PostgreSQL server on which tests create their databases. */
export function testDatabaseUrl(): string | undefined {
  return process.env.TEST_DATABASE_URL || undefined
}

/** Passes that server on to the processes that this one starts. */
export function setTestDatabaseUrl(url: string): void {
  process.env.TEST_DATABASE_URL = url
}
