import type { TruthReport } from '@bridge/truth'

const unproved = '## Unproved\n'
const proved = '## Proved on a real QuickBooks\n'
const header = '| Proved | With |\n| --- | --- |\n'

/**
 * Moves the rows of “Unproved” in `docs/windows.md` whose beliefs a report has proved, all of them, to the table of what
 * is proved. A row names its beliefs in its last column: `A26, A97`.
 */
export function updateUnproved(page: string, { rows, quickBooks, at }: TruthReport): string {
  const start = page.indexOf(unproved)
  if (start === -1) return page
  const end = page.indexOf('\n## ', start + unproved.length)
  const section = page.slice(start, end === -1 ? undefined : end)
  const outcomes = new Map(rows.map(({ id, outcome }) => [id, outcome]))
  const moved = section.split('\n').filter((line) => {
    const ids = getBeliefs(line)
    return ids.length > 0 && ids.every((id) => outcomes.get(id) === 'proved')
  })
  if (moved.length === 0) return page
  const rest = section
    .split('\n')
    .filter((line) => !moved.includes(line))
    .join('\n')
  const source = `${quickBooks.product}, release ${quickBooks.release}, ${at.slice(0, 10)}`
  const lines = moved.map((line) => `| ${getCells(line)[0]} | ${source} (${getBeliefs(line).join(', ')}) |`)
  const without = page.slice(0, start) + rest + (end === -1 ? '' : page.slice(end))
  return without.includes(proved)
    ? without.replace(`${proved}\n${header}`, `${proved}\n${header}${lines.join('\n')}\n`)
    : without.replace(unproved, `${proved}\n${header}${lines.join('\n')}\n\n${unproved}`)
}

function getCells(line: string): string[] {
  return line.startsWith('|')
    ? line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim())
    : []
}

function getBeliefs(line: string): string[] {
  const last = getCells(line).at(-1) ?? ''
  return /^A\d{2,3}(?:, A\d{2,3})*$/.test(last) ? last.split(', ') : []
}
