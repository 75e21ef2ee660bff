import type { Cells, ReportRow, SectionRow } from '../table/report.ts'
import type { GroupRule } from '../table/section-rules.ts'

/** Puts a report's groups into QBO's order, adding those always shown by QBO. */
export function arrangeGroups(
  rows: readonly ReportRow[],
  rules: readonly GroupRule[],
  columnCount: number,
): readonly ReportRow[] {
  const known = new Set(rules.map(({ group }) => group))
  const ofGroup = (name: string): readonly ReportRow[] => rows.filter(({ group }) => group === name)
  return [
    ...rules.flatMap((rule) => {
      const present = ofGroup(rule.group)
      return present.length > 0 ? present : createGroup(rule, ofGroup, columnCount)
    }),
    ...rows.filter(({ group }) => group === undefined || !known.has(group)),
  ]
}

function createGroup(
  { group, always }: GroupRule,
  ofGroup: (name: string) => readonly ReportRow[],
  columnCount: number,
): readonly SectionRow[] {
  if (always === undefined) return []
  const { header, summary, repeats } = always
  const repeated = repeats === undefined ? undefined : ofGroup(repeats)[0]
  const amounts = repeated !== undefined && 'Summary' in repeated ? repeated.Summary?.ColData.slice(1) : undefined
  return [
    {
      ...(header !== undefined && { Header: createCells(header, columnCount) }),
      Summary: { ColData: [{ value: summary }, ...(amounts ?? createCells('', columnCount).ColData.slice(1))] },
      type: 'Section',
      group,
    },
  ]
}

/** Creates cells, blank except for the first. */
export function createCells(first: string, columnCount: number): Cells {
  return { ColData: Array.from({ length: columnCount }, (_, index) => ({ value: index === 0 ? first : '' })) }
}
