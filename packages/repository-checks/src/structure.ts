import { parseSync } from 'oxc-parser'
import type { Finding } from './finding.ts'
import { type Import, isTest, listImports, listSources } from './imports.ts'
import type { Repository } from './repository.ts'
import { checkRings } from './rings.ts'

/** Forbidden imports, beyond the rule that there are no rings. */
const directions = [
  {
    from: 'packages/control-plane/src/',
    to: '@bridge/data-plane/call/',
    because: 'the control plane does not run calls',
  },
  {
    from: 'packages/data-plane/src/desktop/',
    to: '@bridge/identity',
    because: 'the desktop port does not know who calls it',
  },
  {
    from: 'packages/identity/src/',
    to: '@bridge/data-plane',
    because: 'identity is below both planes',
  },
  {
    from: 'packages/data-plane/src/',
    to: '@bridge/control-plane',
    because: 'calls need nothing from the control plane',
  },
] as const

const databaseCall =
  /\.\$(transaction|queryRaw|executeRaw)\b|\b(database|transaction)\.\w+\.(find|create|update|delete|upsert|count|aggregate|groupBy)\w*\(/

/** Finds violations of the rules for imports between folders, for database calls, and for top-level functions. */
export function checkStructure(repository: Repository): Finding[] {
  const files = listSources(repository)
  const imports = listImports(files)
  return [
    ...checkRings(imports),
    ...forbiddenImports(imports),
    ...files.filter(({ file }) => needsStore(file)).flatMap(({ file, text }) => databaseCalls(file, text)),
    ...files.flatMap(({ file, text }) => arrowFunctions(file, text)),
  ]
}

function needsStore(file: string): boolean {
  return (
    /^(packages\/(server|identity|data-plane|control-plane|mcp|platform)\/src|apps\/[^/]+)\//.test(file) &&
    !isTest(file) &&
    !file.endsWith('.store.ts')
  )
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
