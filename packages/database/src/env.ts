/** The PostgreSQL server on which tests make their databases, where one runs already. */
export function testDatabaseUrl(): string | undefined {
  return process.env.TEST_DATABASE_URL || undefined
}

/** Hands that server to the processes that this one starts. */
export function setTestDatabaseUrl(url: string): void {
  process.env.TEST_DATABASE_URL = url
}
