import { execFile, spawn } from 'node:child_process'
import { stat } from 'node:fs/promises'
import path from 'node:path'
import { EmbeddedPostgresError } from './embedded-postgres-error.ts'
import { environmentWithoutPreload } from './env.ts'

/** PostgreSQL's programs on this machine. */
export interface PostgresPrograms {
  /** The user who must own the data, if other than this process's user. */
  readonly owner?: { readonly uid: number; readonly gid: number }
  run(program: 'initdb' | 'pg_ctl', args: readonly string[]): Promise<{ code: number; output: string }>
}

/**
 * Finds the binaries installed by npm for this platform. PostgreSQL refuses to run as root: a root process runs it as the
 * user `postgres`, created if it does not exist, and lets that user pass through folders closed to others, such as a
 * clone under /root.
 *
 * @param folder where the data will be
 */
export async function findPostgresPrograms(folder: string): Promise<PostgresPrograms> {
  const paths = await loadPaths()
  if (process.getuid?.() !== 0) return { run: (program, args) => runProgram(paths[program], args) }

  const owner = await postgresUser()
  const isReachable = (await Promise.all([folder, paths.postgres].map(isOpenToOthers))).every(Boolean)
  if (isReachable) return { owner, run: (program, args) => runProgram(paths[program], args, owner) }
  const lend = [
    ...['--reuid', String(owner.uid), '--regid', String(owner.gid), '--clear-groups'],
    ...['--inh-caps', '+dac_read_search', '--ambient-caps', '+dac_read_search', '--securebits', '+no_setuid_fixup'],
  ]
  return { owner, run: (program, args) => runProgram('setpriv', [...lend, '--', paths[program], ...args]) }
}

interface ProgramPaths {
  readonly initdb: string
  readonly pg_ctl: string
  readonly postgres: string
}

async function loadPaths(): Promise<ProgramPaths> {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  try {
    return (await import(`@embedded-postgres/${platform}`)) as ProgramPaths
  } catch (error) {
    throw new EmbeddedPostgresError(
      `There is no embedded PostgreSQL for ${platform} here; set DATABASE_URL to a PostgreSQL server of your own. (${error instanceof Error ? error.message : error})`,
    )
  }
}

function runProgram(command: string, args: readonly string[], owner?: { uid: number; gid: number }) {
  return new Promise<{ code: number; output: string }>((resolve, reject) => {
    // The child would inherit a working folder closed to the other user.
    const child = spawn(command, args, {
      ...owner,
      cwd: '/',
      // Their messages tell a full disk from a damaged one.
      env: { ...environmentWithoutPreload(), LC_ALL: 'C' },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    })
    let output = ''
    child.stdout.on('data', (chunk) => {
      output += chunk
    })
    child.stderr.on('data', (chunk) => {
      output += chunk
    })
    child.on('error', (error) => reject(new EmbeddedPostgresError(`Cannot run ${command}: ${error.message}.`)))
    child.on('exit', (code) => resolve({ code: code ?? 1, output }))
  })
}

async function postgresUser(): Promise<{ uid: number; gid: number }> {
  const known = await findUserIds('postgres')
  if (known) return known
  await execute('useradd', ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', 'postgres'])
  const made = await findUserIds('postgres')
  if (made) return made
  throw new EmbeddedPostgresError(
    'PostgreSQL does not run as root, and no user "postgres" could be made; start as another user, or set DATABASE_URL.',
  )
}

async function findUserIds(user: string): Promise<{ uid: number; gid: number } | undefined> {
  const [uid, gid] = await Promise.all([execute('id', ['-u', user]), execute('id', ['-g', user])])
  return uid && gid ? { uid: Number(uid), gid: Number(gid) } : undefined
}

function execute(command: string, args: readonly string[]): Promise<string | undefined> {
  return new Promise((resolve) => {
    execFile(command, args, (error, stdout) => resolve(error ? undefined : stdout.trim()))
  })
}

async function isOpenToOthers(target: string): Promise<boolean> {
  const folder = path.dirname(target)
  const { mode } = await stat(folder)
  return (mode & 0o001) !== 0 && (folder === path.dirname(folder) || (await isOpenToOthers(folder)))
}
