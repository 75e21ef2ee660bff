import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { manifestContext } from '@bridge/agent-protocol'
import { describe, expect, it } from 'vitest'
import { checkUpdate, getRolloutPlace } from './check-update.ts'

const release = generateKeyPairSync('ed25519')
const next = generateKeyPairSync('ed25519')
const stranger = generateKeyPairSync('ed25519')

const manifest = {
  product: 'bridge-agent-windows',
  version: '0.2.0',
  minProtocol: 1,
  files: [{ name: 'agent.cjs', url: '/agent/updates/files/agent-0.2.0.cjs', size: 10, sha256: 'a'.repeat(64) }],
  rollout: 100,
  notBefore: '2026-03-02T00:00:00Z',
  expires: '2026-04-02T00:00:00Z',
}

const check = {
  keys: new Map([
    ['2026a', release.publicKey],
    ['2026b', next.publicKey],
  ]),
  serviceUrl: 'https://bridge.example',
  installedVersion: '0.1.0',
  protocol: 1,
  failedVersions: [],
  installationId: '2b1f1c1e-6f0f-4a51-8a5c-2f1b1a9d0c11',
  now: new Date('2026-03-16T12:00:00Z'),
}

interface Signing {
  readonly key?: KeyObject
  readonly keyId?: string
  readonly context?: string
}

/** Signs a manifest as the release tool does. */
function signed(
  contents: unknown,
  { key = release.privateKey, keyId = '2026a', context = manifestContext }: Signing = {},
): string {
  const bytes = Buffer.from(JSON.stringify(contents))
  const signature = sign(null, Buffer.concat([Buffer.from(context), bytes]), key).toString('base64')
  return JSON.stringify({ manifest: bytes.toString('base64'), signature, keyId })
}

function changed(changes: object): string {
  return signed({ ...manifest, ...changes })
}

function downgradeOf(issued: string) {
  return { version: '0.0.9', isDowngrade: true, issued }
}

function withUrl(url: string): string {
  return changed({ files: [{ ...manifest.files[0], url }] })
}

function withName(name: string): string {
  return changed({ files: [{ ...manifest.files[0], name }] })
}

