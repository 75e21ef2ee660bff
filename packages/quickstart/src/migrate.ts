import {
  applyMigrations,
  checkMigrations,
  type MigrationCheck,
  MigrationError,
  makeMigration,
  planRepairs,
  type Repair,
  resolveMigrations,
} from '@bridge/database/migrate'
import { grantServiceRole } from '@bridge/database/service-role'
import { type Env, readEnv } from './env.ts'
import { terminalProgress } from './progress.ts'
import { QuickstartError } from './quickstart-error.ts'
import { startDatabase } from './start-database.ts'

export interface MigrateCommand {
  /** The servers' and gateways' role, which may use the tables afterwards. */
  readonly serviceRole?: string | undefined
  /** Say what would be done, and do nothing. */
  readonly check?: boolean
  /** Complete what an earlier version left half-way. */
  readonly resolve?: boolean
}

/**
 * `npm run migrate`: applies pending migrations to the database at DATABASE_URL, and lets the servers' and gateways'
 * role use the tables, if one is named. Returns the exit code.
 */
export async function migrate(
  { serviceRole, check = false, resolve = false }: MigrateCommand,
  { dataFolder, databaseUrl }: Pick<Env, 'dataFolder' | 'databaseUrl'> = readEnv(),
  print = (text: string): void => void process.stdout.write(text),
): Promise<number> {
  if (databaseUrl === undefined) {
    throw new QuickstartError(
      'DATABASE_URL is not set. Set it to the PostgreSQL database to migrate: postgresql://user:password@host/database. (npm start migrates its own database.)',
    )
  }
  if (check) return checkDatabase(databaseUrl, print)
  if (resolve) return resolveDatabase(databaseUrl, print)
  const { url } = await startDatabase(dataFolder, databaseUrl, () => undefined)
  const applied = await terminalProgress.step('Migrations', () => migrateDatabase(url))
  if (serviceRole !== undefined)
    await terminalProgress.step(`Rights of ${serviceRole}`, () => grantServiceRole(url, serviceRole))
  print(applied.length === 0 ? 'No pending migrations.\n' : `Applied ${applied.join(', ')}.\n`)
  return 0
}

/** Applies pending migrations and returns their names. @throws {QuickstartError} saying what to do */
export function migrateDatabase(url: string): Promise<string[]> {
  return applyMigrations(url).catch(explain)
}

/** SQLSTATE for a missing database (PostgreSQL, appendix A). */
const databaseMissing = '3D000'
/** The exit code for pending migrations. */
const pendingCode = 2

async function checkDatabase(url: string, print: (text: string) => void): Promise<number> {
  const checked = await checkMigrations(url).catch((error: unknown) => {
    if ((error as { code?: unknown }).code === databaseMissing) return undefined
    return explain(error)
  })
  if (checked === undefined) {
    print('The database does not exist. npm run migrate creates it and applies all migrations.\n')
    return pendingCode
  }
  print(describeCheck(checked))
  if (checked.problem === undefined) {
    if (checked.pending.length === 0) return 0
    print('npm run migrate applies the pending ones, each in one transaction.\n')
    return pendingCode
  }
  print(`${checked.problem}\n`)
  if (checked.halfway.length > 0) print((await planRepairs(url).catch(explain)).map(describeRepair).join(''))
  return 1
}

async function resolveDatabase(url: string, print: (text: string) => void): Promise<number> {
  let repairs = 0
  const onRepair = (repair: Repair) => {
    repairs += 1
    print(describeRepair(repair))
  }
  await resolveMigrations(url, onRepair).catch(explain)
  print(repairs === 0 ? 'No migration was left half-way.\n' : 'Done. npm run migrate applies what is pending.\n')
  return 0
}

function describeCheck({ applied, pending, halfway, unknown, server }: MigrationCheck): string {
  const names = (list: readonly { readonly name: string }[]) => list.map(({ name }) => name)
  const rows: readonly (readonly [string, readonly string[]])[] = [
    ['Pending', names(pending.filter((each) => !halfway.includes(each)))],
    ['Failed', names(halfway)],
    ['Unknown', unknown],
  ]
  const lists = rows.map(([title, list]) => `${title.padEnd(12)}${list.length === 0 ? 'none' : list.join(', ')}\n`)
  return `PostgreSQL  ${server}\nApplied     ${applied.length}\n${lists.join('')}`
}

function describeRepair({ migration: { name }, committed, statements, rest }: Repair): string {
  const left = rest.trim()
  const steps = left === '' ? 'Its end is recorded.' : `One transaction runs the rest and records it:\n${left}`
  return `${name}: ${committed} of ${statements} statements are committed. ${steps}\n`
}

/** @throws {QuickstartError} for what a user can fix */
function explain(error: unknown): never {
  if (error instanceof MigrationError) throw new QuickstartError(error.message)
  const { code, message } = error as NodeJS.ErrnoException
  if (code === undefined) throw error
  throw new QuickstartError(`The database of DATABASE_URL cannot be used: ${message || code} (${code}).`)
}

/** `npm run migration -- NAME`: writes a migration for the schema changes. Returns the exit code. */
export async function migration(name: string | undefined): Promise<number> {
  if (name === undefined || !/^[a-z0-9_]+$/.test(name)) {
    throw new QuickstartError(
      'A migration needs a name of lower-case letters, digits and underscores: npm run migration -- add_invitations',
    )
  }
  const { dataFolder, databaseUrl } = readEnv()
  const database = await startDatabase(dataFolder, databaseUrl, () => undefined)
  try {
    const folder = await makeMigration(database.url, name, new Date())
    process.stdout.write(
      folder === undefined ? 'The schema has not changed.\n' : `Wrote prisma/migrations/${folder}.\n`,
    )
  } finally {
    await database.stop()
  }
  return 0
}
