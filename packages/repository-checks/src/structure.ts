import path from 'node:path'
import { parseSync } from 'oxc-parser'
import type { Finding } from './finding.ts'
import type { Repository } from './repository.ts'

/** Folders that must not import others, beyond the rule that no two folders import each other. */
const directions = [
  {
    from: 'packages/server/src/provisioning/',
    to: 'packages/server/src/data-plane/',
    because: 'the control plane does not depend on the data plane',
  },
  {
    from: 'packages/server/src/desktop/',
    to: 'packages/server/src/oauth/',
    because: 'the desktop port does not know who calls it',
  },
  {
    from: 'packages/server/src/http/',
    to: 'packages/server/src/data-plane/',
    because: 'HTTP helpers serve every surface',
  },
] as const

const databaseCall =
  /\.\$(transaction|queryRaw|executeRaw)\b|\b(database|transaction)\.\w+\.(find|create|update|delete|upsert|count|aggregate|groupBy)\w*\(/

/** Finds violations of the rules for imports between folders, for database calls, and for top-level functions. */
export function checkStructure(repository: Repository): Finding[] {
  const files = listSources(repository)
  const imports = listImports(files)
  return [
    ...mutualImports(imports),
    ...forbiddenImports(imports),
    ...files.filter(({ file }) => needsStore(file)).flatMap(({ file, text }) => databaseCalls(file, text)),
    ...files.flatMap(({ file, text }) => arrowFunctions(file, text)),
  ]
}

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

function needsStore(file: string): boolean {
  return /^(packages\/(server|platform)\/src|apps\/[^/]+)\//.test(file) && !isTest(file) && !file.endsWith('.store.ts')
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

/** Finds pairs of folders of a package that import each other; a folder and its subfolders count as different. */
function mutualImports(imports: readonly Import[]): Finding[] {
  const first = new Map<string, Import>()
  for (const each of imports) {
    const [from, to] = [path.posix.dirname(each.file), path.posix.dirname(each.target)]
    const key = `${from} ${to}`
    if (from !== to && packageRoot(from) === packageRoot(to) && !first.has(key)) first.set(key, each)
  }
  return [...first].flatMap(([key, { file, line }]) => {
    const [from = '', to = ''] = key.split(' ')
    const back = first.get(`${to} ${from}`)
    if (back === undefined || from > to) return []
    return [{ file, line, message: `${from} and ${to} import each other (back: ${back.file}:${back.line}).` }]
  })
}

function packageRoot(folder: string): string {
  return folder.split('/').slice(0, 2).join('/')
}

function forbiddenImports(imports: readonly Import[]): Finding[] {
  return imports.flatMap(({ file, line, target }) =>
    directions
      .filter(({ from, to }) => file.startsWith(from) && target.startsWith(to))
      .map(({ from, to, because }) => ({ file, line, message: `${from} does not import ${to}: ${because}.` })),
  )
}

function databaseCalls(file: string, text: string): Finding[] {
  return text
    .split('\n')
    .flatMap((line, index) =>
      databaseCall.test(line)
        ? [{ file, line: index + 1, message: 'Only stores (*.store.ts) call the database.' }]
        : [],
    )
}

/** Finds top-level arrow functions without a type annotation: a function declaration is hoisted and reads better. */
function arrowFunctions(file: string, text: string): Finding[] {
  const { program } = parseSync(file, text)
  return program.body.flatMap((statement) => {
    const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
    if (declaration?.type !== 'VariableDeclaration') return []
    return declaration.declarations
      .filter(
        ({ id, init }) => init?.type === 'ArrowFunctionExpression' && !('typeAnnotation' in id && id.typeAnnotation),
      )
      .map(({ start }) => ({
        file,
        line: text.slice(0, start).split('\n').length,
        message: 'A top-level function is a function declaration.',
      }))
  })
}
