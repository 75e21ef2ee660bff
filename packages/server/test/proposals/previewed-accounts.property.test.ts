import { createSeededRandom } from '@bridge/emulator/testing/seeded-random'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { findMovement, type MeasuredBooks, readPreview, startMeasuredBooks } from './measured-books.fixture.ts'
import { writeKinds } from './random-writes.fixture.ts'

const runs = inject('scale')
/** Their costs depend on the goods' whole history, which a preview does not read. */
const stockAccounts = new Set(['Inventory Asset', 'Cost of Goods Sold'])

describe.each(['sample', 'trading'] as const)(
  'in the %s books, the previewed accounts are those that a commit moves',
  (template) => {
    let books: MeasuredBooks

    beforeAll(async () => {
      books = await startMeasuredBooks(template)
    })
    afterAll(() => books.stop())

    it.each(Object.entries(writeKinds))('%s', async (_kind, make) => {
      for (let seed = 1; seed <= runs; seed += 1) {
        const write = await make(books, createSeededRandom(seed))
        if (write === undefined) continue
        const proposed = await books.proposals.propose(books.host, write)
        if (proposed.kind !== 'proposed') throw new Error(JSON.stringify({ write, proposed }))
        const before = await books.countAccounts()
        const committed = await books.proposals.commitForHost(books.host, proposed.proposal.id)
        // QuickBooks refuses some, such as voiding what is deposited, and then moves nothing.
        if (committed.kind === 'sent' && committed.outcome.posted === 'not_executed') continue
        expect(committed).toMatchObject({ kind: 'sent', outcome: { posted: 'done' } })
        const moved = findMovement(before, await books.countAccounts())
        expect(withoutStock(readPreview(proposed.preview))).toEqual(withoutStock(moved))
      }
    })
  },
)

function withoutStock(amounts: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(amounts).filter(([account]) => !stockAccounts.has(account)))
}
