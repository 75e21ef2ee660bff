import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { bundleAgent } from './build-installer.ts'

/** Returns the bundle's text, in which esbuild names each source file. */
async function readBundle(program: 'main' | 'simulated/main'): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'agent-bundle-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await bundleAgent(folder, program)
  return readFile(path.join(folder, 'agent.cjs'), 'utf8')
}

it('the installed agent contains neither the emulator nor the server', async () => {
  const sources = /\/\/ .*packages\/(emulator|server|database|translation|qbxml|truth|agent-protocol)\//g
  const names = (text: string) => [...new Set([...text.matchAll(sources)].map(([, name]) => name))].sort()

  expect(names(await readBundle('main'))).toEqual(['agent-protocol', 'qbxml', 'truth'])
  expect(names(await readBundle('simulated/main'))).toEqual(['agent-protocol', 'emulator', 'qbxml', 'truth'])
})
