import { buildPages } from './build-pages.ts'
import { bundleApps, programs } from './bundle-apps.ts'
import { terminalProgress } from './progress.ts'
import { inRepository } from './repository.ts'
import { makeUnlessFresh } from './stamp.ts'

const sources = ['apps', 'packages', 'package-lock.json', 'tsconfig.json', 'prisma/schema.prisma'].map((name) =>
  inRepository(name),
)

/** Builds pages and programs, unless nothing changed since; tells whether it did. */
export function buildAll(): Promise<boolean> {
  return makeUnlessFresh({
    name: 'build',
    from: sources,
    outputs: [inRepository('apps/portal/.next/BUILD_ID'), ...Object.values(programs).map(({ bundle }) => bundle)],
    async make() {
      await bundleApps()
      await buildPages()
    },
  })
}

/** `npm run build`: what a server's image needs. Returns the exit code. */
export async function build(): Promise<number> {
  await terminalProgress.step('Build', buildAll)
  return 0
}
