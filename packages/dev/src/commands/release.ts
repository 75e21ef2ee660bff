import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { inRepository } from '../files/repository.ts'
import { buildRelease, hasAgentRelease, packRelease } from '../packages/build-release.ts'
import { requireTasks } from '../tasks/turbo.ts'
import { terminalProgress } from '../terminal/progress.ts'
import { defineCommand } from './command.ts'

export const command = defineCommand({
  options: { folder: { type: 'string' } },
  run: async ({ folder }) => {
    process.stdout.write(`${await release(folder)}\n`)
    if (!hasAgentRelease()) process.stdout.write(withoutInstaller)
    return 0
  },
})

const withoutInstaller =
  'It has no installer of the agent: npm run windows:build builds one, which the next release contains.\n'

/**
 * `npm run release`: builds the programs and packs them with the packages they need, for machines with nothing but Node.
 * Returns the archive, or the folder if one is named.
 */
export async function release(named?: string): Promise<string> {
  await terminalProgress.step('Build', () => requireTasks('build'))
  if (named !== undefined) {
    await terminalProgress.step('Release', () => buildRelease(path.resolve(named)))
    return path.resolve(named)
  }
  await mkdir(inRepository('dist'), { recursive: true })
  const work = await mkdtemp(inRepository('dist/release-'))
  try {
    const folder = path.join(work, 'release')
    const { version, platform } = await terminalProgress.step('Release', () => buildRelease(folder))
    const packed = path.join(work, 'packed')
    await terminalProgress.step('Archive', () => packRelease(folder, packed))
    const archive = inRepository('dist', `bridge-service-${version}-${platform}.tar.gz`)
    await rename(packed, archive)
    return archive
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}
