import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { bundleProgram, bundleServerThreads } from '@bridge/quickstart/bundle-program'

const { resolve } = createRequire(import.meta.url)
const sources = {
  server: fileURLToPath(new URL('./server-program.ts', import.meta.url)),
  gateway: resolve('@bridge/agent-gateway/main'),
  agent: resolve('@bridge/edge-agent/main'),
}

/** The bundles of the service's programs. */
export interface BundledPrograms {
  readonly files: Readonly<Record<keyof typeof sources, string>>
  remove(): Promise<void>
}

/** Bundles the programs of the service, which then start again several times faster than from their sources. */
export async function bundlePrograms(): Promise<BundledPrograms> {
  // In this package, because the bundles import installed packages.
  const parent = fileURLToPath(new URL('../../dist', import.meta.url))
  await mkdir(parent, { recursive: true })
  const folder = await mkdtemp(path.join(parent, 'programs-'))
  const toFile = (name: keyof typeof sources) => path.join(folder, `${name}.js`)
  const names = Object.keys(sources) as (keyof typeof sources)[]
  await Promise.all([bundleServerThreads(folder), ...names.map((name) => bundleProgram(sources[name], toFile(name)))])
  return {
    files: { server: toFile('server'), gateway: toFile('gateway'), agent: toFile('agent') },
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}
