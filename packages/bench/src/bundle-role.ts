import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'esbuild'

const bundle = fileURLToPath(new URL('../dist/agent-role.js', import.meta.url))

/** As in the bundles that are deployed: this repository's packages go in, installed ones are loaded as they are. */
const installedPackagesStayOutside: Plugin = {
  name: 'installed-packages-stay-outside',
  setup({ onResolve }) {
    onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
      kind === 'entry-point' || path.startsWith('@bridge/') ? undefined : { path, external: true },
    )
  },
}

/** Bundles the program that plays the roles, so that what is measured is the code as it is deployed. Gives its file. */
export async function bundleRole(): Promise<string> {
  await build({
    entryPoints: [fileURLToPath(new URL('./agent-role.ts', import.meta.url))],
    outfile: bundle,
    bundle: true,
    platform: 'node',
    target: 'node20.19',
    format: 'esm',
    logLevel: 'warning',
    plugins: [installedPackagesStayOutside],
  })
  return bundle
}
