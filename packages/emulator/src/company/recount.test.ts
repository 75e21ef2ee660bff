import Big from 'big.js'
import { describe, expect, it } from 'vitest'
import { openTestCompany } from '../../test/company.fixture.ts'
import { recount } from '../../test/recount/recount.fixture.ts'
import type { Transaction } from '../books/record.ts'
import type { Document, JsonValue } from '../storage/company-storage.ts'
import { memoryStorage } from '../storage/memory-storage.ts'
import type { Template } from '../templates/template.ts'
import type { Company } from './company.ts'
import { trialBalance } from './trial-balance.ts'

async function open(template: Template) {
  const storage = memoryStorage()
  const { company } = openTestCompany({ storage, template })
  await company.recordCount()
  const { result } = await storage.exclusive(undefined, ({ documents }) => ({ changes: [], result: documents }))
  return { company, documents: result }
}

async function posted(company: Company) {
  return Object.fromEntries((await trialBalance(company)).accounts.map(({ id, amount }) => [id, amount]))
}

function counted(documents: readonly Document[]) {
  return Object.fromEntries(
    [...recount(documents).accounts]
      .filter(([, amount]) => !amount.eq(0))
      .map(([id, amount]) => [id, amount.toFixed(2)]),
  )
}

describe('recount', () => {
  it.each<Template>(['starter', 'sample', 'trading'])(
    'agrees with the ledger of the %s template, account by account',
    async (template) => {
      const { company, documents } = await open(template)
      const balances = Object.entries(await posted(company)).filter(([, amount]) => amount !== '0.00')
      expect(balances.length).toBeGreaterThan(3)
      expect(counted(documents)).toEqual(Object.fromEntries(balances))
    },
  )

  it('detects a posting without a source, by its account', async () => {
    const { documents } = await open('starter')
    const before = counted(documents)
    const after = counted(documents.map(withOneMore()))
    const different = Object.keys(before).filter((id) => before[id] !== after[id])
    expect(different).toHaveLength(2)
  })
})

/** Changes the first invoice's first line but not its postings. */
function withOneMore() {
  let isDone = false
  return (document: Document): Document => {
    const invoice = document.value as Transaction | null
    const [line, ...lines] = invoice?.lines ?? []
    if (isDone || document.kind !== 'Invoice' || invoice === null || line === undefined) return document
    isDone = true
    const changed = {
      ...line,
      fields: { ...line.fields, Amount: new Big(String(line.fields.Amount)).plus(1).toFixed(2) },
    }
    return { ...document, value: { ...invoice, lines: [changed, ...lines] } as JsonValue }
  }
}
