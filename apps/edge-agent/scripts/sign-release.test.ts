import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { checkUpdate } from '../src/updates/check-update.ts'
import { readReleaseKeys } from '../src/updates/release-keys.ts'
import { compareHosts, createReleaseKey, readPrivateKey, requireComplete, signRelease } from './sign-release.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'release-'))
})
afterEach(() => rm(folder, { recursive: true }))

async function write(name: string, text: string): Promise<string> {
  await writeFile(join(folder, name), text)
  return join(folder, name)
}

async function release(...names: readonly string[]) {
  await mkdir(join(folder, 'files', '0.2.0'), { recursive: true })
  for (const name of names) await write(join('files', '0.2.0', name), `contents of ${name}`)
  const times = { notBefore: new Date('2026-03-02T00:00:00Z'), expires: new Date('2026-04-02T00:00:00Z') }
  return { folder, version: '0.2.0', minProtocol: 1, rollout: 100, ...times }
}

describe('a release', () => {
  it('a release that was signed is accepted by an agent with the printed key', async () => {
    const { privatePem, publicKey } = createReleaseKey()
    const key = await readPrivateKey(await write('key.pem', privatePem))
    const signed = await signRelease(await release('agent.cjs', 'release-keys.json'), '2026a', key)
    const keys = await readReleaseKeys(await write('release-keys.json', JSON.stringify({ '2026a': publicKey })))
    const decision = checkUpdate(JSON.stringify(signed), {
      keys,
      serviceUrl: 'https://bridge.example',
      installedVersion: '0.1.0',
      protocol: 1,
      failedVersions: [],
      installationId: '2b1f1c1e-6f0f-4a51-8a5c-2f1b1a9d0c11',
      now: new Date('2026-03-16T12:00:00Z'),
    })
    expect(decision).toMatchObject({
      kind: 'install',
      manifest: {
        files: [
          { name: 'agent.cjs', url: '/agent/updates/files/0.2.0/agent.cjs', size: 21 },
          { name: 'release-keys.json' },
        ],
      },
    })
  })

  it.each([
    ['no files', []],
    ['a name that agents reject', ['Agent Setup.exe']],
  ])('a release with %s is not signed', async (_name, names) => {
    const key = await readPrivateKey(await write('key.pem', createReleaseKey().privatePem))
    await expect(signRelease(await release(...names), '2026a', key)).rejects.toThrow('Agents would reject')
  })
})

describe('a version', () => {
  const complete = ['agent.cjs', 'node.exe', 'qbevents.exe', 'qbhost32.exe', 'qbhost64.exe', 'release-keys.json']

  it('a version is complete with its programs and the keys that sign the next one', async () => {
    await release(...complete)
    await expect(requireComplete(folder, '0.2.0')).resolves.toBeUndefined()
  })

  it.each(complete)('a version is incomplete without %s', async (missing) => {
    await release(...complete.filter((name) => name !== missing))
    await expect(requireComplete(folder, '0.2.0')).rejects.toThrow(
      `Version 0.2.0 is incomplete: ${missing} is missing.`,
    )
  })
})

describe("a version's hosts", () => {
  const hosts = (text: string) => ({ 'qbhost32.exe': `32 ${text}`, 'qbhost64.exe': `64 ${text}` })

  async function writeVersion(version: string, files: Readonly<Record<string, string>>): Promise<void> {
    await mkdir(join(folder, 'files', version), { recursive: true })
    for (const [name, text] of Object.entries(files)) await write(join('files', version, name), text)
  }

  it('are kept if the newest version before it has the same bytes, also when it is signed again', async () => {
    await writeVersion('0.9.0', hosts('first'))
    await writeVersion('0.10.0', hosts('second'))
    await writeVersion('0.11.0', hosts('second'))
    await writeVersion('0.12.0', hosts('third'))
    expect(await compareHosts(folder, '0.11.0')).toBe('kept')
    expect(await compareHosts(folder, '0.10.0')).toBe('changed')
    expect(await compareHosts(folder, '0.12.0')).toBe('changed')
  })

  it('are changed if one of them is, as by another certificate, and without a version to compare with', async () => {
    await writeVersion('0.9.0', hosts('first'))
    await writeVersion('0.10.0', { ...hosts('first'), 'qbhost32.exe': '32 first, signed again' })
    expect(await compareHosts(folder, '0.10.0')).toBe('changed')
    expect(await compareHosts(folder, '0.9.0')).toBe('changed')
  })

  it('are marked in the manifest', async () => {
    await writeVersion('0.1.0', hosts('first'))
    await writeVersion('0.2.0', hosts('second'))
    const key = await readPrivateKey(await write('key.pem', createReleaseKey().privatePem))
    const { manifest } = await signRelease(await release('agent.cjs'), '2026a', key)
    expect(JSON.parse(Buffer.from(manifest, 'base64').toString())).toMatchObject({ hosts: 'changed' })
  })
})

describe('release keys', () => {
  const ed25519 = createReleaseKey().publicKey
  const x25519 = 'MCowBQYDK2VuAyEAgI0S2NTdvLnWDPSKcGrWEMVbMp9ALXoXnCKIZqAOTl0='

  it.each([
    ['no key', '{}'],
    ['three keys', JSON.stringify({ a: ed25519, b: ed25519, c: ed25519 })],
    ['a key of another kind', JSON.stringify({ a: x25519 })],
    ['something else', 'keys'],
  ])('release keys are rejected with %s', async (_name, text) => {
    await expect(readReleaseKeys(await write('release-keys.json', text))).rejects.toThrow(/release keys cannot be read/)
  })
})
