import { requireRealmId } from '@bridge/agent-protocol'
import { branch, type Element, leaf } from '@bridge/qbxml'
import { parseReport, type Report, type ReportRow } from '@bridge/translation'
import { beforeEach, describe, expect, it } from 'vitest'
import { createFaultyDesktop, type FaultyDesktop } from '../../test/faulty-desktop.fixture.ts'
import { openCompanyFile } from '../operations/company-file.ts'
import { createCompanyCalendars, runReport } from './run-report.ts'

const realmId = requireRealmId('9000000000000001')

function clock(): Date {
  return new Date('2026-03-16T12:00:00Z')
}

let desktop: FaultyDesktop

beforeEach(() => {
  desktop = createFaultyDesktop(clock)
})

/** Reads a report over the desktop, whose responses `change` can damage. */
async function read(name: string, change: (response: string) => string = (response) => response) {
  const exchange: FaultyDesktop['exchange'] = async (...sent) => {
    const outcome = await desktop.exchange(...sent)
    return outcome.sent && !outcome.lost ? { ...outcome, response: change(outcome.response) } : outcome
  }
  const company = openCompanyFile({ realmId, desktop: { exchange } })
  const request = parseReport(name, new Map())
  const outcome = await runReport({ company, calendars: createCompanyCalendars(), clock }, request)
  return JSON.parse(outcome.serializedBody?.join('') ?? '') as Report
}

async function add(name: string, ...fields: Element[]) {
  const company = openCompanyFile({ realmId, desktop })
  const requests = [branch(`${name}AddRq`, [branch(`${name}Add`, fields)])]
  const outcome = await company.exchange({ onError: 'stopOnError', requests }, { kind: 'write' })
  if (!outcome.sent || outcome.lost) throw new Error('The record was not added.')
  const [response] = outcome.response.responses
  if (response?.statusCode !== 0) throw new Error(response?.statusMessage)
}

function reference(name: string, fullName: string): Element {
  return branch(name, [leaf('FullName', fullName)])
}

describe('a report', () => {
  it.each([
    ['QuickBooks is closed', 'app-not-open', 'APP_NOT_OPEN'],
    ['no agent is connected', 'offline', 'AGENT_OFFLINE'],
    ['the response is lost', 'lost after', 'AGENT_TIMEOUT'],
  ] as const)('fails while %s', async (_what, failure, code) => {
    desktop.fail('read', failure)
    await expect(read('ProfitAndLoss')).rejects.toMatchObject({ code })
  })

  it.each([
    ['the user may not see reports', 'reportAccess', '3260', 'ProfitAndLoss'],
    ['the company does not track inventory', 'inventory', '3250', 'InventoryValuationSummary'],
  ] as const)('fails with QuickBooks’ status if %s', async (_what, name, code, report) => {
    desktop.switches[name] = false
    await expect(read(report)).rejects.toMatchObject({ code })
  })

  it('fails if its response was cut off', async () => {
    await expect(read('TrialBalance', (response) => response.slice(0, response.length / 2))).rejects.toMatchObject({
      code: '500',
    })
  })

  it('distinguishes accounts with one name in different branches, whatever their characters', async () => {
    for (const parent of ['North "A"', "South · 'B'"]) {
      await add('Account', leaf('Name', parent), leaf('AccountType', 'Expense'))
      await add('Account', leaf('Name', 'Fuel <&>'), reference('ParentRef', parent), leaf('AccountType', 'Expense'))
      const line = [reference('AccountRef', `${parent}:Fuel <&>`), leaf('Amount', '5.00')]
      await add('Check', reference('AccountRef', 'Checking'), branch('ExpenseLineAdd', line))
    }
    const report = await read('ProfitAndLoss')
    const found = findCells(report.Rows.Row).filter(({ value }) => value === 'Fuel <&>')
    expect(new Set(found.map(({ id }) => id)).size).toBe(2)
  })
})

/** Lists the cells with an ID in all rows. */
function findCells(rows: readonly ReportRow[] = []): { readonly value: string; readonly id: string }[] {
  return rows.flatMap((row) => {
    const cells = 'ColData' in row ? row.ColData : [...(row.Header?.ColData ?? []), ...(row.Summary?.ColData ?? [])]
    const nested = 'ColData' in row ? [] : findCells(row.Rows?.Row)
    return [...cells.flatMap(({ value, id }) => (id === undefined ? [] : [{ value, id }])), ...nested]
  })
}
