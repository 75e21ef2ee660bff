import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { externalPackages } from '@bridge/quickstart/external-packages'
import { build } from 'esbuild'

const bundle = fileURLToPath(new URL('../dist/agent-role.js', import.meta.url))

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
    plugins: [externalPackages(path.dirname(bundle))],
  })
  return bundle
}
