import type { ChildProcess } from 'node:child_process'
import { createPrivateKey } from 'node:crypto'
import { appendFile, cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { protocolVersion } from '@bridge/agent-protocol'
import { createReleaseKey, signRelease } from '@bridge/edge-agent/sign-release'
import { type FakeCall, serveCompany } from '@bridge/edge-agent/testing/fake-quickbooks'
import { createWindowsPc, getExitCode, type WindowsPc } from '@bridge/edge-agent/testing/windows-pc'
import { toWindowsPath } from '@bridge/edge-agent/testing/wine'
import { findWine10 } from '@bridge/edge-agent/testing/wine-10'
import { openVersionFiles } from '@bridge/edge-agent/version-files'
import { activateVersion, readVersions } from '@bridge/edge-agent/versions'
import { buildInstaller } from '@bridge/edge-agent/windows-installer'
import { memoryStorage, openCompany } from '@bridge/emulator'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { type Client, connectClient } from './client.ts'
import { runService, type Service } from './run-service.ts'

const waiting = { timeout: 200_000, interval: 250 }
const companyFile = 'C:\\Users\\Public\\Müller & Söhne 株式会社.qbw'
/** Keeps node.exe between runs. */
const workFolder = path.join(import.meta.dirname, '../../../.bridge/windows-test')
const { privatePem, publicKey } = createReleaseKey()

let folder: string
let installer: string
let service: Service
let pc: WindowsPc
let quickBooks: ChildProcess
let client: Client

const company = openCompany({
  storage: memoryStorage(),
  clock: () => new Date(),
  random: Math.random,
  template: 'starter',
})
const serve = serveCompany(company, companyFile)

// The tests run in this order on one PC, each in the state that the previous one has left.
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'bridge-chain-'))
  const releaseKeys = path.join(folder, 'release-keys.json')
  await writeFile(releaseKeys, JSON.stringify({ '2026a': publicKey }))
  const built = await Promise.all([
    buildInstaller({ releaseFolder: folder, workFolder, releaseKeys, isQuick: true }),
    createWindowsPc(findWine10()),
    runService(folder),
  ])
  installer = built[0].path
  pc = built[1]
  service = built[2]
  pc.quickBooks.script(serve)
  quickBooks = pc.openQuickBooks()
  client = connectClient(service)
})

afterAll(async () => {
  quickBooks?.kill('SIGKILL')
  await pc?.destroy()
  await service?.close()
  await rm(folder, { recursive: true, force: true })
})

function installed(...names: readonly string[]): string {
  return pc.local('Programs/BridgeServiceAgent', ...names)
}

function run(program: string, ...args: readonly string[]): Promise<number | null> {
  return getExitCode(pc.start(program, ...args))
}

/** Runs the installed agent with other arguments. */
function runAgent(...args: readonly string[]): Promise<number | null> {
  return run(installed('versions/0.1.0/node.exe'), toWindowsPath(installed('versions/0.1.0/agent.cjs')), ...args)
}

function stageUpdate(): Promise<number | null> {
  return runAgent('update', `--url=${service.baseUrl}`, `--versions=${toWindowsPath(installed('versions'))}`)
}

/** Counts customers; waits while the agent, which has just started, opens its session with QuickBooks. */
async function countCustomers(name: string): Promise<unknown> {
  const query = encodeURIComponent(`select count(*) from Customer where DisplayName = '${name}'`)
  const { body } = await vi.waitUntil(async () => {
    const response = await client.fetch(`/query?query=${query}`)
    return response.status === 200 && response
  }, waiting)
  return (body as { readonly QueryResponse: { readonly totalCount: number } }).QueryResponse.totalCount
}

/** Releases version 0.2.0 with these changes of the agent, which do not let it start. */
async function releaseBroken(): Promise<void> {
  const files = path.join(folder, 'files/0.2.0')
  await cp(path.join(folder, 'files/0.1.0'), files, { recursive: true })
  await writeFile(path.join(files, 'agent.cjs'), 'throw new Error("This version does not start.")\n')
  const hourMs = 3_600_000
  const signed = await signRelease(
    {
      folder,
      version: '0.2.0',
      minProtocol: protocolVersion,
      rollout: 100,
      notBefore: new Date(Date.now() - hourMs),
      expires: new Date(Date.now() + hourMs),
    },
    '2026a',
    createPrivateKey(privatePem),
  )
  await writeFile(path.join(folder, 'stable.json'), JSON.stringify(signed))
}

