import type { ProposalCaller, ProposedWrite } from '@bridge/data-plane/proposals/proposal'
import { createFaultyDesktop } from '@bridge/data-plane/testing/faulty-desktop'
import { productionRealmId, startBridge } from './bridge.fixture.ts'

type Mode = 'off' | 'read' | 'propose' | 'write'

/** Starts a service whose company file has the starter books, a faulty connection, and an MCP host. */
export async function startProposals() {
  let now = Date.UTC(2026, 2, 16, 12)
  const clock = () => new Date(now)
  const desktop = createFaultyDesktop(clock)
  const { recall: _, ...faulty } = desktop
  const bridge = await startBridge({ productionDesktop: faulty, clock })
  const { database, proposals } = bridge
  const { orgId } = await database.realm.findUniqueOrThrow({ where: { id: productionRealmId } })
  const { id: userId } = await database.user.create({ data: { email: 'ada@example.com' } })
  const host: ProposalCaller = {
    realmId: productionRealmId,
    orgId,
    clientId: 'svcc_test',
    userId,
    hostName: 'Claude',
  }

  const setMode = async (mcpMode: Mode) => {
    const values = { mcpMode }
    await database.realmSettings.upsert({
      where: { realmId: productionRealmId },
      create: { realmId: productionRealmId, values },
      update: { values },
    })
    // Servers keep settings for 5 s.
    now += 6_000
  }
  const find = async (query: string) => {
    const { body } = await bridge.production.call(`/query?query=${encodeURIComponent(query)}`)
    return Object.values<Record<string, string>[]>(body.QueryResponse).find(Array.isArray) ?? []
  }
  const propose = async (write: ProposedWrite, caller = host) => {
    const result = await proposals.propose(caller, write)
    if (result.kind !== 'proposed') throw new Error(JSON.stringify(result))
    return result
  }
  /** Returns an invoice's body for the starter customers and items. */
  const createInvoice = async (fields: ProposedWrite['record'] = {}): Promise<ProposedWrite> => {
    const [customer] = await find('SELECT Id FROM Customer MAXRESULTS 1')
    const [item] = await find("SELECT Id FROM Item WHERE Type = 'Service' MAXRESULTS 1")
    const line = {
      Amount: 120,
      DetailType: 'SalesItemLineDetail',
      SalesItemLineDetail: { ItemRef: { value: item?.Id ?? '' }, Qty: 2, UnitPrice: 60 },
    }
    const record = { CustomerRef: { value: customer?.Id ?? '' }, TxnDate: '2026-03-10', Line: [line], ...fields }
    return { operation: 'create', entity: 'Invoice', record }
  }
  return {
    ...{ bridge, database, desktop, proposals, host, setMode, find, propose, createInvoice },
    /** Waits for some milliseconds. */
    pass: (ms: number) => {
      now += ms
    },
    member: { realmId: host.realmId, orgId, caller: { kind: 'session', userId } } as const,
    stop: bridge.stop,
  }
}

export type TestProposals = Awaited<ReturnType<typeof startProposals>>
