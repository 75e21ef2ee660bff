import {
  checkMigrations,
  type MigrationCheck,
  planRepairs,
  type Repair,
  resolveMigrations,
} from '@bridge/database/migrate'
import { grantServiceRole } from '@bridge/database/service-role'
import { type Env, readEnv } from '../service/env.ts'
import { explainFailure, migrateDatabase } from '../service/migrate-database.ts'
import { startDatabase } from '../service/start-database.ts'
import { CommandError } from '../terminal/command-error.ts'
import { terminalProgress } from '../terminal/progress.ts'
import { defineCommand } from './command.ts'

export const command = defineCommand({
  options: {
    'service-role': { type: 'string' },
    check: { type: 'boolean' },
    resolve: { type: 'boolean' },
  },
  run: ({ 'service-role': serviceRole, check, resolve }) => migrate({ serviceRole, check, resolve }),
})

interface MigrateCommand {
  /** The servers' and gateways' role, which may use the tables afterwards. */
  readonly serviceRole?: string | undefined
  /** Say what would be done, and do nothing. */
  readonly check?: boolean | undefined
  /** Complete what an earlier version left half-way. */
  readonly resolve?: boolean | undefined
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
    throw new CommandError(
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

/** SQLSTATE for a missing database (PostgreSQL, appendix A). */
const databaseMissing = '3D000'
/** The exit code for pending migrations. */
const pendingCode = 2

async function checkDatabase(url: string, print: (text: string) => void): Promise<number> {
  const checked = await checkMigrations(url).catch((error: unknown) => {
    if ((error as { code?: unknown }).code === databaseMissing) return undefined
    return explainFailure(error)
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
  if (checked.halfway.length > 0) print((await planRepairs(url).catch(explainFailure)).map(describeRepair).join(''))
  return 1
}

async function resolveDatabase(url: string, print: (text: string) => void): Promise<number> {
  let repairs = 0
  const onRepair = (repair: Repair) => {
    repairs += 1
    print(describeRepair(repair))
  }
  await resolveMigrations(url, onRepair).catch(explainFailure)
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
