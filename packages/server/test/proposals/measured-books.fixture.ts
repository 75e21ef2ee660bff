import type { Proposing } from '@bridge/data-plane/proposals/proposal'
import { recount } from '@bridge/emulator/recount'
import { createCompanyStorage } from '@bridge/sandbox'
import Big from 'big.js'
import { sandboxRealmId, startBridge } from '../bridge.fixture.ts'
import { openRecords } from '../records.fixture.ts'

type Preview = Extract<Proposing, { kind: 'proposed' }>['preview']

/** Starts a sandbox with books, an MCP host that may write, and an independent count. */
export async function startMeasuredBooks(sandboxBooks: 'sample' | 'trading') {
  const bridge = await startBridge({ sandboxBooks, config: { agentTimeoutMs: 300_000 } })
  const { database, proposals, org } = bridge
  await database.realmSettings.create({ data: { realmId: sandboxRealmId, values: { mcpMode: 'write' } } })
  const { id: userId } = await database.user.create({ data: { email: 'ada@example.com' } })
  const host = { realmId: sandboxRealmId, orgId: org.id, clientId: 'svcc_test', userId, hostName: 'Claude' }
  // Creates the books, which takes long on a busy machine.
  await bridge.call(`/companyinfo/${sandboxRealmId}`)
  const storage = createCompanyStorage(database, sandboxRealmId)

  return {
    ...openRecords(() => bridge),
    database,
    proposals,
    host,
    /** Returns each account's debits minus credits, by full name. */
    async countAccounts(): Promise<ReadonlyMap<string, Big>> {
      const { result } = await storage.exclusive(undefined, ({ documents }) => ({
        changes: [],
        result: [...documents],
      }))
      const { accounts, records } = recount(result)
      const known = new Map(records.filter(({ kind }) => kind === 'Account').map((each) => [each.id, each]))
      const nameOf = (id: string): string => {
        const fields = known.get(id)?.fields
        const parent = fields?.ParentRef as { readonly ListID?: string } | undefined
        return parent?.ListID === undefined ? String(fields?.Name) : `${nameOf(parent.ListID)}:${fields?.Name}`
      }
      return new Map([...accounts].map(([id, amount]) => [nameOf(id), amount]))
    },
    stop: bridge.stop,
  }
}

export type MeasuredBooks = Awaited<ReturnType<typeof startMeasuredBooks>>

/** Returns what moved between two counts, as amounts with two decimals. */
export function findMovement(
  before: ReadonlyMap<string, Big>,
  after: ReadonlyMap<string, Big>,
): Record<string, string> {
  const names = [...new Set([...before.keys(), ...after.keys()])].sort()
  const moved = names.map((name) => [name, Big(after.get(name) ?? 0).minus(before.get(name) ?? 0)] as const)
  return Object.fromEntries(
    moved.filter(([, amount]) => !amount.eq(0)).map(([name, amount]) => [name, amount.toFixed(2)]),
  )
}

/** Returns the previewed amounts by account in the same form. */
export function readPreview({ accounts }: Preview): Record<string, string> {
  if (!accounts.isKnown) return { 'not known': accounts.reason }
  const sums = new Map<string, Big>()
  for (const { account, amount } of accounts.postings) sums.set(account, Big(amount).plus(sums.get(account) ?? 0))
  return findMovement(new Map(), sums)
}
