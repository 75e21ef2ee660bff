import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

export const prismaFolder = fileURLToPath(new URL('../../../prisma', import.meta.url))
export const migrationsFolder = path.join(prismaFolder, 'migrations')

/** A schema change: a folder in `prisma/migrations`. */
export interface Migration {
  readonly name: string
  readonly script: string
}

/** Reads the working copy's migrations, oldest first. */
export async function readMigrations(): Promise<readonly Migration[]> {
  const entries = await readdir(migrationsFolder, { withFileTypes: true })
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name)
  return Promise.all(
    names.sort().map(async (name) => ({
      name,
      script: await readFile(path.join(migrationsFolder, name, 'migration.sql'), 'utf8'),
    })),
  )
}

/** Returns the checksums Prisma may have recorded for the script: a working copy may have other line ends. */
export function listChecksums(script: string): readonly [string, ...string[]] {
  const lines = script.replaceAll('\r\n', '\n')
  return [toChecksum(script), toChecksum(lines), toChecksum(lines.replaceAll('\n', '\r\n'))]
}

function toChecksum(script: string): string {
  return createHash('sha256').update(script).digest('hex')
}

/** Returns the script's statements without comments and strings. */
export function outlineStatements(script: string): string[] {
  return withoutOpaqueTexts(script)
    .split(';')
    .map((statement) => statement.replace(/\s+/g, ' ').trim())
    .filter((statement) => statement !== '')
}

/** Begins comments, strings, quoted names and dollar-quoted bodies, where a semicolon ends no statement. */
const opaqueBeginning = /--|\/\*|\bE'|['"]|\$\w*\$/gi

function withoutOpaqueTexts(script: string): string {
  let outline = ''
  let position = 0
  for (;;) {
    opaqueBeginning.lastIndex = position
    const found = opaqueBeginning.exec(script)
    const end = found === null ? -1 : findOpaqueEnd(script, found[0], opaqueBeginning.lastIndex)
    if (found === null || end === -1) return outline + script.slice(position)
    const text = found[0] === '"' ? script.slice(found.index, end).replaceAll(';', ' ') : ' '
    outline += script.slice(position, found.index) + text
    position = end
  }
}

const endOfEscapes = /(?:[^'\\]|\\.)*'/sy

/** A quote in a string or name is doubled, like one's end and another's beginning. */
function findOpaqueEnd(script: string, beginning: string, from: number): number {
  if (beginning === '--') return script.indexOf('\n', from) === -1 ? script.length : script.indexOf('\n', from)
  if (/^E'$/i.test(beginning)) {
    endOfEscapes.lastIndex = from
    return endOfEscapes.test(script) ? endOfEscapes.lastIndex : -1
  }
  const ending = beginning === '/*' ? '*/' : beginning
  const end = script.indexOf(ending, from)
  return end === -1 ? -1 : end + ending.length
}

/** Returns whether the migration builds or drops an index while the table is in use, which no transaction can contain. */
export function isConcurrent({ script }: Migration): boolean {
  return outlineStatements(script).some((statement) => /\bCONCURRENTLY\b/i.test(statement))
}

const concurrentBuild = /^CREATE (?:UNIQUE )?INDEX CONCURRENTLY (?:IF NOT EXISTS )?"?([^"\s]+)"? ON /i
const concurrentDrop = /^DROP INDEX CONCURRENTLY IF EXISTS /i

/** Returns the name of the concurrently built index; undefined if there is none. */
export function findBuiltIndex({ script }: Migration): string | undefined {
  return concurrentBuild.exec(outlineStatements(script)[0] ?? '')?.[1]
}

/** Returns why the migration could end half-way; undefined if it is all or nothing. */
export function findHalfwayRisk(migration: Migration): string | undefined {
  const statements = outlineStatements(migration.script)
  const control = statements.find((statement) =>
    /^(?:BEGIN|START TRANSACTION|COMMIT|END|ROLLBACK|ABORT|PREPARE TRANSACTION)\b/i.test(statement),
  )
  if (control !== undefined) return `${control} ends the transaction of the migration`
  if (!isConcurrent(migration)) return undefined
  if (statements.length > 1) return 'a CONCURRENTLY statement is a separate migration'
  if (findBuiltIndex(migration) !== undefined || concurrentDrop.test(statements[0] ?? '')) return undefined
  return 'only CREATE INDEX CONCURRENTLY and DROP INDEX CONCURRENTLY IF EXISTS can be repeated'
}
