import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { getRequestListener } from '@hono/node-server'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createAgentRelease } from './agent-release.ts'

const installer = Buffer.from('MZ an installer of 40 bytes, as it were.')
const sha256 = createHash('sha256').update(installer).digest('hex')

let folder: string
let server: Server | undefined
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'release-'))
})
afterEach(async () => {
  server?.closeAllConnections()
  server?.close()
  server = undefined
  await rm(folder, { recursive: true })
})

/** Serves the directory over HTTP; returns a function requesting a path. */
async function serve(agentReleaseDir = folder) {
  const { routes } = await createAgentRelease({ agentReleaseDir })
  server = createServer(getRequestListener(routes.fetch)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return (requested: string, headers: Record<string, string> = {}, method = 'GET') =>
    fetch(`http://127.0.0.1:${port}${requested}`, { headers, method })
}

async function publish(contents = installer) {
  await writeFile(path.join(folder, 'bridge-agent-setup.exe'), contents)
}

/** fetch adds `no-cache` to a conditional request without this. */
const conditional = { 'cache-control': 'max-age=0' }

const download = '/download/agent/windows'

describe('the installer', () => {
  it('is downloaded as a file, with its SHA-256 as the ETag and in another file [cp-4:agent-download]', async () => {
    await publish()
    const get = await serve()
    const response = await get(download)
    expect(Buffer.from(await response.arrayBuffer())).toEqual(installer)
    expect([response.status, Object.fromEntries(response.headers)]).toMatchObject([
      200,
      {
        etag: `"${sha256}"`,
        'accept-ranges': 'bytes',
        'cache-control': 'no-cache',
        'content-length': '40',
        'content-type': 'application/vnd.microsoft.portable-executable',
        'content-disposition': 'attachment; filename="bridge-agent-setup.exe"',
      },
    ])
    expect(await (await get(`${download}.sha256`)).text()).toBe(`${sha256}  bridge-agent-setup.exe\n`)
  })

  it('is sent in part to a browser that resumes, and not at all if it is known [cp-4:agent-download]', async () => {
    await publish()
    const get = await serve()
    const rest = await get(download, { range: 'bytes=30-', 'if-range': `"${sha256}"` })
    expect([rest.status, rest.headers.get('content-range'), await rest.text()]).toEqual([
      206,
      'bytes 30-39/40',
      installer.subarray(30).toString(),
    ])
    const replaced = await get(download, { range: 'bytes=30-', 'if-range': '"of another release"' })
    expect([replaced.status, (await replaced.arrayBuffer()).byteLength]).toEqual([200, 40])
    const beyond = await get(download, { range: 'bytes=40-' })
    expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, 'bytes */40'])
    const known = await get(download, { ...conditional, 'if-none-match': `"${sha256}"` })
    expect([known.status, await known.text()]).toEqual([304, ''])
    const head = await get(download, {}, 'HEAD')
    expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([200, '40', ''])
  })

  it('is replaced by that of a new release without a restart', async () => {
    await publish()
    const get = await serve()
    await get(download)
    await publish(Buffer.from('MZ another one'))
    const response = await get(download, { ...conditional, 'if-none-match': `"${sha256}"` })
    expect([response.status, await response.text()]).toEqual([200, 'MZ another one'])
  })

  it('is not offered without an installer [cp-4:agent-download]', async () => {
    const get = await serve()
    for (const requested of [download, `${download}.sha256`]) expect((await get(requested)).status).toBe(404)
    const { findInstaller } = await createAgentRelease({ agentReleaseDir: folder })
    expect(await findInstaller()).toBeUndefined()
    expect(await (await createAgentRelease({})).findInstaller()).toBeUndefined()
    await publish()
    expect(await findInstaller()).toMatchObject({ sha256 })
  })

  it('has the version and the signer that its build noted, of this very file [cp-4:agent-download]', async () => {
    const { findInstaller } = await createAgentRelease({ agentReleaseDir: folder })
    const note = (text: string) => writeFile(path.join(folder, 'bridge-agent-setup.json'), text)
    const installed = { name: 'bridge-agent-setup.exe', bytes: 40, sha256 }
    await publish()
    expect(await findInstaller()).toEqual({ ...installed, version: undefined, signedBy: undefined })
    await note(JSON.stringify({ version: '0.1.0', sha256, signedBy: 'Example Inc.' }))
    expect(await findInstaller()).toEqual({ ...installed, version: '0.1.0', signedBy: 'Example Inc.' })
    await note(JSON.stringify({ version: '0.2.0', sha256: 'b'.repeat(64), signedBy: null }))
    expect(await findInstaller()).toMatchObject({ version: undefined, signedBy: undefined })
    for (const text of [
      'no JSON',
      '{"version":1}',
      JSON.stringify({ version: '0.1.0', sha256, signedBy: 'x'.repeat(5_000) }),
    ]) {
      await note(text)
      expect(await findInstaller()).toMatchObject({ version: undefined })
    }
  })

  it('takes its name from the link that carries a pairing code [cp-4:agent-download]', async () => {
    await publish()
    const get = await serve()
    const response = await get(`${download}/bridge-agent-setup.exe`)
    expect([response.status, response.headers.get('content-disposition')]).toEqual([200, 'attachment'])
    expect(Buffer.from(await response.arrayBuffer())).toEqual(installer)
    expect((await get(`${download}/other.exe`)).status).toBe(404)
  })

  it('is no folder', async () => {
    await mkdir(path.join(folder, 'bridge-agent-setup.exe'))
    expect((await (await serve())(download)).status).toBe(404)
  })
})

