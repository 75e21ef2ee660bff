import path from 'node:path'
import { parseSync } from 'oxc-parser'
import type { Repository } from './repository.ts'

interface Source {
  readonly file: string
  readonly text: string
}

/** Lists all TypeScript files, including tests. */
export function listSources(repository: Repository): Source[] {
  const sources = repository.paths.filter(
    (file) => /^(apps|packages)\/.*\.tsx?$/.test(file) && !file.endsWith('.d.ts') && !file.includes('/generated/'),
  )
  return sources.map((file) => ({ file, text: repository.read(file) }))
}

/** Lists imports of files and of the repository's packages, except in tests. */
export function listImports(files: readonly Source[]): Import[] {
  return files.filter(({ file }) => !isTest(file)).flatMap(({ file, text }) => importsOf(file, text))
}

export function isTest(file: string): boolean {
  return /\.(test|e2e)\.tsx?$|\/(test|e2e)\//.test(file)
}

export interface Import {
  readonly file: string
  readonly line: number
  /** A file, or another package's export: `@bridge/database/secrets`. */
  readonly target: string
}

function importsOf(file: string, text: string): Import[] {
  const { module } = parseSync(file, text)
  return [...module.staticImports, ...module.staticExports.flatMap(({ entries }) => entries)].flatMap((statement) => {
    const specifier = statement.moduleRequest?.value
    if (specifier === undefined || !/^(\.|@bridge\/)/.test(specifier)) return []
    const line = text.slice(0, statement.start).split('\n').length
    const target = specifier.startsWith('.') ? path.posix.join(path.posix.dirname(file), specifier) : specifier
    return [{ file, line, target }]
  })
}
