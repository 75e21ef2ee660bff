import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { check } from 'recheck'

export type PatternText = Readonly<Record<'source' | 'flags', string>>

/** Returns why a pattern is not known to be linear; undefined if it is. */
export type AnalyzePattern = (pattern: PatternText) => Promise<string | undefined>

export interface AnalysisOptions {
  /** How long analyzing one pattern may take. */
  readonly timeoutMs?: number
}

/**
 * Counted repetitions up to this count are proved. Longer ones, look-around and back-references are attacked, with a
 * step limit: the result must not depend on how busy the machine is.
 */
const analysis = {
  maxRepeatCount: 300,
  attackLimit: 100_000_000,
  attackTimeout: null,
  incubationTimeout: null,
  seedingTimeout: null,
} as const
const defaultTimeoutMs = 60_000

/** Analyzes a pattern. One taking too long, or failing the analysis, is not known to be linear. */
export async function analyzePattern(
  { source, flags }: PatternText,
  { timeoutMs = defaultTimeoutMs }: AnalysisOptions = {},
): Promise<string | undefined> {
  const diagnostics = await check(source, flags, { ...analysis, timeout: timeoutMs })
  if (diagnostics.status === 'safe') return undefined
  if (diagnostics.status === 'unknown') return `cannot be analyzed (${diagnostics.error.kind})`
  const { attack, complexity } = diagnostics
  return `takes time of the ${complexity.summary} in the length of the text ${attack.pattern.slice(0, 100)}`
}

const cacheFile = fileURLToPath(new URL('../../../node_modules/.cache/linear-patterns.json', import.meta.url))

/** Returns an analysis remembering linear patterns in a file, written by `save`. */
export function rememberLinear(analyze: AnalyzePattern, file = cacheFile) {
  const linear = new Set(readCache(file))
  return {
    async analyze(pattern: PatternText): Promise<string | undefined> {
      const key = `/${pattern.source}/${pattern.flags}`
      if (linear.has(key)) return undefined
      const reason = await analyze(pattern)
      if (reason === undefined) linear.add(key)
      return reason
    },
    save(): void {
      mkdirSync(path.dirname(file), { recursive: true })
      writeFileSync(file, JSON.stringify([...linear].sort()))
    },
  }
}

function readCache(file: string): string[] {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return []
  }
}
