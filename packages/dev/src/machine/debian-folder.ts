import { existsSync } from 'node:fs'
import { mkdir, readdir, rename } from 'node:fs/promises'
import path from 'node:path'
import { type Debian, findDebianWine } from '@bridge/edge-agent/testing/debian-wine'
import { execa } from 'execa'
import { ensurePrograms } from './debian-packages.ts'

const requirements = [{ program: 'mmdebstrap', packages: ['mmdebstrap'] }] as const
const installMaxMs = 60 * 60_000

/** Returns whether an installation runs what it was installed for. */
type IsUsable = (debian: Debian) => Promise<boolean>

/**
 * Installs a Debian in a separate folder, from the mirror used by this machine's apt. Takes some minutes and up to a
 * gigabyte, once; the machine is not changed otherwise. An unusable installation is replaced. Returns why it is
 * impossible, if it is.
 */
export async function ensureDebian(debian: Debian, isUsable: IsUsable = hasWine): Promise<string | undefined> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return 'it needs Linux on x64'
  if (process.getuid?.() !== 0) return 'it needs root'
  if (!(await succeeds('unshare', '--mount', '--propagation', 'private', 'true'))) return 'this machine forbids mounts'
  await removeUnfinished(debian)
  if (existsSync(debian.folder)) {
    if (await isUsable(debian)) return undefined
    await removeFolder(debian.folder)
  }
  const missing = await ensurePrograms(requirements)
  if (missing.length > 0) return `${missing.join(', ')} is not installed`
  const mirror = await findMirror()
  if (mirror === undefined) return 'this machine is no Debian'
  return install(debian, mirror, isUsable)
}

async function install(debian: Debian, mirror: string, isUsable: IsUsable): Promise<string | undefined> {
  const { name, suite, folder, architectures, packages } = debian
  const unfinished = `${folder}.${process.pid}`
  await mkdir(path.dirname(folder), { recursive: true })
  const system = ['--mode=root', '--variant=minbase', `--architectures=${architectures.join(',')}`]
  // Loses nothing: until its end, the installation has an unfinished one's name.
  const speed = ['--dpkgopt=force-unsafe-io']
  const network = ['--aptopt=Acquire::Retries "3"', '--aptopt=Acquire::http::Timeout "30"']
  const options = [...system, `--include=${packages.join(',')}`, ...speed, ...network]
  const { exitCode, stderr } = await execa('mmdebstrap', [...options, suite, unfinished, mirror], {
    reject: false,
    stdin: 'ignore',
    timeout: installMaxMs,
  })
  // Another run may have been faster.
  if (exitCode === 0) await rename(unfinished, folder).catch(() => undefined)
  await removeFolder(unfinished)
  if (exitCode !== 0) {
    const cause = stderr.split('\n').find((line) => /Failed to fetch|^Err:|^E:/.test(line))
    return `${name} cannot be installed from ${mirror}: ${cause ?? 'it took too long'}`
  }
  return (await isUsable(debian)) ? undefined : `${name} does not run on this machine`
}

/** Removes what killed runs left behind. */
async function removeUnfinished({ folder }: Debian): Promise<void> {
  const [parent, prefix] = [path.dirname(folder), `${path.basename(folder)}.`]
  const names = await readdir(parent).catch(() => [])
  for (const name of names) {
    const owner = name.startsWith(prefix) ? name.slice(prefix.length) : ''
    if (/^\d+$/.test(owner) && !existsSync(`/proc/${owner}`)) await removeFolder(path.join(parent, name))
  }
}

/** Removes a folder, and nothing mounted in it. */
async function removeFolder(folder: string): Promise<void> {
  await execa('rm', ['-rf', '--one-file-system', folder])
}

async function hasWine(debian: Debian): Promise<boolean> {
  return succeeds('env', ...findDebianWine(debian).program, '--version')
}

async function succeeds(command: string, ...args: readonly string[]): Promise<boolean> {
  const { exitCode } = await execa(command, args, { reject: false, stdin: 'ignore', timeout: 60_000 })
  return exitCode === 0
}

/** Returns the address of this machine's Debian mirror. */
async function findMirror(): Promise<string | undefined> {
  const { stdout } = await execa(
    'apt-get',
    ['indextargets', '--format', '$(REPO_URI) $(ORIGIN) $(LABEL)', 'Created-By: Packages'],
    { reject: false, stdin: 'ignore' },
  )
  const line = stdout?.split('\n').find((each) => each.endsWith(' Debian Debian'))
  return line?.split(' ')[0]
}
