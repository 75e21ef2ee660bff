import { existsSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { debian13Folder } from '@bridge/edge-agent/testing/wine-10'
import { execa } from 'execa'
import { ensurePrograms } from './debian-packages.ts'

const requirements = [{ program: 'mmdebstrap', packages: ['mmdebstrap'] }] as const
const packages = ['wine64', 'wine']

/**
 * Installs Debian 13 with its Wine in a separate folder, from the mirror that this machine's apt uses. Takes some
 * minutes and a gigabyte, once; the machine is not changed otherwise. Returns why that is not possible, if it is not.
 */
export async function ensureDebian13(): Promise<string | undefined> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return 'it needs Linux on x64'
  if (process.getuid?.() !== 0) return 'it needs root'
  if (existsSync(debian13Folder)) return undefined
  const missing = await ensurePrograms(requirements)
  if (missing.length > 0) return `${missing.join(', ')} is not installed`
  const mirror = await findMirror()
  if (mirror === undefined) return 'this machine is no Debian'
  const unfinished = `${debian13Folder}.${process.pid}`
  await mkdir(path.dirname(debian13Folder), { recursive: true })
  const options = ['--mode=root', '--variant=minbase', '--architectures=amd64', `--include=${packages.join(',')}`]
  const { exitCode, stderr } = await execa('mmdebstrap', [...options, 'trixie', unfinished, mirror], {
    reject: false,
    stdin: 'ignore',
  })
  if (exitCode === 0) {
    // Another run may have been faster.
    await rename(unfinished, debian13Folder).catch(() => undefined)
  }
  await rm(unfinished, { recursive: true, force: true })
  return exitCode === 0 ? undefined : `Debian 13 cannot be installed: ${stderr.trim().split('\n').at(-1)}`
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
