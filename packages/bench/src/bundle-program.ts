import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { bundleProgram as bundle, bundleServerThreads as bundleThreads } from '@bridge/quickstart/bundle-program'

const folder = fileURLToPath(new URL('../dist', import.meta.url))

/**
 * Bundles the program `name` of this folder, so that the benchmark measures the code as it is deployed. Returns the
 * bundle's path.
 */
export async function bundleProgram(name: string): Promise<string> {
  const outfile = path.join(folder, `${name}.js`)
  await bundle(fileURLToPath(new URL(`${name}.ts`, import.meta.url)), outfile)
  return outfile
}

/** Bundles the programs of the server's threads, which it expects next to its bundle. */
export async function bundleServerThreads(): Promise<void> {
  await bundleThreads(folder)
}
