import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { externalPackages } from '@bridge/quickstart/external-packages'
import { build } from 'esbuild'

const folder = fileURLToPath(new URL('../dist', import.meta.url))

/**
 * Bundles the program `name` of this folder, so that the benchmark measures the code as it is deployed. Returns the
 * bundle's path.
 */
export function bundleProgram(name: string): Promise<string> {
  return bundle(fileURLToPath(new URL(`${name}.ts`, import.meta.url)))
}

/** Bundles the programs of the server's threads, which it expects next to its bundle. */
export async function bundleServerThreads(): Promise<void> {
  const programs = ['sandbox/company-worker.ts', 'data-plane/read-worker.ts']
  const sources = programs.map((program) => new URL(`../../server/src/${program}`, import.meta.url))
  await Promise.all(sources.map((source) => bundle(fileURLToPath(source))))
}

async function bundle(source: string): Promise<string> {
  const outfile = path.join(folder, `${path.basename(source, '.ts')}.js`)
  await build({
    entryPoints: [source],
    outfile,
    bundle: true,
    platform: 'node',
    target: 'node20.19',
    format: 'esm',
    logLevel: 'warning',
    plugins: [externalPackages(folder)],
  })
  return outfile
}
