import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import type { RequestListener } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { maxSignedManifestBytes } from '@bridge/agent-protocol'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { signRelease } from '../../scripts/sign-release.ts'
import { makeProgram } from '../../test/make-program.ts'
import { type ReleaseServer, startReleaseServer } from '../../test/release-server.ts'
import { downloadFile } from './download-file.ts'
import { stageUpdate } from './stage-update.ts'
import { UpdateError } from './update-error.ts'
import { openVersionFiles, type VersionFile } from './version-files.ts'
import { readVersions } from './versions.ts'

const key = generateKeyPairSync('ed25519')
const now = new Date('2026-03-16T12:00:00Z')
const installed = { current: '0.1.0', staged: undefined, previous: undefined, failed: [] }
const manifestPath = '/agent/updates/stable.json'
const agentPath = '/agent/updates/files/0.2.0/agent.cjs'

let root: string
let folder: string
let release: string
let server: ReleaseServer
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'update-'))
  folder = join(root, 'Müller & Söhne 株式会社')
  release = join(root, 'release')
  await writeFiles(join(folder, '0.1.0'), { 'agent.cjs': 'agent 0.1.0', 'node.exe': 'node 24' })
  await writeFiles(join(release, 'files', '0.2.0'), { 'agent.cjs': 'agent 0.2.0', 'node.exe': 'node 24' })
  await mark('current', '0.1.0')
  await mark('installation-id', '2b1f1c1e-6f0f-4a51-8a5c-2f1b1a9d0c11')
})
afterEach(async () => {
  await server.close()
  await rm(root, { recursive: true })
})

function mark(name: VersionFile, text: string): Promise<void> {
  return openVersionFiles(folder).write(name, `${text}\n`)
}

function versions() {
  return readVersions(openVersionFiles(folder))
}

async function writeFiles(into: string, files: Readonly<Record<string, string | Buffer>>) {
  await mkdir(into, { recursive: true })
  for (const [name, text] of Object.entries(files)) await writeFile(join(into, name), text)
}

/** Serves the release and returns the service's address. */
async function serve(signer: KeyObject = key.privateKey): Promise<string> {
  server = await startReleaseServer(release, signer)
  return server.url
}

function stage(serviceUrl: string, signal?: AbortSignal) {
  return stageUpdate({ serviceUrl, folder, keys: new Map([['2026a', key.publicKey]]), protocol: 1, now, signal })
}

/** Tries an update, which must fail and change nothing. Returns the message. */
async function expectUnchanged(serviceUrl: string): Promise<string> {
  const error = await stage(serviceUrl).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(UpdateError)
  expect((await readdir(folder)).sort()).toEqual(['0.1.0', 'current', 'installation-id'])
  expect(await versions()).toEqual(installed)
  return (error as UpdateError).message
}

