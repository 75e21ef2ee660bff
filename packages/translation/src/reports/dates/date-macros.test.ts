import { describe, expect, test } from 'vitest'
import { dateMacros, findDateMacro, resolveDateMacro } from './date-macros.ts'
import { formatDay, parseDay } from './day.ts'

function resolve(macro: string, today: string, firstFiscalMonth = 1): string | undefined {
  const day = parseDay(today)
  if (day === undefined) throw new Error(`${today} is not a day.`)
  const period = resolveDateMacro(macro, day, firstFiscalMonth)
  return period && `${formatDay(period.from)} ${formatDay(period.to)}`
}

test('all 34 QBO macros exist [dp-4.6:date_macro]', () => {
  expect(Object.keys(dateMacros)).toHaveLength(34)
})

// Tuesday in a company whose fiscal year begins in July.
describe.each([
  ['All', undefined],
  ['Today', '2024-02-27 2024-02-27'],
  ['Yesterday', '2024-02-26 2024-02-26'],
  ['This Week', '2024-02-25 2024-03-02'],
  ['This Week-to-date', '2024-02-25 2024-02-27'],
  ['This Month', '2024-02-01 2024-02-29'],
  ['This Month-to-date', '2024-02-01 2024-02-27'],
  ['This Fiscal Quarter', '2024-01-01 2024-03-31'],
  ['This Fiscal Quarter-to-date', '2024-01-01 2024-02-27'],
  ['This Fiscal Year', '2023-07-01 2024-06-30'],
  ['This Fiscal Year-to-date', '2023-07-01 2024-02-27'],
  ['This Calendar Quarter', '2024-01-01 2024-03-31'],
  ['This Calendar Quarter-to-date', '2024-01-01 2024-02-27'],
  ['This Calendar Year', '2024-01-01 2024-12-31'],
  ['This Calendar Year-to-date', '2024-01-01 2024-02-27'],
  ['Last Week', '2024-02-18 2024-02-24'],
  ['Last Week-to-date', '2024-02-18 2024-02-20'],
  ['Last Month', '2024-01-01 2024-01-31'],
  ['Last Month-to-date', '2024-01-01 2024-01-27'],
  ['Last Fiscal Quarter', '2023-10-01 2023-12-31'],
  ['Last Fiscal Quarter-to-date', '2023-10-01 2023-11-27'],
  ['Last Fiscal Year', '2022-07-01 2023-06-30'],
  ['Last Fiscal Year-to-date', '2022-07-01 2023-02-27'],
  ['Last Calendar Quarter', '2023-10-01 2023-12-31'],
  ['Last Calendar Quarter-to-date', '2023-10-01 2023-11-27'],
  ['Last Calendar Year', '2023-01-01 2023-12-31'],
  ['Last Calendar Year-to-date', '2023-01-01 2023-02-27'],
  ['Next Week', '2024-03-03 2024-03-09'],
  ['Next 4 Weeks', '2024-03-03 2024-03-30'],
  ['Next Month', '2024-03-01 2024-03-31'],
  ['Next Fiscal Quarter', '2024-04-01 2024-06-30'],
  ['Next Fiscal Year', '2024-07-01 2025-06-30'],
  ['Next Calendar Quarter', '2024-04-01 2024-06-30'],
  ['Next Calendar Year', '2025-01-01 2025-12-31'],
])('%s', (macro, period) => {
  test(`the period is ${period ?? 'without dates'}`, () => {
    expect(resolve(macro, '2024-02-27', 7)).toBe(period)
  })
})

test.each([
  ['Last Month-to-date', '2026-03-31', 1, '2026-02-01 2026-02-28'],
  ['Last Month-to-date', '2024-03-30', 1, '2024-02-01 2024-02-29'],
  ['Last Calendar Year-to-date', '2024-02-29', 1, '2023-01-01 2023-02-28'],
  ['Last Fiscal Quarter-to-date', '2026-05-31', 1, '2026-01-01 2026-02-28'],
  ['Last Month', '2026-01-01', 1, '2025-12-01 2025-12-31'],
  ['Last Week', '2026-01-01', 1, '2025-12-21 2025-12-27'],
  ['This Week', '2025-12-31', 1, '2025-12-28 2026-01-03'],
  ['Yesterday', '2026-01-01', 1, '2025-12-31 2025-12-31'],
  ['Next Month', '2025-12-31', 1, '2026-01-01 2026-01-31'],
  ['This Fiscal Year', '2026-09-30', 10, '2025-10-01 2026-09-30'],
  ['This Fiscal Year', '2026-10-01', 10, '2026-10-01 2027-09-30'],
  ['This Fiscal Quarter', '2026-01-31', 2, '2025-11-01 2026-01-31'],
  ['Last Fiscal Quarter', '2026-02-01', 2, '2025-11-01 2026-01-31'],
  ['This Fiscal Year', '2024-02-29', 3, '2023-03-01 2024-02-29'],
  ['Last Fiscal Year', '2025-03-01', 3, '2024-03-01 2025-02-28'],
])('resolves %s on %s in a fiscal year from month %i to %s [dp-4.6:date_macro]', (macro, today, month, period) => {
  expect(resolve(macro, today, month)).toBe(period)
})

test.each([
  ['this fiscal year-to-date', 'This Fiscal Year-to-date'],
  ['  LAST   MONTH ', 'Last Month'],
  ['ThisFiscalYearToDate', 'This Fiscal Year-to-date'],
  ['next_4_weeks', 'Next 4 Weeks'],
  ['Last 30 Days', undefined],
  ['constructor', undefined],
])('reads the macro %j as %j [dp-4.6:date_macro]', (text, name) => {
  expect(findDateMacro(text)).toBe(name)
})
