import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'esbuild'

const bundle = fileURLToPath(new URL('../dist/agent-role.js', import.meta.url))

/** Keeps installed packages out of the bundle, as in the deployed bundles. */
const externalPackages: Plugin = {
  name: 'external-packages',
  setup({ onResolve }) {
    onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
      kind === 'entry-point' || path.startsWith('@bridge/') ? undefined : { path, external: true },
    )
  },
}

/** Bundles the role program, so that the benchmark measures the code as it is deployed. Returns the bundle's path. */
export async function bundleRole(): Promise<string> {
  await build({
    entryPoints: [fileURLToPath(new URL('./agent-role.ts', import.meta.url))],
    outfile: bundle,
    bundle: true,
    platform: 'node',
    target: 'node20.19',
    format: 'esm',
    logLevel: 'warning',
    plugins: [externalPackages],
  })
  return bundle
}
