import { requireRealmId } from '@bridge/agent-protocol'
import { parseReport, type Report } from '@bridge/translation'
import { describe, expect, it } from 'vitest'
import { openSampleCompany } from '../../test/sample-company.fixture.ts'
import type { CompanyFile } from '../operations/company-file.ts'
import { createCompanyCalendars, runReport } from './run-report.ts'

function clock(): Date {
  return new Date('2026-03-16T10:00:00Z')
}
const company = openSampleCompany()
const profitAndLoss = parseReport('profitandloss', new Map())

/** Counts the exchanges with a company file. */
function countExchanges(counting: CompanyFile) {
  const counted = { exchanges: 0 }
  const file: CompanyFile = {
    ...counting,
    read: (set, options, use) => {
      counted.exchanges += 1
      return counting.read(set, options, use)
    },
  }
  return { counted, file }
}

describe('runReport', () => {
  it('takes one exchange, and defaults to the fiscal year to date', async () => {
    const { counted, file } = countExchanges(company)
    const outcome = await runReport({ company: file, calendars: createCompanyCalendars(), clock }, profitAndLoss)
    expect(counted.exchanges).toBe(1)
    expect((JSON.parse(outcome.serializedBody?.join('') ?? '') as Report).Header).toMatchObject({
      ReportName: 'ProfitAndLoss',
      StartPeriod: '2026-01-01',
      EndPeriod: '2026-03-16',
      ReportBasis: 'Accrual',
    })
  })

  it('takes a second exchange once if the company file has another fiscal year than remembered', async () => {
    const { counted, file } = countExchanges(company)
    const calendars = createCompanyCalendars()
    calendars.set(file.realmId, { utcOffsetMinutes: 0, firstFiscalMonth: 7 })
    const run = () => runReport({ company: file, calendars, clock }, profitAndLoss)
    const first = await run()
    expect(counted.exchanges).toBe(2)
    const second = await run()
    expect(counted.exchanges).toBe(3)
    expect(second.serializedBody).toEqual(first.serializedBody)
  })

  it('returns the time only in the header [dp-2.4:5]', async () => {
    const outcome = await runReport({ company, calendars: createCompanyCalendars(), clock }, profitAndLoss)
    expect(Object.keys(JSON.parse(outcome.serializedBody?.join('') ?? ''))).toEqual(['Header', 'Columns', 'Rows'])
  })
})

describe('createCompanyCalendars', () => {
  it('returns UTC and calendar years for a realm without a report', () => {
    const calendars = createCompanyCalendars()
    expect(calendars.get(requireRealmId('9000000000000001'))).toEqual({ utcOffsetMinutes: 0, firstFiscalMonth: 1 })
  })
})