describe('an update', () => {
  it('an update is complete next to the current version before it is staged', async () => {
    expect(await stage(await serve())).toEqual({ kind: 'staged', version: '0.2.0' })
    expect(await versions()).toEqual({ ...installed, staged: '0.2.0' })
    expect(await readFile(join(folder, '0.2.0', 'agent.cjs'), 'utf8')).toBe('agent 0.2.0')
    expect(await readFile(join(folder, '0.2.0', 'node.exe'), 'utf8')).toBe('node 24')
    expect(await readFile(join(folder, '0.1.0', 'agent.cjs'), 'utf8')).toBe('agent 0.1.0')
  })

  it('downloads only the files that have changed, and nothing the second time', async () => {
    const url = await serve()
    await stage(url)
    await stage(url)
    expect(server.requested).toEqual([manifestPath, agentPath, manifestPath])
  })

  describe('whose hosts are those of the release before', () => {
    const [host32, host64] = [makeProgram('32'), makeProgram('64')]
    const names = async (folder: string) => (await readdir(folder)).sort()

    beforeEach(async () => {
      for (const version of ['0.1.0', '0.2.0']) {
        await writeFiles(join(release, 'files', version), { 'qbhost32.exe': host32, 'qbhost64.exe': host64 })
      }
    })

    it('leaves the hosts next to the launcher as they are, also those of a release before', async () => {
      const older = { 'qbhost32.exe': makeProgram('32, older'), 'qbhost64.exe': makeProgram('64, older') }
      await writeFiles(root, older)
      expect(await stage(await serve())).toEqual({ kind: 'staged', version: '0.2.0' })
      expect(await names(join(folder, '0.2.0'))).toEqual(['agent.cjs', 'node.exe'])
      expect(await readFile(join(root, 'qbhost64.exe'))).toEqual(older['qbhost64.exe'])
    })

    it('delivers a host that is missing, and one that is damaged', async () => {
      await writeFiles(root, { 'qbhost32.exe': Buffer.alloc(2048) })
      await stage(await serve())
      expect(await names(join(folder, '0.2.0'))).toEqual(['agent.cjs', 'node.exe', 'qbhost32.exe', 'qbhost64.exe'])
    })

    it('stays away if they have changed', async () => {
      await writeFiles(join(release, 'files', '0.2.0'), { 'qbhost64.exe': makeProgram('64, newer') })
      expect(await stage(await serve())).toEqual({ kind: 'none', reason: 'asks-admin' })
      expect(await names(folder)).not.toContain('0.2.0')
    })
  })

  it('replaces a version that was staged but has not run, and what an interrupted update left', async () => {
    await writeFiles(join(folder, '0.1.5'), { 'agent.cjs': 'agent 0.1.5' })
    await writeFiles(join(folder, '0.2.0.part'), { 'agent.cjs': 'agen' })
    await writeFiles(join(folder, 'logs'), { 'agent.log': 'kept' })
    await mark('staged', '0.1.5')
    await stage(await serve())
    expect((await readdir(folder)).sort()).toEqual(['0.1.0', '0.2.0', 'current', 'installation-id', 'logs', 'staged'])
    expect((await versions()).staged).toBe('0.2.0')
  })

  it('an update is not looked for while the current version is on trial', async () => {
    await mark('previous', '0.0.9')
    expect(await stage(await serve())).toEqual({ kind: 'none', reason: 'on-trial' })
    expect(server.requested).toEqual([])
  })

  it('gives an installation a random ID, once', async () => {
    await rm(join(folder, 'installation-id'))
    const url = await serve()
    await stage(url)
    const id = await readFile(join(folder, 'installation-id'), 'utf8')
    expect(id).toMatch(/^[0-9a-f-]{36}\n$/)
    await stage(url)
    expect(await readFile(join(folder, 'installation-id'), 'utf8')).toBe(id)
  })

  it('an update is not taken from a manifest that was signed before one that was seen, also after a restart', async () => {
    const url = await serve()
    const signAt = async (issued: string | undefined, rollout = 100) => {
      const times = { notBefore: new Date('2026-03-02T00:00:00Z'), expires: new Date('2026-04-02T00:00:00Z') }
      const described = { folder: release, version: '0.2.0', minProtocol: 1, rollout, ...times }
      const signed = await signRelease(
        { ...described, ...(issued && { issued: new Date(issued) }) },
        '2026a',
        key.privateKey,
      )
      server.replaced[manifestPath] = (_, response) => response.end(JSON.stringify(signed))
    }
    // It counts although it is not for this installation yet.
    await signAt('2026-03-15T11:00:00Z', 0)
    expect(await stage(url)).toEqual({ kind: 'none', reason: 'not-in-rollout' })
    expect(await readFile(join(folder, 'manifest-issued'), 'utf8')).toBe('2026-03-15T11:00:00.000Z\n')
    for (const earlier of ['2026-03-15T10:59:59Z', undefined]) {
      await signAt(earlier)
      await expect(stage(url)).rejects.toThrow(/is older than one that was signed at 2026-03-15T11:00:00\.000Z/)
    }
    await signAt('2026-03-15T11:00:01Z')
    expect(await stage(url)).toEqual({ kind: 'staged', version: '0.2.0' })
  })

  it('an update is not installed again once it has failed', async () => {
    await mark('failed', '0.2.0')
    expect(await stage(await serve())).toEqual({ kind: 'none', reason: 'failed-before' })
  })
})

