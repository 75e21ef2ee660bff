import { describe, expect, it } from 'vitest'
import { computeDueDate } from './due-date.ts'

describe('computeDueDate', () => {
  const terms = (kind: string, fields: Readonly<Record<string, string>>) => ({
    kind,
    id: '1',
    created: 0,
    modified: 0,
    fields,
    custom: [],
  })

  it('follows the terms', () => {
    expect(computeDueDate('2026-01-31', undefined)).toBe('2026-01-31')
    expect(computeDueDate('2026-01-31', terms('StandardTerms', { StdDueDays: '30' }))).toBe('2026-03-02')
    const endOfMonth = terms('DateDrivenTerms', { DayOfMonthDue: '31', DueNextMonthDays: '5' })
    expect(computeDueDate('2026-02-10', endOfMonth)).toBe('2026-02-28')
    expect(computeDueDate('2026-02-26', endOfMonth)).toBe('2026-03-31')
  })
})
