import { type ChildProcess, spawn } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { closeCodes, type SignedManifest, updatePath } from '@bridge/agent-protocol'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { openVersionFiles } from '../../src/updates/version-files.ts'
import { readVersions } from '../../src/updates/versions.ts'
import { buildLauncher } from '../../windows/build.ts'
import { bundleAgent } from '../../windows/build-installer.ts'
import { buildRemoteNode } from '../../windows/testing/build.ts'
import { compileOnce } from '../../windows/testing/compile-once.ts'
import { type ReleaseServer, startReleaseServer } from '../release-server.ts'
import { type RemoteNode, startRemoteNode } from '../remote-node.ts'
import { type ScriptedGateway, type ScriptedSocket, startScriptedGateway } from '../scripted-gateway.ts'
import { createWinePrefix, toWindowsPath, type WinePrefix } from '../wine.ts'

// The launcher runs under Wine, and the programs it starts, which are the real agent, on this machine.
const waiting = { timeout: 100_000, interval: 100 }
const dayMs = 24 * 60 * 60 * 1000
const key = generateKeyPairSync('ed25519')
const newAgent = '/agent/updates/files/0.2.0/agent.cjs'

let built: string
let prefix: WinePrefix
let pc: string
let release: ReleaseServer
let gateway: ScriptedGateway
let node: RemoteNode
let launcher: ChildProcess | undefined

beforeAll(async () => {
  built = await mkdtemp(path.join(tmpdir(), 'bridge-update-'))
  const version = path.join(built, 'pc/versions/0.1.0')
  const next = path.join(built, 'release/files/0.2.0')
  const publicKey = key.publicKey.export({ format: 'der', type: 'spki' }).toString('base64')
  await mkdir(version, { recursive: true })
  const [created] = await Promise.all([
    createWinePrefix(),
    buildLauncher(path.join(built, 'pc'), compileOnce),
    buildRemoteNode(version),
    bundleAgent(version, 'simulated/main'),
    writeFile(path.join(version, 'release-keys.json'), JSON.stringify({ '2026a': publicKey })),
    writeFile(path.join(built, 'pc/versions/current'), '0.1.0\n'),
  ])
  prefix = created
  await cp(version, next, { recursive: true })
  const agent = await readFile(path.join(version, 'agent.cjs'), 'utf8')
  const newer = agent.replace('agentVersion = "0.1.0"', 'agentVersion = "0.2.0"')
  expect(newer).not.toBe(agent)
  await writeFile(path.join(next, 'agent.cjs'), newer)
})

afterAll(async () => {
  await prefix?.destroy()
  await rm(built, { recursive: true, force: true })
})

beforeEach(async () => {
  pc = await mkdtemp(path.join(tmpdir(), 'bridge-pc-'))
  await cp(path.join(built, 'pc'), pc, { recursive: true })
  await startService()
})

afterEach(async () => {
  if (launcher !== undefined && launcher.exitCode === null) {
    launcher.kill('SIGKILL')
    await once(launcher, 'exit')
  }
  await node.close()
  await gateway.close()
  await release.close()
  await rm(pc, { recursive: true, force: true })
})

/** Starts a gateway offering the release. */
async function startService(folder = path.join(built, 'release')): Promise<void> {
  const times = { notBefore: new Date(Date.now() - dayMs), expires: new Date(Date.now() + dayMs) }
  release = await startReleaseServer(folder, key.privateKey, times)
  gateway = await startScriptedGateway(release.server)
  node = await startRemoteNode(['--simulate', path.join(pc, 'company.jsonl')], {
    BRIDGE_URL: release.url,
    BRIDGE_AGENT_TOKEN: 'svca_test',
  })
}

function launch(...args: readonly string[]): ChildProcess {
  const folder = toWindowsPath(path.join(pc, 'data'))
  const [program, ...rest] = prefix.command({ STAND_IN_PORT: String(node.port), BRIDGE_AGENT_FOLDER: folder })
  return spawn(program ?? '', [...rest, path.join(pc, 'bridge-agent.exe'), ...args], { stdio: 'ignore' })
}

