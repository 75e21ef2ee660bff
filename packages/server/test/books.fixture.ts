import { openCompany, trialBalance } from '@bridge/emulator'
import { createCompanyStorage } from '@bridge/sandbox'
import { sandboxRealmId, type TestBridge } from './bridge.fixture.ts'

/** Debits minus credits by account name, without zeros. */
export type Posted = Readonly<Record<string, string>>

/** A response's record. */
// biome-ignore lint/suspicious/noExplicitAny: tests walk into records that they then compare
export type SavedRecord = any

/** Writes through the API, and reads the accounts of the sandbox behind it. */
export function openBooks(bridge: TestBridge) {
  const company = openCompany({
    storage: createCompanyStorage(bridge.database, sandboxRealmId),
    clock: bridge.clock,
    random: () => 0.5,
  })

  const balances = async (): Promise<ReadonlyMap<string, bigint>> => {
    const { accounts, total } = await trialBalance(company)
    if (total !== '0.00') throw new Error(`The books are out of balance by ${total}.`)
    return new Map(accounts.map(({ fullName, amount }) => [fullName, toCents(amount)]))
  }

  const send = async (path: string, json?: unknown): Promise<SavedRecord> => {
    const { status, body } = await bridge.call(path, json === undefined ? {} : { json })
    if (status !== 200) throw new Error(`${path} returned ${JSON.stringify(body)}`)
    return Object.values(body)[0]
  }

  const getIdentity = ({ Id, SyncToken }: SavedRecord) => ({ Id, SyncToken })

  return {
    /** Creates a record. */
    create: (entity: string, json: object) => send(`/${entity}`, json),
    read: (entity: string, { Id }: SavedRecord) => send(`/${entity}/${Id}`),
    async update(entity: string, record: SavedRecord, json: object) {
      return send(`/${entity}`, { ...getIdentity(await send(`/${entity}/${record.Id}`)), ...json })
    },
    async remove(entity: string, record: SavedRecord) {
      const current = await send(`/${entity}/${record.Id}`)
      return send(`/${entity}?operation=delete`, getIdentity(current))
    },
    async void(entity: string, record: SavedRecord) {
      return send(`/${entity}?operation=void`, getIdentity(await send(`/${entity}/${record.Id}`)))
    },
    /** Returns an action's postings. */
    async postedBy(action: () => Promise<unknown>): Promise<Posted> {
      const before = await balances()
      await action()
      const after = await balances()
      const names = [...new Set([...before.keys(), ...after.keys()])]
      const changes = names.map((name) => [name, (after.get(name) ?? 0n) - (before.get(name) ?? 0n)] as const)
      return Object.fromEntries(
        changes.filter(([, cents]) => cents !== 0n).map(([name, cents]) => [name, formatAmount(cents)]),
      )
    },
  }
}

function toCents(amount: string): bigint {
  return BigInt(amount.replace('.', ''))
}

function formatAmount(cents: bigint): string {
  const digits = String(cents < 0n ? -cents : cents).padStart(3, '0')
  return `${cents < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}
