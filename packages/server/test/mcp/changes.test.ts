import { createCompanyStorage } from '@bridge/sandbox'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sandboxRealmId } from '../bridge.fixture.ts'
import { startMcp, type TestMcp } from '../mcp.fixture.ts'
import { type ChangeRow, changes } from './changes.ts'
import { CountedBooks, round } from './counted-books.fixture.ts'

const version = '2026-07-28'
const protocol = 'io.modelcontextprotocol'

let mcp: TestMcp
/** The new records' IDs by row. */
const made = new Map<string, string>()

beforeAll(async () => {
  mcp = await startMcp()
  mcp.access.mode = 'write'
  expect(await call('company_overview', {})).toMatchObject({ isError: false })
})
afterAll(() => mcp.stop())

// biome-ignore lint/suspicious/noExplicitAny: tests access the result fields that they compare
type Found = any

/** Calls a tool for a host that can ask its user, and replies to its questions. */
async function call(name: string, input: object, reply?: ChangeRow['reply'], answers?: object): Promise<Found> {
  const meta = {
    [`${protocol}/protocolVersion`]: version,
    [`${protocol}/clientInfo`]: { name: 'test', version: '1' },
    [`${protocol}/clientCapabilities`]: reply === undefined ? {} : { elicitation: {} },
  }
  const params = { name, arguments: input, _meta: meta, ...(answers && { inputResponses: answers }) }
  const headers = { 'mcp-protocol-version': version, 'mcp-method': 'tools/call', 'mcp-name': name }
  const response = await mcp.post({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }, headers)
  if (response.status !== 200) return { status: response.status }
  const { result } = JSON.parse(await response.text())
  if (result.resultType !== 'input_required') return { isError: result.isError === true, ...result.structuredContent }
  expect([reply, answers]).toEqual([expect.any(String), undefined])
  const content = reply === 'accept' ? { content: {} } : {}
  const replies = Object.keys(result.inputRequests).map((key) => [key, { action: reply, ...content }])
  return call(name, input, reply, Object.fromEntries(replies))
}

async function countBooks(): Promise<CountedBooks> {
  const storage = createCompanyStorage(mcp.database, sandboxRealmId)
  const { result } = await storage.exclusive(undefined, ({ documents }) => ({ changes: [], result: [...documents] }))
  return new CountedBooks(result)
}

async function look({ look: looks = {} }: ChangeRow): Promise<Record<string, Found[]>> {
  const found: Record<string, Found[]> = {}
  for (const [name, [entity, where, columns = ['*']]] of Object.entries(looks)) {
    const { records, isError } = await call('find', { entity, where, columns, limit: 1000 })
    expect([isError, records?.length > 0]).toEqual([false, true])
    found[name] = records
  }
  return found
}

/** Returns amounts by account, summed. */
function byAccount(postings: readonly { readonly account: string; readonly amount: string }[]): Record<string, number> {
  const sums: Record<string, number> = {}
  for (const { account, amount } of postings) sums[account] = round((sums[account] ?? 0) + Number(amount))
  return sums
}

it('has thirty changes', () => {
  expect(new Set(changes.map(({ ask }) => ask)).size).toBe(30)
})

it.each(changes)('$ask', async (row) => {
  mcp.access.scopes = [
    'bridge.read',
    'bridge.write',
    ...(row.refused?.by === 'scope' ? [] : ['bridge.delete' as const]),
  ]
  const { operation = 'create', entity, refused } = row
  const id = made.get(row.of ?? '')
  const { record: current } = id === undefined ? {} : await call('get', { entity, id })
  const known = { found: await look(row), made, current }
  const identity = current === undefined ? {} : { Id: current.Id, SyncToken: current.SyncToken }
  const proposed = await call('propose', { operation, entity, record: { ...identity, ...row.record?.(known) } })
  if (refused?.by === 'scope') {
    expect(proposed).toEqual({ status: 403 })
  } else {
    const before = await countBooks()
    const moves = typeof row.moves === 'function' ? row.moves(known, before) : row.moves
    expect(proposed).toMatchObject({ isError: false, accounts: { isKnown: true }, commitWith: 'commit' })
    expect([proposed.qbxml, byAccount(proposed.accounts.postings)]).toEqual([expect.stringContaining('<QBXML>'), moves])
    expect(proposed.duplicates.map(({ reason }: Found) => reason)).toEqual(row.duplicates ?? [])
    await commit(row, proposed.proposalId)
    const after = await countBooks()
    expect(after.movedSince(before)).toEqual(refused ? {} : moves)
  }
  if (row.holds) expect(row.holds[0](await countBooks())).toEqual(row.holds[1])
})

async function commit({ ask, reply, refused }: ChangeRow, proposalId: string): Promise<void> {
  const committed = await call('commit', { proposalId }, reply)
  const outcome = await call('outcome', { requestId: proposalId })
  if (refused?.by === 'commit') {
    expect(committed).toMatchObject({ isError: true, code: refused.code })
    expect(outcome.posted).toBe(false)
    return
  }
  expect(committed).toMatchObject({ isError: false, posted: true, outcome: 'done' })
  expect(outcome).toMatchObject({ posted: true, id: committed.id })
  // A repeat posts nothing: the accounts are compared after it.
  expect(await call('commit', { proposalId }, reply)).toEqual(committed)
  made.set(ask, committed.id)
}
