import type { Breach, GroupResult } from './run-group.ts'

/** Prints what attacks say of themselves, a line per group with the attacks that were tried and that held, a line for all, and what did not hold. */
export function formatResults(results: readonly GroupResult[]): string {
  const total: GroupResult = {
    name: 'all',
    tried: results.reduce((sum, { tried }) => sum + tried, 0),
    breaches: results.flatMap(({ breaches }) => breaches),
    notes: [],
  }
  const width = Math.max(...results.map(({ name }) => name.length))
  const lines = [...results, total].map(({ name, tried, breaches }) => {
    const held = tried - breaches.length
    return `${name.padEnd(width)}  ${String(tried).padStart(6)} tried  ${String(held).padStart(6)} held  ${String(breaches.length).padStart(4)} not held`
  })
  return [...results.flatMap(({ notes }) => notes), ...results.flatMap(formatBreaches), ...lines]
    .map((line) => `${line}\n`)
    .join('')
}

function formatBreaches({ name: group, breaches }: GroupResult): string[] {
  return breaches.map((breach) => formatBreach(group, breach))
}

/** Prints an attack of a group that did not hold, with what was seen. */
export function formatBreach(group: string, { name, seen }: Breach): string {
  return `✗ ${group}: ${name}\n  ${seen.replaceAll('\n', '\n  ')}`
}
