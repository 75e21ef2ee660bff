import { measureFunctions } from './function-length.ts'
import { isTest, listImports, listSources } from './imports.ts'
import { groupByPackage, type Language, measureLanguage } from './language.ts'
import type { Prose } from './prose.ts'
import type { Repository } from './repository.ts'
import { findRings } from './rings.ts'

export interface Figures {
  /** By package folder, counting lines with text. */
  readonly packages: ReadonlyMap<string, Language & Readonly<Record<'files' | 'sourceLines' | 'testLines', number>>>
  readonly longestFunctions: readonly { readonly lines: number; readonly place: string }[]
  readonly rings: readonly (readonly string[])[]
  readonly stepsPerCall: number
  readonly environmentVariables: number
  readonly decisions: number
  /** Words in Markdown files, by the folder below `docs`. */
  readonly words: ReadonlyMap<string, number>
}

const stepStart = /\bcall\.step\(\s*'(\w+)'/g

/** Measures size and difficulty. */
export function measureRepository(repository: Repository, prose: readonly Prose[]): Figures {
  const sources = listSources(repository)
  const languages = measureLanguage(repository, prose)
  const byPackage = groupByPackage(sources, ({ file }) => file)
  const productive = sources.filter(({ file }) => !isTestOrFixture(file))
  const dataPlane = productive.filter(({ file }) => file.startsWith('packages/data-plane/src/call/'))
  const steps = dataPlane.flatMap(({ text }) => Array.from(text.matchAll(stepStart), ([, name]) => name))
  return {
    packages: new Map(
      [...byPackage].flatMap(([folder, files]) => {
        const language = languages.get(folder)
        const tests = files.filter(({ file }) => isTestOrFixture(file))
        const testLines = sum(tests.map(({ text }) => countLines(text)))
        const sourceLines = sum(files.map(({ text }) => countLines(text))) - testLines
        return language ? [[folder, { ...language, files: files.length, sourceLines, testLines }]] : []
      }),
    ),
    longestFunctions: measureFunctions(repository)
      .map(({ file, line, lines, signature }) => ({ lines, place: `${file}:${line} ${signature}` }))
      .sort((left, right) => right.lines - left.lines)
      .slice(0, 20),
    rings: findRings(listImports(sources)),
    stepsPerCall: new Set(steps).size,
    environmentVariables: new Set(repository.read('docs/deployment.md').match(/^\| `[A-Z_]+`/gm)).size,
    decisions: repository.paths.filter((file) => /^docs\/decisions\/.*\d{4}-[^/]+\.md$/.test(file)).length,
    words: countWords(repository),
  }
}

function isTestOrFixture(file: string): boolean {
  return isTest(file) || /\.fixture\.tsx?$/.test(file)
}

function countLines(text: string): number {
  return text.split('\n').filter((line) => line.trim() !== '').length
}

function countWords(repository: Repository): Map<string, number> {
  const words = new Map<string, number>()
  for (const file of repository.paths.filter((each) => each.endsWith('.md'))) {
    const folder = /^docs\/[^/]+(?=\/)/.exec(file)?.[0] ?? (file.startsWith('docs/') ? 'docs' : 'elsewhere')
    words.set(folder, (words.get(folder) ?? 0) + repository.read(file).split(/\s+/).filter(Boolean).length)
  }
  return words
}

export function sum(values: Iterable<number>): number {
  return [...values].reduce((total, value) => total + value, 0)
}
