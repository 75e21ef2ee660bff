import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { createGunzip } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { audit } from './audit.ts'

/** Returns an advisory. npm caches advisories by ID, for all of a user's projects. */
function createAdvisory(severity: 'high' | 'moderate', id: number) {
  const url = `https://advisories.example/${id}`
  return { id, url, title: 'Reads too much', vulnerable_versions: '<2.0.0', severity }
}

/** A package as the registry describes it. */
const published = {
  name: 'leaky',
  'dist-tags': { latest: '2.0.0' },
  versions: Object.fromEntries(['1.0.0', '2.0.0'].map((version) => [version, { name: 'leaky', version }])),
}

describe('npm run audit', () => {
  let folder: string
  let registry: Server
  let respond: (packages: Readonly<Record<string, unknown>>) => { readonly status: number; readonly body: unknown }

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'audit-'))
    const dependencies = { leaky: '1.0.0' }
    const product = { name: 'product', version: '1.0.0', dependencies }
    await writeFile(path.join(folder, 'package.json'), JSON.stringify(product))
    const packages = { '': product, 'node_modules/leaky': { version: '1.0.0' } }
    const lock = { name: 'product', version: '1.0.0', lockfileVersion: 3, requires: true, packages }
    await writeFile(path.join(folder, 'package-lock.json'), JSON.stringify(lock))
    registry = createServer(async (request, response) => {
      const isZipped = request.headers['content-encoding'] === 'gzip'
      const sent = await text(isZipped ? request.pipe(createGunzip()) : request)
      const isQuestion = request.url?.endsWith('/advisories/bulk')
      const { status, body } = isQuestion ? respond(JSON.parse(sent)) : { status: 200, body: published }
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    }).listen(0, '127.0.0.1')
    await once(registry, 'listening')
  })
  afterEach(async () => {
    registry.close()
    await rm(folder, { recursive: true, force: true })
  })

  async function run() {
    const lines: string[] = []
    const { port } = registry.address() as AddressInfo
    const exitCode = await audit({
      folder,
      registry: `http://127.0.0.1:${port}/`,
      print: (line) => void lines.push(line),
    })
    return { exitCode, lines }
  }

  it('fails with the packages that have advisories', async () => {
    respond = (packages) => ({
      status: 200,
      body: 'leaky' in packages ? { leaky: [createAdvisory('high', 1)] } : {},
    })
    expect(await run()).toEqual({
      exitCode: 1,
      lines: ['leaky 1.0.0: high', 'Advisories of severity high and above: 1.'],
    })
  })

  it('passes with advisories of a lower severity', async () => {
    respond = () => ({ status: 200, body: { leaky: [createAdvisory('moderate', 2)] } })
    expect(await run()).toEqual({ exitCode: 0, lines: ['Advisories of severity high and above: 0.'] })
  })

  it.each([404, 405])('says that nothing was checked where the registry responds with %i', async (status) => {
    respond = () => ({ status, body: {} })
    const { exitCode, lines } = await run()
    expect([exitCode, lines.length]).toEqual([0, 1])
    expect(lines[0]).toMatch(
      /^Nothing was checked: the registry offers no advisories \(.*\)\. Run it with one that does\.$/,
    )
  })

  it('fails where the registry rejects the request', async () => {
    respond = () => ({ status: 403, body: {} })
    await expect(run()).rejects.toThrow('npm audit failed: ')
  })
})
