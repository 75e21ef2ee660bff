import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from './testing.ts'

describe('createTestDatabase', () => {
  let first: TestDatabase
  let second: TestDatabase

  beforeAll(async () => {
    ;[first, second] = await Promise.all([createTestDatabase(), createTestDatabase()])
  })
  afterAll(async () => {
    await Promise.all([first.drop(), second.drop()])
  })

  it('creates a migrated database for this test only', async () => {
    await first.database.organization.create({ data: { name: 'Acme', slug: 'acme' } })
    expect(await first.database.organization.count()).toBe(1)
    expect(await second.database.organization.count()).toBe(0)
  })
})
