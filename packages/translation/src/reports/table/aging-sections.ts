import type { RowRules } from './section-rules.ts'

/** An aging detail report's sections, oldest first, where the desktop begins with the current ones. */
export const agingSections: RowRules = {
  summaryPrefix: 'Total for ',
  agesSections: true,
  isReversed: true,
  dropsEmpty: true,
  total: { title: 'TOTAL' },
}
