import { buildPages } from './build-pages.ts'
import { bundleApps, programs } from './bundle-apps.ts'
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