it('an update ends with its signal', async () => {
  const url = await serve()
  const stopping = new AbortController()
  server.replaced[agentPath] = (_, response) =>
    response.write('agent', () => stopping.abort(new Error('the agent stops')))
  await expect(stage(url, stopping.signal)).rejects.toThrow(/agent\.cjs could not be read: the agent stops/)
  expect(await versions()).toEqual(installed)
})

describe('a hostile service', () => {
  it('a hostile service cannot sign a release', async () => {
    const url = await serve(generateKeyPairSync('ed25519').privateKey)
    expect(await expectUnchanged(url)).toBe('The update manifest has a wrong signature.')
    expect(server.requested).toEqual([manifestPath])
  })

  it.each<[string, string, RequestListener, RegExp]>([
    ['redirects the manifest', manifestPath, redirect, /responded with the status 302/],
    ['redirects a file', agentPath, redirect, /responded with the status 302/],
    ['has no manifest', manifestPath, (_, response) => response.writeHead(404).end(), /the status 404/],
    [
      'sends an endless manifest',
      manifestPath,
      sendEndlessly,
      new RegExp(`more than the expected ${maxSignedManifestBytes}`),
    ],
    ['sends an endless file', agentPath, sendEndlessly, /agent\.cjs sent more than the expected 11 bytes/],
    ['sends a shorter file', agentPath, (_, response) => response.end('agent'), /ended after 5 of 11 bytes/],
    ['sends another file', agentPath, (_, response) => response.end('agent 9.9.9'), /not the file that was signed/],
    ['breaks off', agentPath, breakOff, /agent\.cjs could not be read/],
  ])('%s', async (_name, path, listener, message) => {
    const url = await serve()
    server.replaced[path] = listener
    expect(await expectUnchanged(url)).toMatch(message)
  })

  it('a hostile service is not there', async () => {
    const url = await serve()
    await server.close()
    expect(await expectUnchanged(url)).toMatch(/ECONNREFUSED/)
  })
})

it('a full disk is reported', async () => {
  const url = await serve()
  const file = { name: 'agent.cjs', url: agentPath, size: 11, sha256: 'a'.repeat(64) }
  // A Linux device on which each write fails for lack of space.
  await expect(downloadFile(url, file, '/dev/full')).rejects.toThrow(/could not be written: ENOSPC/)
})

it('two updates at once do not share a folder', async () => {
  const url = await serve()
  let second: Promise<unknown> | undefined
  server.replaced[agentPath] = (_, response) => {
    second = stage(url).catch((error: unknown) => error)
    void second.then(() => response.end('agent 0.2.0'))
  }
  expect(await stage(url)).toEqual({ kind: 'staged', version: '0.2.0' })
  expect(await second).toMatchObject({ message: expect.stringContaining('is in use by process') })
})

it('a folder that is damaged is reported', async () => {
  await mark('current', '../../x')
  const url = await serve()
  await expect(stage(url)).rejects.toThrow(/“current” .* has no version/)
})

function redirect(...[, response]: Parameters<RequestListener>) {
  response.writeHead(302, { location: 'http://127.0.0.1:9/' }).end()
}

function sendEndlessly(...[, response]: Parameters<RequestListener>) {
  const send = () => {
    while (!response.destroyed && response.write('x'.repeat(65_536)));
  }
  response.on('drain', send)
  send()
}

function breakOff(...[, response]: Parameters<RequestListener>) {
  response.writeHead(200, { 'content-length': '11' })
  response.write('agent', () => response.destroy())
}
