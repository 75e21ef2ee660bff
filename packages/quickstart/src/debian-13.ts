import { existsSync } from 'node:fs'
import { mkdir, readdir, rename } from 'node:fs/promises'
import path from 'node:path'
import { debian13Folder, findWine10 } from '@bridge/edge-agent/testing/wine-10'
import { execa } from 'execa'
import { ensurePrograms } from './debian-packages.ts'

const requirements = [{ program: 'mmdebstrap', packages: ['mmdebstrap'] }] as const
const packages = ['wine64', 'wine']
const installMaxMs = 15 * 60_000

/**
 * Installs Debian 13 with its Wine in a separate folder, from the mirror that this machine's apt uses. Takes some
 * minutes and a gigabyte, once; the machine is not changed otherwise. An installation whose Wine does not run is
 * replaced. Returns why that is not possible, if it is not.
 */
export async function ensureDebian13(): Promise<string | undefined> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return 'it needs Linux on x64'
  if (process.getuid?.() !== 0) return 'it needs root'
  if (!(await succeeds('unshare', '--mount', '--propagation', 'private', 'true'))) return 'this machine forbids mounts'
  await removeUnfinished()
  if (existsSync(debian13Folder)) {
    if (await hasWine()) return undefined
    await removeFolder(debian13Folder)
  }
  const missing = await ensurePrograms(requirements)
  if (missing.length > 0) return `${missing.join(', ')} is not installed`
  const mirror = await findMirror()
  if (mirror === undefined) return 'this machine is no Debian'
  return install(mirror)
}

async function install(mirror: string): Promise<string | undefined> {
  const unfinished = `${debian13Folder}.${process.pid}`
  await mkdir(path.dirname(debian13Folder), { recursive: true })
  const contents = ['--mode=root', '--variant=minbase', '--architectures=amd64', `--include=${packages.join(',')}`]
  // Loses nothing: until its end, the installation has the name of an unfinished one.
  const speed = ['--dpkgopt=force-unsafe-io']
  const network = ['--aptopt=Acquire::Retries "3"', '--aptopt=Acquire::http::Timeout "30"']
  const options = [...contents, ...speed, ...network]
  const { exitCode, stderr } = await execa('mmdebstrap', [...options, 'trixie', unfinished, mirror], {
    reject: false,
    stdin: 'ignore',
    timeout: installMaxMs,
  })
  // Another run may have been faster.
  if (exitCode === 0) await rename(unfinished, debian13Folder).catch(() => undefined)
  await removeFolder(unfinished)
  if (exitCode !== 0) {
    const cause = stderr.split('\n').find((line) => /Failed to fetch|^Err:|^E:/.test(line))
    return `Debian 13 cannot be installed from ${mirror}: ${cause ?? 'it took too long'}`
  }
  return (await hasWine()) ? undefined : 'the Wine of Debian 13 does not run on this machine'
}

/** Removes what runs left that were killed. */
async function removeUnfinished(): Promise<void> {
  const folder = path.dirname(debian13Folder)
  const names = await readdir(folder).catch(() => [])
  for (const name of names) {
    const owner = /^debian-13\.(\d+)$/.exec(name)?.[1]
    if (owner !== undefined && !existsSync(`/proc/${owner}`)) await removeFolder(path.join(folder, name))
  }
}

/** Removes a folder, and nothing that is mounted in it. */
async function removeFolder(folder: string): Promise<void> {
  await execa('rm', ['-rf', '--one-file-system', folder])
}

async function hasWine(): Promise<boolean> {
  return succeeds('env', ...findWine10().program, '--version')
}

async function succeeds(command: string, ...args: readonly string[]): Promise<boolean> {
  const { exitCode } = await execa(command, args, { reject: false, stdin: 'ignore', timeout: 60_000 })
  return exitCode === 0
}

/** Returns the address of the mirror from which this machine installs the packages of Debian. */
async function findMirror(): Promise<string | undefined> {
  const { stdout } = await execa(
    'apt-get',
    ['indextargets', '--format', '$(REPO_URI) $(ORIGIN) $(LABEL)', 'Created-By: Packages'],
    { reject: false, stdin: 'ignore' },
  )
  const line = stdout?.split('\n').find((each) => each.endsWith(' Debian Debian'))
  return line?.split(' ')[0]
}
