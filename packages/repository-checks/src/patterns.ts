import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { type AnalyzePattern, analyzePattern, rememberLinear } from './analyze-pattern.ts'
import type { Finding } from './finding.ts'
import type { Repository } from './repository.ts'
import { findPatterns, type Pattern } from './source-patterns.ts'

const products =
  /^(?:apps\/[^/]+|packages\/(?:server|identity|data-plane|control-plane|mcp|platform|qbxml|translation|emulator|agent-protocol|database|faults))\//
const program = /\.[cm]?[jt]sx?$/
const tests = /\.(?:test|e2e|screenshots)\.tsx?$|\/(?:test|e2e|generated)\//

const recordProgram = fileURLToPath(new URL('record-patterns.mjs', import.meta.url))
const root = fileURLToPath(new URL('../../..', import.meta.url))

/** Finds the product's patterns without linear running time. */
export async function checkPatterns(repository: Repository): Promise<Finding[]> {
  const cache = rememberLinear(analyzePattern)
  const findings = await findSlowPatterns(repository, { analyze: cache.analyze, record: recordPatterns })
  cache.save()
  return findings
}

export interface RecordedPattern extends Pattern {
  readonly file: string
}

export interface PatternTools {
  readonly analyze: AnalyzePattern
  /** Loads modules and returns the patterns they make from texts. */
  readonly record: (files: readonly string[]) => Promise<readonly RecordedPattern[]>
}

export async function findSlowPatterns(repository: Repository, { analyze, record }: PatternTools): Promise<Finding[]> {
  const sources = repository.paths
    .filter((file) => products.test(file) && program.test(file) && !tests.test(file))
    .map((file) => ({ file, ...findPatterns(file, repository.read(file)) }))
  const recorded = await record(sources.filter(({ constructions }) => constructions.length > 0).map(({ file }) => file))
  const findings = sources.flatMap(({ file, constructions }) =>
    constructions.flatMap(({ line, isOfModule }): Finding[] => {
      const isKnown = isOfModule && recorded.some((pattern) => pattern.file === file && pattern.line === line)
      return isKnown ? [] : [{ file, line, message: unknownMessage }]
    }),
  )
  const patterns = [
    ...sources.flatMap(({ file, literals }) => literals.map((pattern) => ({ ...pattern, file }))),
    ...recorded,
  ]
  // One after the other: an analysis has a timeout.
  for (const { file, line, source, flags } of patterns) {
    const reason = await analyze({ source, flags })
    if (reason !== undefined) findings.push({ file, line, message: `The pattern /${source}/${flags} ${reason}.` })
  }
  return findings
}

const unknownMessage =
  'The pattern is not known before its function is called. Compare texts, or make it when its module is loaded.'

/** Loads modules in another process, because they may change it. */
export async function recordPatterns(files: readonly string[], folder = root): Promise<readonly RecordedPattern[]> {
  if (files.length === 0) return []
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [recordProgram, ...files.map((file) => `${folder}${file}`)],
    { cwd: root },
  )
  const patterns = JSON.parse(stdout) as readonly RecordedPattern[]
  return patterns.map((pattern) => ({ ...pattern, file: pattern.file.slice(folder.length) }))
}
