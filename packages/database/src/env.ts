/** Returns the address of the PostgreSQL server on which tests create their databases. */
export function testDatabaseUrl(): string | undefined {
  return process.env.TEST_DATABASE_URL || undefined
}

/** Sets that address for this process and those that it starts. */
export function setTestDatabaseUrl(url: string): void {
  process.env.TEST_DATABASE_URL = url
}
