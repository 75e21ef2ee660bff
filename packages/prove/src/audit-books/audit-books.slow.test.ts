import { reports } from '@bridge/translation'
import { describe, expect, it } from 'vitest'
import { auditBooks, realmKinds } from './audit-books.ts'
import { isProfitAndLoss } from './chart.ts'
import { formatFigures } from './format-figures.ts'
import { papers } from './papers.ts'
import { recount, sumCents } from './recount.ts'
import { reportAudits } from './report-audits.ts'

describe('the papers', () => {
  it('are thirty, each with as many debits as credits on both bases', () => {
    expect(papers).toHaveLength(30)
    for (const basis of ['Accrual', 'Cash'] as const) {
      for (const paper of papers) expect([paper.title, sumCents(recount([paper], basis))]).toEqual([paper.title, 0])
    }
  })

  it('make another profit on each basis', () => {
    const getProfit = (basis: 'Accrual' | 'Cash') =>
      -sumCents(recount(papers, basis).filter(({ account }) => isProfitAndLoss(account)))
    expect([getProfit('Accrual'), getProfit('Cash')]).toEqual([-83_530, -51_085])
  })
})

it('audits every report', () => {
  expect(reportAudits.map(({ name }) => name)).toEqual(reports.map(({ name }) => name))
})

it.each(realmKinds)('finds the papers’ figures in every report: %s realm [dp-4.6:1]', async (kind) => {
  const figures = await auditBooks(kind)
  expect(figures.length).toBeGreaterThan(200)
  expect(formatFigures(figures.filter(({ isEqual }) => !isEqual))).toMatch(/\n0 figures, 0 of them differ\.\n$/)
})
