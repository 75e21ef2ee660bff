import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import { homedir, tmpdir } from 'node:os'
import path from 'node:path'
import { execa } from 'execa'
import { repository } from '../files/repository.ts'
import { CommandError } from '../terminal/command-error.ts'
import { terminalProgress } from '../terminal/progress.ts'

const cache = path.join(homedir(), '.cache/bridge-service/releases')

/**
 * Returns the archive of an earlier commit, made by that commit's own `npm run release`. Takes some minutes, once.
 *
 * @throws {CommandError} if this clone lacks the commit, or its build fails
 */
export async function ensureEarlierRelease(commit: string): Promise<string> {
  const folder = path.join(cache, commit)
  if (!existsSync(folder))
    await terminalProgress.step(`Release of ${commit}`, () => buildEarlierRelease(commit, folder))
  const [archive = ''] = await readdir(folder)
  return path.join(folder, archive)
}

async function buildEarlierRelease(commit: string, folder: string): Promise<void> {
  const work = await mkdtemp(path.join(tmpdir(), 'bridge-earlier-'))
  try {
    const sources = path.join(work, 'sources.tar')
    const archived = await execa('git', ['archive', '--output', sources, commit], { cwd: repository, reject: false })
    if (archived.exitCode !== 0) {
      throw new CommandError(`This clone has no commit ${commit}: git fetch --unshallow\n${archived.stderr}`)
    }
    const clone = path.join(work, 'clone')
    await mkdir(clone)
    await execa('tar', ['-C', clone, '-xf', sources])
    const { exitCode, all } = await execa('npm', ['run', 'release'], {
      cwd: clone,
      all: true,
      reject: false,
      stdin: 'ignore',
    })
    if (exitCode !== 0) throw new CommandError(`The release of ${commit} cannot be built:\n${all}`)
    const [archive = ''] = await readdir(path.join(clone, 'dist'))
    await mkdir(path.join(work, 'release'))
    await rename(path.join(clone, 'dist', archive), path.join(work, 'release', archive))
    await mkdir(path.dirname(folder), { recursive: true })
    await execa('mv', [path.join(work, 'release'), folder])
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}
