import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { build } from 'esbuild'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { externalPackages } from './external-packages.ts'

let root: string

beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'external-packages-'))
})
afterEach(() => rm(root, { recursive: true, force: true }))

it('keeps a package external that Node finds from the bundle in the same version', async () => {
  await install('node_modules/cache', 'new cache')
  expect(await bundle(`import 'node:fs'; export { name } from 'cache'`)).toMatch(/from "cache"/)
})

it('bundles a package that Node would find in another version from the bundle', async () => {
  await install('node_modules/cache', 'old cache')
  await install('packages/server/node_modules/cache', 'new cache')
  const text = await bundle(`export { name } from 'cache'`)
  expect(text).toContain('new cache')
  expect(text).not.toContain('from "cache"')
})

async function install(folder: string, name: string): Promise<void> {
  await mkdir(path.join(root, folder), { recursive: true })
  await writeFile(path.join(root, folder, 'package.json'), '{"type":"module","main":"index.js"}')
  await writeFile(path.join(root, folder, 'index.js'), `export const name = '${name}'`)
}

async function bundle(source: string): Promise<string> {
  const entry = path.join(root, 'packages/server/main.js')
  await mkdir(path.dirname(entry), { recursive: true })
  await writeFile(entry, source)
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    write: false,
    platform: 'node',
    format: 'esm',
    plugins: [externalPackages(path.join(root, 'apps/portal/dist'))],
  })
  return outputFiles.map(({ text }) => text).join('')
}
