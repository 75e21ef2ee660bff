import type { Breach, GroupResult } from './run-group.ts'

/**
 * Formats what attacks say about themselves, a line per group with the attacks tried and held, a line for all, and what
 * did not hold.
 */
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

/** Formats a group's breach, with what was seen. */
export function formatBreach(group: string, { name, seen }: Breach): string {
  return `✗ ${group}: ${name}\n  ${seen.replaceAll('\n', '\n  ')}`
}
