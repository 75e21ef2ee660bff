import { formatCount } from '../../lib/format-count.ts'
import type { DesktopGap } from './failure-group.ts'

type ListedGap = Pick<
  DesktopGap,
  'clientName' | 'code' | 'operation' | 'entity' | 'field' | 'reason' | 'alternative' | 'count'
>

/** Prints what QuickBooks Desktop cannot do as a Markdown document with a table per app. */
export function formatGapsAsMarkdown(gaps: readonly ListedGap[], calls: number): string {
  const apps = groupByApp(gaps)
  const sections = [...apps].map(([app, rows]) =>
    [`## ${escapeCell(app)}`, '', '| What | Reason | Alternative | Calls |', '| --- | --- | --- | ---: |']
      .concat(
        rows.map(
          ({ reason, alternative, count, ...gap }) =>
            `| ${[nameGap(gap), reason, alternative].map(escapeCell).join(' | ')} | ${count} |`,
        ),
      )
      .join('\n'),
  )
  return `${['# Fit for QuickBooks Desktop', `From ${formatCount(calls, 'call')} of the last 30 days.`, ...sections].join('\n\n')}\n`
}

function groupByApp(gaps: readonly ListedGap[]): ReadonlyMap<string, readonly ListedGap[]> {
  const apps = new Map<string, ListedGap[]>()
  for (const gap of gaps) {
    const app = gap.clientName ?? 'Unknown app'
    apps.set(app, [...(apps.get(app) ?? []), gap])
  }
  return apps
}

/** Names what was requested: `Invoice · Line[].TaxCodeRef`. */
export function nameGap({
  operation,
  entity,
  field,
  code,
}: Omit<ListedGap, 'reason' | 'alternative' | 'count' | 'clientName'>) {
  const names = [entity, field].filter((name) => name !== null)
  if (names.length > 0) return [...names, ...(field === null && operation !== null ? [operation] : [])].join(' · ')
  return operation ?? code
}

function escapeCell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll(/\s+/g, ' ')
}
