import { createCompanyStorage } from '@bridge/sandbox'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sandboxRealmId } from '../bridge.fixture.ts'
import { startMcp, type TestMcp } from '../mcp.fixture.ts'
import { CountedBooks } from './counted-books.fixture.ts'
import { questions } from './questions.ts'

let mcp: TestMcp
let client: Awaited<ReturnType<TestMcp['connect']>>
let books: CountedBooks

beforeAll(async () => {
  mcp = await startMcp()
  client = await mcp.connect('modern')
  const { isError, structuredContent } = await client.callTool({ name: 'company_overview' })
  expect([isError, structuredContent]).toEqual([undefined, expect.anything()])
  const storage = createCompanyStorage(mcp.database, sandboxRealmId)
  const { result } = await storage.exclusive(undefined, ({ documents }) => ({ changes: [], result: [...documents] }))
  books = new CountedBooks(result)
})
afterAll(async () => {
  await client.close()
  await mcp.stop()
})

it('has fifty questions', () => {
  expect(new Set(questions.map(({ ask }) => ask)).size).toBe(50)
})

it.each(questions)('$ask', async ({ steps, read, expected }) => {
  let result: unknown
  for (const [name, input] of steps) {
    const called = await client.callTool({
      name,
      arguments: { ...(typeof input === 'function' ? input(result) : input) },
    })
    expect([called.isError, called.structuredContent]).toEqual([undefined, expect.anything()])
    result = called.structuredContent
  }
  expect(read(result)).toEqual(expected(books))
})
