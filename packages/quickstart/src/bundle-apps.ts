import path from 'node:path'
import { build, type Plugin } from 'esbuild'
import { inRepository } from './repository.ts'

/** The programs that are started, and the file each is bundled into. */
export const programs = {
  portal: { source: inRepository('apps/portal/server.ts'), bundle: inRepository('apps/portal/dist/server.js') },
  gateway: {
    source: inRepository('apps/agent-gateway/src/main.ts'),
    bundle: inRepository('apps/agent-gateway/dist/main.js'),
  },
  agent: { source: inRepository('apps/edge-agent/src/main.ts'), bundle: inRepository('apps/edge-agent/dist/main.js') },
} as const

/** Packages of this repository are TypeScript and go into the bundle; installed ones are loaded as they are. */
const installedPackagesStayOutside: Plugin = {
  name: 'installed-packages-stay-outside',
  setup({ onResolve }) {
    onResolve({ filter: /^[^./]/ }, ({ path: name, kind }) => {
      if (kind === 'entry-point' || name.startsWith('@bridge/') || path.isAbsolute(name)) return undefined
      return { path: name, external: true }
    })
  },
}

/** Bundles each program into one file that Node runs as it is. */
export async function bundleApps(): Promise<void> {
  await Promise.all(
    Object.values(programs).map(({ source, bundle }) =>
      build({
        entryPoints: [source],
        outfile: bundle,
        bundle: true,
        platform: 'node',
        target: 'node20.19',
        format: 'esm',
        sourcemap: true,
        logLevel: 'warning',
        plugins: [installedPackagesStayOutside],
      }),
    ),
  )
}