describe('a manifest', () => {
  it.each([
    ['the current key', {}],
    ['the next key', { key: next.privateKey, keyId: '2026b' }],
  ])('a manifest is accepted if it is signed with %s', (_name, signing) => {
    expect(checkUpdate(signed(manifest, signing), check)).toMatchObject({
      kind: 'install',
      manifest: { version: '0.2.0', isDowngrade: false },
    })
  })

  it.each([
    ['no JSON', '<html>', /is malformed/],
    ['another form', '{"manifest":1}', /is malformed/],
    ['an unknown key', signed(manifest, { key: stranger.privateKey, keyId: '2031a' }), /unknown key 2031a/],
    ['another key under a known name', signed(manifest, { key: stranger.privateKey }), /wrong signature/],
    ['the signature of another manifest', tamper(signed(manifest)), /wrong signature/],
    ['a signature for another purpose', signed(manifest, { context: '' }), /wrong signature/],
    ['another product', changed({ product: 'bridge-agent-linux' }), /cannot read/],
    ['a wrong version', changed({ version: '0.2' }), /cannot read/],
    ['no files', changed({ files: [] }), /cannot read/],
    ['a name twice', changed({ files: [manifest.files[0], manifest.files[0]] }), /cannot read/],
    ['a path as a name', withName('..\\..\\node.exe'), /cannot read/],
    ['a hidden file', withName('.env'), /cannot read/],
    ['a stream of a file', withName('agent.cjs:x'), /cannot read/],
    ['a huge file', changed({ files: [{ ...manifest.files[0], size: 1e12 }] }), /cannot read/],
    ['a file of another host', withUrl('https://evil.example/agent.cjs'), /another origin/],
    ['a file of another scheme', withUrl('http://bridge.example/agent.cjs'), /another origin/],
    ['a file on this PC', withUrl('file:///C:/agent.cjs'), /another origin/],
    ['an address with a password', withUrl('https://a:b@bridge.example/agent.cjs'), /another origin/],
    ['a host in place of a path', withUrl('//evil.example/agent.cjs'), /another origin/],
    ['an older version', changed({ version: '0.0.9' }), /older version 0\.0\.9/],
    ['a past expiry', changed({ expires: '2026-03-14T00:00:00Z' }), /has expired/],
  ])('a manifest is rejected with %s', (_name, text, problem) => {
    expect(checkUpdate(text, check)).toEqual({ kind: 'rejected', problem: expect.stringMatching(problem) })
  })

  it('a manifest is installed if its hosts are those of the release before', () => {
    expect(checkUpdate(changed({ hosts: 'kept' }), check).kind).toBe('install')
  })

  it('expires with a tolerance for a clock that is wrong by a day', () => {
    expect(checkUpdate(changed({ expires: '2026-03-15T12:00:00Z' }), check).kind).toBe('install')
  })

  it('installs an older version only if it says so', () => {
    const downgrade = changed({ version: '0.0.9', isDowngrade: true })
    expect(checkUpdate(downgrade, check).kind).toBe('install')
  })

  it.each([
    ['up-to-date', manifest, { installedVersion: '0.2.0' }],
    ['not-yet', { ...manifest, notBefore: '2026-03-17T00:00:00Z' }, {}],
    ['not-in-rollout', { ...manifest, rollout: 0 }, {}],
    ['failed-before', manifest, { failedVersions: ['0.2.0'] }],
    ['asks-admin', { ...manifest, hosts: 'changed' }, {}],
    ['asks-admin', { ...manifest, hosts: 'changed', minProtocol: 2 }, {}],
  ])('changes nothing: %s', (reason, contents, changes) => {
    expect(checkUpdate(signed(contents), { ...check, ...changes })).toMatchObject({ kind: 'none', reason })
  })

  it.each([
    ['signed before the latest', { issued: '2026-03-15T10:00:00Z' }, /older than one that was signed at/],
    ['to return to an older version, signed before the latest', downgradeOf('2026-03-15T10:00:00Z'), /older than one/],
    ['without a time, after one with a time', {}, /older than one that was signed at/],
    ['signed in three days', { issued: '2026-03-19T12:00:01Z' }, /signed in the future/],
  ])('a manifest is rejected if it was %s', (_what, changes, problem) => {
    const decision = checkUpdate(changed(changes), { ...check, lastIssued: '2026-03-15T11:00:00Z' })
    expect(decision).toEqual({ kind: 'rejected', problem: expect.stringMatching(problem) })
  })

  it.each([
    ['the latest', '2026-03-15T11:00:00Z'],
    ['a later one', '2026-03-15T12:00:00.001Z'],
  ])('a manifest is accepted if it is %s, also as a return to an older version', (_what, issued) => {
    const { kind } = checkUpdate(changed(downgradeOf(issued)), { ...check, lastIssued: '2026-03-15T11:00:00Z' })
    expect(kind).toBe('install')
  })

  it('a manifest is for an agent with an older protocol at once', () => {
    const urgent = changed({ minProtocol: 2, rollout: 0, notBefore: '2026-03-17T00:00:00Z' })
    expect(checkUpdate(urgent, check).kind).toBe('install')
  })
})

it('orders versions by their numbers', () => {
  const decide = (version: string) => checkUpdate(changed({ version }), { ...check, installedVersion: '0.9.0' }).kind
  expect([decide('0.10.0'), decide('0.8.9'), decide('1.0.0')]).toEqual(['install', 'rejected', 'install'])
})

it('spreads installations evenly over the rollout, and differently for each version', () => {
  const ids = Array.from({ length: 2_000 }, (_, index) => `installation ${index}`)
  const first = ids.filter((id) => getRolloutPlace(id, '0.2.0') < 10)
  expect(first.length).toBeGreaterThan(140)
  expect(first.length).toBeLessThan(260)
  const again = first.filter((id) => getRolloutPlace(id, '0.3.0') < 10)
  expect(again.length).toBeLessThan(first.length / 2)
})

/** Replaces the manifest under the signature. */
function tamper(text: string): string {
  const other = Buffer.from(JSON.stringify({ ...manifest, version: '9.9.9' })).toString('base64')
  return JSON.stringify({ ...JSON.parse(text), manifest: other })
}
