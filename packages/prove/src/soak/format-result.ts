import { type CallKind, callKinds, calls } from './calls.ts'
import { listGoals } from './goals.ts'
import type { IncidentRecord } from './incidents.ts'
import { quantile, succeeded, within } from './latency.ts'
import type { Attempt } from './load.ts'
import { isEvaluated, isFlat, type MemoryRow } from './memory.ts'
import type { PhaseRecord, SoakResult } from './run-soak.ts'

const mebibyte = 1024 * 1024

/** Formats the tables: calls, latency by phase, incidents, memory, and what is wrong. */
export function formatResult(result: SoakResult): string {
  const { attempts, phases, incidents, memory, problems, folder } = result
  const outcomes = [...new Set(attempts.map(({ outcome }) => outcome))].sort()
  const sections = [
    table(
      ['calls', ...outcomes, 'p50 ms', 'p99 ms'],
      callKinds.map((kind) => {
        const ofKind = attempts.filter((attempt) => attempt.kind === kind)
        const counts = outcomes.map((each) => String(ofKind.filter(({ outcome }) => outcome === each).length))
        return [kind, ...counts, ...quantiles(ofKind)]
      }),
    ),
    table(
      ['phase', 'seconds', 'calls', 'faults', 'p50 ms reads', 'p99 ms reads', 'p50 ms writes', 'p99 ms writes'],
      phases.map((phase) => formatPhase(phase, attempts)),
    ),
    table(
      ['incident', 'seconds until all run', 'last fault after that, s', 'goal, s', 'faults'],
      incidents.map((incident, index) => formatIncident(incident, incidents[index + 1], attempts)),
    ),
    table(
      ['memory, MiB', 'seconds', 'heap: start', 'middle', 'end', 'RSS: start', 'middle', 'end', ''],
      memory.map(formatMemory),
    ),
    listGoals(result)
      .map(({ text, isMet }) => `${isMet ? '✓' : '✗'} ${text}\n`)
      .join(''),
    problems.length === 0
      ? '✓ Every write that succeeded is in the books once, and nothing else is. Every fault is documented and has a cause.\n'
      : [`Logs and company files: ${folder}`, ...problems].map((line) => `✗ ${line}\n`).join(''),
  ]
  return sections.join('\n')
}

function formatPhase({ name, from, until }: PhaseRecord, attempts: readonly Attempt[]): readonly string[] {
  const during = within(attempts, from, until)
  return [
    name,
    seconds(until - from),
    String(during.length),
    String(during.filter(({ outcome }) => outcome !== '200').length),
    ...quantiles(during.filter(({ kind }) => !isWrite(kind))),
    ...quantiles(during.filter(({ kind }) => isWrite(kind))),
  ]
}

function formatIncident(
  { name, from, until, healedMs }: IncidentRecord,
  next: IncidentRecord | undefined,
  attempts: readonly Attempt[],
): readonly string[] {
  const faults = within(attempts, from, next?.from ?? Number.POSITIVE_INFINITY).filter(
    ({ outcome }) => outcome !== '200',
  )
  const last = Math.max(0, ...faults.map(({ at }) => at - until))
  return [name, seconds(until - from), seconds(last), seconds(healedMs), formatCounts(faults)]
}

function formatMemory(row: MemoryRow): readonly string[] {
  const { program, lifeMs, heap, rss } = row
  return [
    program,
    seconds(lifeMs),
    ...[heap.start, heap.middle, heap.end, rss.start, rss.middle, rss.end].map((bytes) =>
      (bytes / mebibyte).toFixed(0),
    ),
    describeGrowth(row),
  ]
}

function describeGrowth(row: MemoryRow): string {
  if (!isEvaluated(row)) return 'not evaluated'
  return isFlat(row) ? 'flat' : 'grew'
}

/** Prints how often each outcome happened. */
function formatCounts(attempts: readonly Attempt[]): string {
  const outcomes = [...new Set(attempts.map(({ outcome }) => outcome))]
  return outcomes.map((each) => `${attempts.filter(({ outcome }) => outcome === each).length} ${each}`).join(', ')
}

function isWrite(kind: CallKind): boolean {
  return calls[kind].isWrite
}

function quantiles(attempts: readonly Attempt[]): readonly string[] {
  return [0.5, 0.99].map((part) => quantile(succeeded(attempts), part).toFixed(0))
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(1)
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((cell, column) => Math.max(cell.length, ...rows.map((row) => row[column]?.length ?? 0)))
  const lines = [head, ...rows].map((row) =>
    row.map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0))),
  )
  return lines.map((cells) => `${cells.join('  ').trimEnd()}\n`).join('')
}
