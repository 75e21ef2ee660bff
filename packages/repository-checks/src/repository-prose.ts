import { markdownProse } from './markdown-prose.ts'
import type { Prose } from './prose.ts'
import type { Repository } from './repository.ts'
import { typescriptProse } from './typescript-prose.ts'

/** Extracts every file's prose. */
export function repositoryProse(repository: Repository): Prose[] {
  return repository.paths.flatMap((file) => {
    if (/^(packages\/database\/generated|prisma\/migrations)\//.test(file)) return []
    if (/\.[cm]?[jt]sx?$/.test(file)) return typescriptProse(file, repository.read(file))
    if (file.endsWith('.md')) return markdownProse(file, repository.read(file))
    if (file.endsWith('.prisma')) return slashCommentProse(file, repository.read(file))
    return []
  })
}

function slashCommentProse(file: string, source: string): Prose[] {
  return source.split('\n').flatMap((line, index) => {
    const text = /^\s*\/\/+\s?(.*)$/.exec(line)?.[1]
    return text === undefined ? [] : [{ kind: 'comment' as const, file, line: index + 1, text }]
  })
}