it('a server with a directory that does not exist does not start', async () => {
  await expect(createAgentRelease({ agentReleaseDir: path.join(folder, 'none') })).rejects.toThrow(
    'AGENT_RELEASE_DIR is not a directory',
  )
})

describe('an update', () => {
  it('has a manifest that is revalidated, and files that never change [cp-4:agent-updates]', async () => {
    await mkdir(path.join(folder, 'files', '0.2.0'), { recursive: true })
    await writeFile(path.join(folder, 'stable.json'), '{"manifest":"e30="}')
    await writeFile(path.join(folder, 'files', '0.2.0', 'agent.cjs'), 'agent 0.2.0')
    const get = await serve()
    const manifest = await get('/agent/updates/stable.json')
    expect([manifest.headers.get('cache-control'), await manifest.json()]).toEqual(['no-cache', { manifest: 'e30=' }])
    const file = await get('/agent/updates/files/0.2.0/agent.cjs')
    expect([file.headers.get('cache-control'), await file.text()]).toEqual([
      'public, max-age=31536000, immutable',
      'agent 0.2.0',
    ])
  })

  it.each([
    '/agent/updates/stable.json',
    '/agent/updates/files/0.2.0/agent.cjs',
    '/agent/updates/files/0.2.0/..%2F..%2Fsecret.txt',
    '/agent/updates/files/..%2F..%2F0.2.0/agent.cjs',
    '/agent/updates/files/0.2.0/.env',
    '/agent/updates/secret.txt',
  ])('has nothing else: %s [cp-4:agent-updates]', async (requested) => {
    await mkdir(path.join(folder, 'files', '0.2.0'), { recursive: true })
    await writeFile(path.join(folder, 'secret.txt'), 'secret')
    await writeFile(path.join(folder, 'files', '0.2.0', '.env'), 'secret')
    expect((await (await serve())(requested)).status).toBe(404)
  })
})

describe('the release that agents are offered', () => {
  const manifest = {
    product: 'bridge-agent-windows',
    version: '0.3.0',
    minProtocol: 1,
    files: [{ name: 'agent.cjs', url: '/agent/updates/files/0.3.0/agent.cjs', size: 10, sha256: 'a'.repeat(64) }],
    rollout: 100,
    notBefore: '2026-03-02T00:00:00Z',
    expires: '2026-04-02T00:00:00Z',
  }
  const sign = (contents: object) =>
    JSON.stringify({
      manifest: Buffer.from(JSON.stringify(contents)).toString('base64'),
      signature: Buffer.alloc(64).toString('base64'),
      keyId: '2026a',
    })

  async function findOffered(text: string) {
    await writeFile(path.join(folder, 'stable.json'), text)
    return (await createAgentRelease({ agentReleaseDir: folder })).findOffered()
  }

  it('says whether QuickBooks asks its Admin for it', async () => {
    expect(await findOffered(sign({ ...manifest, hosts: 'changed' }))).toEqual({ version: '0.3.0', asksAdmin: true })
    expect(await findOffered(sign({ ...manifest, hosts: 'kept' }))).toEqual({ version: '0.3.0', asksAdmin: false })
    expect(await findOffered(sign(manifest))).toEqual({ version: '0.3.0', asksAdmin: false })
  })

  it.each([
    ['no manifest', 'no JSON'],
    ['another manifest', sign({ ...manifest, product: 'other' })],
    ['a manifest that is too large', sign({ ...manifest, more: 'x'.repeat(64 * 1024) })],
  ])('is missing with %s', async (_name, text) => {
    expect(await findOffered(text)).toBeUndefined()
  })

  it('is missing without a directory, and without a release in it', async () => {
    expect(await (await createAgentRelease({ agentReleaseDir: undefined })).findOffered()).toBeUndefined()
    expect(await (await createAgentRelease({ agentReleaseDir: folder })).findOffered()).toBeUndefined()
  })
})
