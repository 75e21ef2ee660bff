import type { Template } from '@bridge/emulator'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { nodeQuickBooks, openNodeQuickBooks } from '../clients/node-quickbooks.ts'
import type { Client } from '../library/client.ts'
import { realmKinds, runService, type Service } from '../service/run-service.ts'
import { prepareScene, type Scene } from '../walk/scene.ts'
import type { ContractRow, Subject } from './contract.ts'
import { differences } from './differences.ts'

/**
 * Tries contract rows with node-quickbooks on a realm of each kind.
 *
 * @param template the company files' content
 */
export function describeContract(rows: readonly ContractRow[], template: Template): void {
  let service: Service
  /** Results on the sandbox, the first kind, for rows stating none. */
  const shownFirst = new Map<string, unknown>()
  beforeAll(async () => {
    service = await runService({ template })
  })
  afterAll(() => service.close())

  it('has differences only for rows of the contract', () => {
    const titles = rows.map(({ title }) => title)
    expect(new Set(titles).size).toBe(titles.length)
    expect(differences.map(({ row }) => row).filter((row) => !titles.includes(row))).toEqual([])
  })

  describe.each(realmKinds)('on a realm of the kind %s', (kind) => {
    let client: Required<Client>
    let scene: Scene
    const realmId = () => service.realmIds[kind]
    const connect: Subject['connect'] = (change = {}) =>
      // node-quickbooks has every operation but to sign in, which no row does.
      nodeQuickBooks.connect({ ...service.integration(realmId()), ...change }, kind) as Required<Client>

    beforeAll(async () => {
      client = connect()
      scene = await prepareScene(service.books(realmId()), kind)
    })

    for (const { title, run, sees } of rows) {
      it(`${title} [dp-1.1]`, async () => {
        let hasProblems = false
        const integration = service.integration(realmId())
        const seen = await run({
          client,
          call: openNodeQuickBooks(integration),
          scene,
          realmId: realmId(),
          books: service.books(realmId()),
          tag: `${kind} ${rows.findIndex((row) => row.title === title)}`,
          connect,
          setProblems: async (problems) => {
            hasProblems = true
            await service.setProblems(kind, problems)
          },
        }).finally(async () => {
          if (!hasProblems) return
          await service.setProblems(kind, {})
          await expect.poll(() => client.read('Customer', scene.customer.Id).catch(() => undefined)).toBeDefined()
        })
        const difference = differences.find((each) => each.row === title && each.kind === kind)
        if (sees === undefined && !shownFirst.has(title)) shownFirst.set(title, seen)
        expect(seen).toEqual(difference === undefined ? (sees ?? shownFirst.get(title)) : difference.sees)
      })
    }
  })
}
