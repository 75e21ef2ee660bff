import type { Limits } from '../src/runtime/limits.ts'

/** Returns the Node.js arguments that run a server program with other limits. */
export function importLimits(limits: Partial<Limits>): readonly string[] {
  const url = new URL('replace-limits.ts', import.meta.url)
  url.searchParams.set('limits', JSON.stringify(limits))
  return ['--import', url.href]
}
