import { existsSync } from 'node:fs'
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { execa } from 'execa'
import { z } from 'zod'
import { readJson } from '../files/private-file.ts'
import { inRepository, repository } from '../files/repository.ts'
import { listRuntimePackages, readLock } from './runtime-packages.ts'

/** The programs in a release, and the commands that operators run. */
const roots = ['apps/portal', 'apps/agent-gateway', 'apps/sandbox-host', 'packages/dev']
const documents = ['README.md', 'CHANGELOG.md', 'SECURITY.md', 'LICENSE', 'package.json', 'package-lock.json']
const folders = ['deploy', 'docs', 'prisma']
/** The agent's release for Windows, if there is one. */
const agentRelease = '.bridge/windows'

/** Parts of a workspace that nothing needs at run time. */
const unneeded =
  /^(?:apps|packages)\/[^/]+\/(?:node_modules|\.turbo|\.next\/cache|\.next\/dev|reports|e2e|test)(?:\/|$)|\.test\.tsx?$/
/** Parts of a package from the registry that only a compiler or a debugger reads. */
const unneededInPackages = /\.(?:map|d\.[cm]?ts)$/

const manifestSchema = z.object({ version: z.string() })

/** Says what a release was built from. Its presence tells commands to build nothing. */
export interface ReleaseFile {
  readonly version: string
  /** The commit; null outside a clone. */
  readonly commit: string | null
  /** Native packages are for this platform: `linux-x64`. */
  readonly platform: string
}

/**
 * Copies a built repository's programs, with the packages they need at run time, into an empty folder. Requires the task
 * `build`.
 */
export async function buildRelease(folder: string): Promise<ReleaseFile> {
  await mkdir(folder, { recursive: true })
  const { workspaces, registry, links } = listRuntimePackages(await readLock(), roots)
  for (const each of [...documents, ...folders]) await copy(each, folder, () => true)
  for (const each of workspaces) await copy(each, folder, (file) => !unneeded.test(file))
  for (const each of registry.filter((one) => existsSync(inRepository(one)))) {
    await copy(
      each,
      folder,
      (file) => !unneededInPackages.test(file) && !path.relative(each, file).startsWith('node_modules'),
    )
  }
  for (const each of links) await copy(each, folder, () => true)
  await copy('node_modules/.bridge-installed', folder, () => true)
  if (hasAgentRelease()) {
    await cp(inRepository(agentRelease), path.join(folder, 'agent-release'), { recursive: true })
  }
  const { version } = manifestSchema.parse(await readJson(inRepository('package.json')))
  const release = { version, commit: await findCommit(), platform: `${process.platform}-${process.arch}` }
  await writeFile(path.join(folder, 'release.json'), `${JSON.stringify(release, null, 2)}\n`)
  return release
}

/** Returns whether the agent for Windows was built, which a release then offers. */
export function hasAgentRelease(): boolean {
  return existsSync(inRepository(agentRelease, 'bridge-agent-setup.exe'))
}

/** Copies a file, a link or a folder, as far as wanted, to the same place in another folder. */
async function copy(name: string, folder: string, isWanted: (file: string) => boolean): Promise<void> {
  await cp(inRepository(name), path.join(folder, name), {
    recursive: true,
    verbatimSymlinks: true,
    filter: (source) => isWanted(path.relative(repository, source)),
  })
}

async function findCommit(): Promise<string | null> {
  const { stdout, exitCode } = await execa('git', ['rev-parse', 'HEAD'], { cwd: repository, reject: false })
  return exitCode === 0 ? stdout : null
}

/** Packs a release's folder. Equal contents become equal archives. */
export async function packRelease(folder: string, archive: string): Promise<void> {
  const { version } = manifestSchema.parse(JSON.parse(await readFile(path.join(folder, 'release.json'), 'utf8')))
  const owner = ['--owner=0', '--group=0', '--numeric-owner', '--sort=name', '--mtime=@0']
  const name = `--transform=flags=r;s,^\\.,bridge-service-${version},`
  await execa('tar', ['-C', folder, ...owner, name, '-czf', archive, '.'])
}