/** Starts the launcher, and refuses its agent's protocol, which then looks for an update at once. */
async function startOutdated(): Promise<void> {
  launcher = launch()
  await refuse(await gateway.accept(), '0.1.0')
}

async function refuse(agent: ScriptedSocket, version: string): Promise<void> {
  expect(await agent.next('hello')).toMatchObject({ agentVersion: version })
  agent.socket.close(closeCodes.wrongVersion.code, closeCodes.wrongVersion.reason)
}

function versions() {
  return readVersions(openVersionFiles(path.join(pc, 'versions')))
}

/** Stops the launcher with its agent. */
async function quit(): Promise<void> {
  const ended = once(launch('--quit'), 'exit')
  if (launcher?.exitCode === null) await once(launcher, 'exit')
  expect(await ended).toEqual([0, null])
  expect(launcher?.exitCode).toBe(0)
}

it('an update runs on trial until the service welcomes it', async () => {
  await startOutdated()
  const agent = await gateway.accept()
  expect(await agent.next('hello')).toMatchObject({ agentVersion: '0.2.0' })
  expect(await versions()).toMatchObject({ current: '0.2.0', previous: '0.1.0' })
  agent.sendWelcome()
  await vi.waitUntil(async () => (await versions()).previous === undefined, waiting)
  expect(await versions()).toMatchObject({ current: '0.2.0', staged: undefined, failed: [] })
  expect(node.starts).toEqual(['0.1.0', '0.2.0'])
  // The other files are copied from the installed version.
  expect(release.requested.toSorted()).toEqual([newAgent, updatePath].toSorted())
  await quit()
})

it('an update that the service does not support either returns to the previous version', async () => {
  await startOutdated()
  await refuse(await gateway.accept(), '0.2.0')
  await (await gateway.accept()).welcome()
  expect(node.starts).toEqual(['0.1.0', '0.2.0', '0.1.0'])
  expect(await versions()).toMatchObject({ current: '0.1.0', previous: undefined, failed: ['0.2.0'] })
  await quit()
})

it('an update that does not start returns to the previous version', async () => {
  await release.close()
  await gateway.close()
  await node.close()
  const broken = path.join(pc, 'release')
  await cp(path.join(built, 'release'), broken, { recursive: true })
  await writeFile(path.join(broken, 'files/0.2.0/agent.cjs'), "throw new Error('broken')")
  await startService(broken)

  await startOutdated()
  await (await gateway.accept()).welcome()
  expect(node.starts).toEqual(['0.1.0', '0.2.0', '0.1.0'])
  expect(node.output()).toContain('Error: broken')
  expect(await versions()).toMatchObject({ current: '0.1.0', previous: undefined, failed: ['0.2.0'] })
  await quit()
})

function changeProgram(text: string): string {
  return text.replace('0.2.0', '0.2.1')
}

function changeManifest(text: string): string {
  const signed: SignedManifest = JSON.parse(text)
  const manifest = Buffer.from(signed.manifest, 'base64').toString().replace('"rollout":100', '"rollout":99')
  return JSON.stringify({ ...signed, manifest: Buffer.from(manifest).toString('base64') })
}

it.each([
  ['a program that was changed', newAgent, changeProgram],
  ['a manifest that was changed', updatePath, changeManifest],
])('an update with %s is refused', async (_what, changed, change) => {
  const original = await (await fetch(new URL(changed, release.url))).text()
  const sent = change(original)
  expect(sent).not.toBe(original)
  release.replaced[changed] = (_request, response) => response.end(sent)
  await startOutdated()
  await vi.waitUntil(() => node.output().includes('the update failed'), waiting)
  expect(await versions()).toMatchObject({ current: '0.1.0', staged: undefined, previous: undefined, failed: [] })
  const names = await readdir(path.join(pc, 'versions'))
  expect(names.filter((name) => name.startsWith('0.'))).toEqual(['0.1.0'])
  expect(node.starts).toEqual(['0.1.0'])
  await quit()
})
