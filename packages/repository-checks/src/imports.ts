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

/** Lists imports within packages, except in tests. */
export function listImports(files: readonly Source[]): Import[] {
  return files.filter(({ file }) => !isTest(file)).flatMap(({ file, text }) => relativeImports(file, text))
}

export function isTest(file: string): boolean {
  return /\.(test|e2e)\.tsx?$|\/(test|e2e)\//.test(file)
}

export interface Import {
  readonly file: string
  readonly line: number
  readonly target: string
}

function relativeImports(file: string, text: string): Import[] {
  const { module } = parseSync(file, text)
  return [...module.staticImports, ...module.staticExports.flatMap(({ entries }) => entries)].flatMap((statement) => {
    const specifier = statement.moduleRequest?.value
    if (specifier?.startsWith('.') !== true) return []
    const line = text.slice(0, statement.start).split('\n').length
    return [{ file, line, target: path.posix.join(path.posix.dirname(file), specifier) }]
  })
}
