import { Fault } from '@bridge/faults'
import { parseReport, type Report } from '@bridge/translation'
import { describe, expect, it } from 'vitest'
import { openSampleCompany } from '../../test/sample-company.fixture.ts'
import { runBatch } from './batch.ts'
import { runChanges } from './changes.ts'
import { parseBatch } from './parse-batch.ts'
import { createCompanyCalendars, runReport } from './run-report.ts'

/** Every reference to a currency whose value is not a code. */
const listIds = /"CurrencyRef":\{(?!"value":"(?:USD|EUR|CAD)")/

function createContext() {
  const toFault = (error: unknown) => {
    if (error instanceof Fault) return error
    throw error
  }
  const replay = { run: () => expect.fail('Nothing is written.') }
  return { company: openSampleCompany('trading'), replay, repeatsOf: undefined, docsUrl: '', toFault }
}

describe('a company that trades in several currencies', () => {
  const reported = openSampleCompany('trading')

  it('shows their codes in changes', async () => {
    const entities = ['Customer', 'Account', 'Payment', 'Preferences']
    const since = Date.parse('2026-03-01T00:00:00Z') / 1000
    const { body, itemFailures } = await runChanges(createContext(), { kind: 'changes', entities, since })
    expect(itemFailures).toEqual([])
    const text = JSON.stringify(body)
    expect(text).toContain('"CurrencyRef":{"value":"EUR"')
    expect(text).toContain('"HomeCurrency":{"value":"USD"')
    expect(text).not.toMatch(listIds)
  })

  it('shows their codes in a batch', async () => {
    const texts = ["select * from Invoice where CurrencyRef = 'EUR' maxresults 5", 'select * from Preferences']
    const BatchItemRequest = texts.map((Query, index) => ({ bId: String(index), Query }))
    const { body, itemFailures } = await runBatch(createContext(), parseBatch({ BatchItemRequest }, undefined))
    expect(itemFailures).toEqual([])
    const text = JSON.stringify(body)
    expect(text.match(/"CurrencyRef":\{"value":"EUR"/g)).toHaveLength(5)
    expect(text).toContain('"HomeCurrency":{"value":"USD"')
    expect(text).not.toMatch(listIds)
  })
  it.each(['BalanceSheet', 'GeneralLedger', 'TransactionList', 'AgedReceivables', 'CustomerBalance'])(
    'says that its %s is in the home currency',
    async (name) => {
      const context = {
        company: reported,
        calendars: createCompanyCalendars(),
        clock: () => new Date('2026-03-16T10:00:00Z'),
      }
      const { serializedBody } = await runReport(context, parseReport(name, new Map()))
      const { Header } = JSON.parse(serializedBody?.join('') ?? '') as Report
      expect(Header.Currency).toBe('USD')
    },
  )
})
