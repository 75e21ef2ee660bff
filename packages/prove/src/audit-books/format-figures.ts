import type { Figure } from './figures.ts'

/** Formats each figure with both sides, and how many differ. */
export function formatFigures(figures: readonly Figure[]): string {
  const lines = figures.map(({ report, basis = '', label, expected, found, isEqual }) =>
    [
      isEqual ? ' ' : '✗',
      report.padEnd(26),
      basis.padEnd(8),
      label.padEnd(44),
      expected.padStart(12),
      (found ?? '–').padStart(12),
    ].join(' '),
  )
  const different = figures.filter(({ isEqual }) => !isEqual).length
  const head = [
    ' ',
    'Report'.padEnd(26),
    'Basis'.padEnd(8),
    'Figure'.padEnd(44),
    'Papers'.padStart(12),
    'Report'.padStart(12),
  ].join(' ')
  return [head, ...lines, `${figures.length} figures, ${different} of them differ.`, ''].join('\n')
}
