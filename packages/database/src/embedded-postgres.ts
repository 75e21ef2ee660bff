import { randomBytes } from 'node:crypto'
import { chmod, chown, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import path from 'node:path'
import { describeUnusable, EmbeddedPostgresError } from './embedded-postgres-error.ts'
import { findFreePort } from './free-port.ts'
import { findPostgresPrograms, type PostgresPrograms } from './postgres-programs.ts'

export { EmbeddedPostgresError }

/** A PostgreSQL server started by this process. */
export interface EmbeddedPostgres {
  /** The address of its database `bridge`; `databaseUrl` returns another database's address. */
  readonly url: string
  readonly port: number
  /**
   * Starts the server again, at the same address, unless it is running. Returns whether it was started.
   *
   * @throws {EmbeddedPostgresError} if it does not start: right after a crash, its last processes may be in the way
   */
  ensureRunning(): Promise<boolean>
  /** Closes open connections, flushes all data and waits until the server has stopped. */
  stop(): Promise<void>
}

export interface EmbeddedPostgresOptions {
  /** The folder for the cluster, its port and password, and its log; created if it does not exist. */
  readonly folder: string
  /** Skips flushing writes to disk, which is much faster; for tests. */
  readonly disposable?: boolean
}

const postgresMajor = '18'

/** A crash of the machine loses the data, and the write-ahead log takes little space. */
const disposableSettings = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'wal_level=minimal',
  'max_wal_senders=0',
  'max_wal_size=128MB',
]

interface ServerFile {
  port: number
  password: string
}

