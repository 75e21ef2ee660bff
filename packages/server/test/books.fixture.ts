import { openCompany, trialBalance } from '@bridge/emulator'
import { createCompanyStorage } from '../src/sandbox/company.store.ts'
import { sandboxRealmId, type TestBridge } from './bridge.fixture.ts'

/** Debits minus credits by the name of the account; those of zero left out. */
export type Posted = Readonly<Record<string, string>>

/** A record as an answer has it. */
// biome-ignore lint/suspicious/noExplicitAny: tests walk into records that they then compare
export type Answered = any

/** Writes through the REST interface, and looks at the accounts of the sandbox behind it. */
export function openBooks(bridge: TestBridge) {
  const company = openCompany({
    storage: createCompanyStorage(bridge.database, sandboxRealmId),
    clock: bridge.clock,
    random: () => 0.5,
  })

  const balances = async (): Promise<ReadonlyMap<string, bigint>> => {
    const { accounts, total } = await trialBalance(company)
    if (total !== '0.00') throw new Error(`The books are out of balance by ${total}`)
    return new Map(accounts.map(({ fullName, amount }) => [fullName, centsOf(amount)]))
  }

  const answerOf = async (path: string, json?: unknown): Promise<Answered> => {
    const { status, body } = await bridge.call(path, json === undefined ? {} : { json })
    if (status !== 200) throw new Error(`${path} answered ${JSON.stringify(body)}`)
    return Object.values(body)[0]
  }

  const identityOf = ({ Id, SyncToken }: Answered) => ({ Id, SyncToken })

  return {
    /** Creates a record. */
    create: (entity: string, json: object) => answerOf(`/${entity}`, json),
    read: (entity: string, { Id }: Answered) => answerOf(`/${entity}/${Id}`),
    async update(entity: string, record: Answered, json: object) {
      return answerOf(`/${entity}`, { ...identityOf(await answerOf(`/${entity}/${record.Id}`)), ...json })
    },
    async remove(entity: string, record: Answered) {
      const current = await answerOf(`/${entity}/${record.Id}`)
      return answerOf(`/${entity}?operation=delete`, identityOf(current))
    },
    async void(entity: string, record: Answered) {
      return answerOf(`/${entity}?operation=void`, identityOf(await answerOf(`/${entity}/${record.Id}`)))
    },
    /** What an action posts. */
    async postedBy(action: () => Promise<unknown>): Promise<Posted> {
      const before = await balances()
      await action()
      const after = await balances()
      const names = [...new Set([...before.keys(), ...after.keys()])]
      const changes = names.map((name) => [name, (after.get(name) ?? 0n) - (before.get(name) ?? 0n)] as const)
      return Object.fromEntries(
        changes.filter(([, cents]) => cents !== 0n).map(([name, cents]) => [name, amountOf(cents)]),
      )
    },
  }
}

function centsOf(amount: string): bigint {
  return BigInt(amount.replace('.', ''))
}

function amountOf(cents: bigint): string {
  const digits = String(cents < 0n ? -cents : cents).padStart(3, '0')
  return `${cents < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}