it('creates an invoice and reads it back through the installed agent', async () => {
  const code = await service.createPairingCode()
  expect(await run(installer, '/S', `/URL=${service.baseUrl}`, `/CODE=${code}`)).toBe(0)
  await vi.waitUntil(service.isConnected, waiting)

  const customer = await client.call('createCustomer', { DisplayName: 'Zoë Müller' })
  const item = await client.find('findItems', 'Item')
  const created = await client.call('createInvoice', {
    CustomerRef: { value: customer.Id },
    Line: [
      {
        Amount: 25.5,
        DetailType: 'SalesItemLineDetail',
        SalesItemLineDetail: { ItemRef: { value: item.Id } },
      },
    ],
  })
  const found = await client.call('getInvoice', created.Id)
  expect(found).toMatchObject({ Id: created.Id, TotalAmt: 25.5, CustomerRef: { name: 'Zoë Müller' } })
  expect(pc.quickBooks.calls.map(({ method }) => method)).toContain('ProcessRequest')
})

it('is installed again while QuickBooks executes a write, which is executed once', async () => {
  let begin: () => void = () => undefined
  let end: () => void = () => undefined
  const begun = new Promise<void>((resolve) => (begin = resolve))
  const ended = new Promise<void>((resolve) => (end = resolve))
  pc.quickBooks.script(async (call: FakeCall) => {
    const isWrite = call.method === 'ProcessRequest' && String(call.args[1]).includes('<CustomerAddRq')
    if (!isWrite) return serve(call)
    begin()
    await ended
    return serve(call)
  })
  const add = () => client.fetch('/customer?requestid=during-update', { DisplayName: 'Anna Berg' })
  const first = add()
  await begun
  const installing = run(installer, '/S')
  // The agent that stops closes its connection, and waits for QuickBooks.
  expect((await first).status).toBe(504)
  end()
  expect(await installing).toBe(0)
  pc.quickBooks.script(serve)
  await vi.waitUntil(async () => (await add()).status === 200, waiting)
  expect(await countCustomers('Anna Berg')).toBe(1)
})

it('refuses an update that was changed after it was signed', async () => {
  await releaseBroken()
  await appendFile(path.join(folder, 'files/0.2.0/agent.cjs'), '// changed\n')
  expect(await stageUpdate()).toBe(1)
  expect(await readVersions(openVersionFiles(installed('versions')))).toMatchObject({
    current: '0.1.0',
    staged: undefined,
  })
})

it('returns from an update that does not start', async () => {
  await releaseBroken()
  expect(await stageUpdate()).toBe(0)
  expect(await run(installed('bridge-agent.exe'), '--quit')).toBe(0)
  const files = openVersionFiles(installed('versions'))
  // The running agent does so when it is idle, some minutes after its start.
  expect(await activateVersion(files)).toBe('0.2.0')
  pc.start(installed('bridge-agent.exe'))
  await vi.waitUntil(service.isConnected, waiting)
  expect(await readVersions(files)).toEqual({
    current: '0.1.0',
    staged: undefined,
    previous: undefined,
    failed: ['0.2.0'],
  })
})

it('leaves nothing when it is removed', async () => {
  expect(await run(installed('uninstall.exe'), '/S')).toBe(0)
  await vi.waitUntil(async () => !(await readdir(pc.local('Programs'))).includes('BridgeServiceAgent'), waiting)
  await vi.waitUntil(async () => !(await readdir(pc.local())).includes('BridgeServiceAgent'), waiting)
  expect(await service.isConnected()).toBe(false)
  const registry = path.join(folder, 'user.reg')
  await pc.prefix.run('regedit', '/E', toWindowsPath(registry), 'HKEY_CURRENT_USER')
  expect(await readFile(registry, 'utf16le')).not.toContain('BridgeServiceAgent')
})