/**
 * Starts PostgreSQL in `folder`; the first start creates the cluster. Port and password are stored with the data. A
 * server still running there, because its starter was killed, is reused.
 *
 * It runs in a separate session: Ctrl-C in the terminal reaches the caller and not PostgreSQL, which the caller stops
 * last.
 *
 * @throws {EmbeddedPostgresError} if the folder does not contain a usable cluster
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const folder = path.resolve(options.folder)
  const isDisposable = options.disposable ?? false
  await mkdir(folder, { recursive: true })
  await chmod(folder, 0o700)
  const programs = await findPostgresPrograms(folder)
  const state = await checkCluster(folder)
  if (programs.owner) await chown(folder, programs.owner.uid, programs.owner.gid)
  if (state === 'missing') {
    await createCluster(folder, programs, isDisposable).catch(async (error: Error) => {
      throw error instanceof EmbeddedPostgresError
        ? error
        : await describeUnusable(folder, error.message, error.message)
    })
  }
  const settings = await readServerFile(folder)
  const isRunning = await isClusterRunning(programs, clusterFolder(folder))
  if (!isRunning && !(await isFree(settings.port))) {
    settings.port = await findFreePort()
    await writeServerFile(folder, settings)
  }
  const server = new PostgresServer(folder, programs, isDisposable, settings)
  if (!isRunning) await server.start()
  return server
}

class PostgresServer implements EmbeddedPostgres {
  readonly #folder: string
  readonly #cluster: string
  readonly #programs: PostgresPrograms
  readonly #isDisposable: boolean
  readonly #settings: Readonly<ServerFile>

  constructor(folder: string, programs: PostgresPrograms, isDisposable: boolean, settings: Readonly<ServerFile>) {
    this.#folder = folder
    this.#cluster = clusterFolder(folder)
    this.#programs = programs
    this.#isDisposable = isDisposable
    this.#settings = settings
  }

  get port(): number {
    return this.#settings.port
  }

  get url(): string {
    return `postgresql://bridge:${this.#settings.password}@127.0.0.1:${this.port}/bridge`
  }

  async ensureRunning(): Promise<boolean> {
    if (await isClusterRunning(this.#programs, this.#cluster)) return false
    await this.start()
    return true
  }

  async start(): Promise<void> {
    const flags = [
      `-p ${this.port}`,
      '-c listen_addresses=127.0.0.1',
      '-c unix_socket_directories=',
      '-c max_connections=200',
      ...(this.#isDisposable ? disposableSettings.map((setting) => `-c ${setting}`) : []),
    ].join(' ')
    const file = path.join(this.#folder, 'postgres.log')
    const before = await readFile(file, 'utf8').catch(() => '')
    const command = ['start', '-D', this.#cluster, '-l', file, '-o', flags, '-w', '-t', '60']
    const started = await this.#programs.run('pg_ctl', command)
    if (started.code === 0) return
    const log = (await readFile(file, 'utf8').catch(() => '')).slice(before.length)
    const reason = lastLine(log, /FATAL|PANIC|ERROR|could not/) || lastLine(started.output)
    throw await describeUnusable(this.#folder, `PostgreSQL does not start (${reason})`, log)
  }

  async stop(): Promise<void> {
    await stopCluster(this.#programs, this.#cluster)
  }
}

function clusterFolder(folder: string): string {
  return path.join(folder, 'cluster')
}

async function createCluster(folder: string, programs: PostgresPrograms, isDisposable: boolean): Promise<void> {
  const cluster = clusterFolder(folder)
  const password = randomBytes(24).toString('base64url')
  const passwordFile = path.join(folder, 'password')
  const unfinished = `${cluster}.unfinished`
  await rm(unfinished, { recursive: true, force: true })
  await writeFile(passwordFile, `${password}\n`, { mode: 0o600 })
  if (programs.owner) await chown(passwordFile, programs.owner.uid, programs.owner.gid)
  const created = await programs.run('initdb', [
    `--pgdata=${unfinished}`,
    '--username=bridge',
    '--auth=scram-sha-256',
    `--pwfile=${passwordFile}`,
    '--encoding=UTF8',
    '--locale=C',
    ...(isDisposable ? ['--no-sync'] : []),
  ])
  await rm(passwordFile, { force: true })
  if (created.code !== 0)
    throw await describeUnusable(folder, `initdb failed (${lastLine(created.output)})`, created.output)
  await writeServerFile(folder, { port: await findFreePort(), password })
  await rename(unfinished, cluster)
}

async function readServerFile(folder: string): Promise<ServerFile> {
  const text = await readFile(path.join(folder, 'server.json'), 'utf8').catch(async () => {
    throw await describeUnusable(folder, 'its file server.json, which has the port and the password, is missing')
  })
  try {
    const { port, password } = JSON.parse(text) as Partial<ServerFile>
    if (Number.isInteger(port) && typeof password === 'string') return { port: Number(port), password }
  } catch {
    // Malformed JSON is as unusable as JSON in the wrong shape.
  }
  throw await describeUnusable(folder, 'its file server.json, which has the port and the password, is damaged')
}

async function writeServerFile(folder: string, content: ServerFile): Promise<void> {
  await writeFile(path.join(folder, 'server.json'), `${JSON.stringify(content)}\n`, { mode: 0o600 })
}

async function checkCluster(folder: string): Promise<'missing' | 'usable'> {
  const cluster = clusterFolder(folder)
  const entries = await readdir(cluster).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw await describeUnusable(folder, `${cluster} cannot be read as a folder (${error.code})`)
  })
  if (!entries) return 'missing'
  const version = await readFile(path.join(cluster, 'PG_VERSION'), 'utf8').catch(() => undefined)
  if (version === undefined)
    throw await describeUnusable(folder, 'it contains no PostgreSQL cluster (PG_VERSION is missing)')
  if (version.trim() !== postgresMajor) {
    const reason = `it was made by PostgreSQL ${version.trim()} and this is PostgreSQL ${postgresMajor}`
    throw await describeUnusable(folder, reason)
  }
  return 'usable'
}

function lastLine(text: string, wanted = /\S/): string {
  return (
    text
      .split('\n')
      .findLast((line) => wanted.test(line))
      ?.trim() ?? ''
  )
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer().once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })
}

/** Stops the server running in `folder`, if any, even if another process started it. */
export async function stopEmbeddedPostgres(folder: string): Promise<void> {
  const cluster = clusterFolder(path.resolve(folder))
  const isCluster = await readdir(cluster).then(
    (names) => names.includes('postmaster.pid'),
    () => false,
  )
  if (!isCluster) return
  const programs = await findPostgresPrograms(path.resolve(folder))
  await stopCluster(programs, cluster)
}

async function isClusterRunning(programs: PostgresPrograms, cluster: string): Promise<boolean> {
  return (await programs.run('pg_ctl', ['status', '-D', cluster])).code === 0
}

async function stopCluster(programs: PostgresPrograms, cluster: string): Promise<void> {
  await programs.run('pg_ctl', ['stop', '-D', cluster, '-m', 'fast', '-w', '-t', '60'])
}

/** Returns another database's address on the same server. */
export function databaseUrl(serverUrl: string, name: string): string {
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return url.href
}
