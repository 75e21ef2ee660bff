import type { ChildProcess } from 'node:child_process'
import { createPrivateKey } from 'node:crypto'
import { once } from 'node:events'
import { appendFile, cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { protocolVersion } from '@bridge/agent-protocol'
import { startComHost } from '@bridge/edge-agent/com-host'
import { createReleaseKey, signRelease } from '@bridge/edge-agent/sign-release'
import { debians, findDebianWine } from '@bridge/edge-agent/testing/debian-wine'
import { type FakeCall, serveCompany } from '@bridge/edge-agent/testing/fake-quickbooks'
import { FakeSubscriptions } from '@bridge/edge-agent/testing/fake-subscriptions'
import { createWindowsPc, getExitCode, type WindowsPc } from '@bridge/edge-agent/testing/windows-pc'
import { toWindowsPath } from '@bridge/edge-agent/testing/wine'
import { openVersionFiles } from '@bridge/edge-agent/version-files'
import { readVersions } from '@bridge/edge-agent/versions'
import { buildInstaller } from '@bridge/edge-agent/windows-installer'
import { memoryStorage, openCompany } from '@bridge/emulator'
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { type Client, connectClient } from './client.ts'
import { runService, type Service } from './run-service.ts'

const waiting = { timeout: 200_000, interval: 250 }
const companyFile = 'C:\\Users\\Public\\Müller & Söhne 株式会社.qbw'
/** Keeps node.exe between runs. */
const workFolder = path.join(import.meta.dirname, '../../../../.bridge/windows-test')
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
const subscriptions = new FakeSubscriptions()
const serve = serveCompany(company, companyFile, subscriptions)

// The tests run in this order on one PC, each in the state left by the previous one.
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'bridge-chain-'))
  const releaseKeys = path.join(folder, 'release-keys.json')
  await writeFile(releaseKeys, JSON.stringify({ '2026a': publicKey }))
  const built = await Promise.all([
    buildInstaller({ releaseFolder: folder, workFolder, releaseKeys, isQuick: true }),
    createWindowsPc(findDebianWine(debians.installedAgent)),
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
async function runAgent(...args: readonly string[]): Promise<number | null> {
  const { current } = await versions()
  const file = (name: string) => installed('versions', current, name)
  return run(file('node.exe'), toWindowsPath(file('agent.cjs')), ...args)
}

/** Looks for an update, as a person does; the running agent installs it when it is idle. */
function stageUpdate(): Promise<number | null> {
  return runAgent('update', `--url=${service.baseUrl}`, `--versions=${toWindowsPath(installed('versions'))}`)
}

function versions() {
  return readVersions(openVersionFiles(installed('versions')))
}

/** Releases a version whose agent differs from the first one. */
async function release(version: string, change: (agent: string) => string): Promise<void> {
  const files = path.join(folder, 'files', version)
  await rm(files, { recursive: true, force: true })
  await cp(path.join(folder, 'files/0.1.0'), files, { recursive: true })
  const agent = await readFile(path.join(files, 'agent.cjs'), 'utf8')
  const changed = change(agent)
  expect(changed).not.toBe(agent)
  await writeFile(path.join(files, 'agent.cjs'), changed)
  const hourMs = 3_600_000
  const signed = await signRelease(
    {
      folder,
      version,
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

function releaseNext(): Promise<void> {
  return release('0.2.0', (agent) => agent.replace('agentVersion = "0.1.0"', 'agentVersion = "0.2.0"'))
}

/** Returns the user's registry, with a line per value. */
async function exportRegistry(): Promise<string> {
  const file = path.join(folder, 'user.reg')
  await pc.prefix.run('regedit', '/E', toWindowsPath(file), 'HKEY_CURRENT_USER')
  return readFile(file, 'utf16le')
}

interface BlockedWrite {
  /** Resolves when QuickBooks has begun to execute the write. */
  readonly begun: Promise<void>
  /** Lets QuickBooks execute it. */
  end(): void
}

/** Makes QuickBooks take its time for new customers. */
function blockWrite(): BlockedWrite {
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
  return { begun, end }
}

/** Leaves a killed agent's lock, with the process ID QuickBooks has by now. */
async function leaveLock(): Promise<void> {
  const host = startComHost({ executable: pc.host, command: pc.command() })
  const id = await vi.waitUntil(async () => {
    const { text } = await host.request('look')
    return /^process (\d+) .* QBW\.EXE$/im.exec(text)?.[1]
  }, waiting)
  await host.close()
  await mkdir(pc.local('BridgeServiceAgent'), { recursive: true })
  await writeFile(pc.local('BridgeServiceAgent/agent.json.lock'), id)
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

it('creates an invoice and reads it back through the installed agent, which takes over a stale lock', async () => {
  await leaveLock()
  const code = await service.createPairingCode()
  expect(await run(installer, '/S', `/URL=${service.baseUrl}`, `/CODE=${code}`)).toBe(0)
  const confirmed = new Set<string | undefined>()
  await vi.waitUntil(async () => {
    confirmed.add(await service.confirmFoundFile())
    return service.isConnected()
  }, waiting)
  expect([...confirmed]).toEqual(expect.arrayContaining(['Müller & Söhne 株式会社', companyFile]))

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

/** Receives webhooks until the test ends. Returns the address, and the IDs of the records in the events. */
async function receiveEvents() {
  const ids: string[] = []
  const receiver = createServer(async (request, response) => {
    const events: readonly { readonly intuitentityid: string }[] = JSON.parse(await text(request))
    ids.push(...events.map(({ intuitentityid }) => intuitentityid))
    response.end()
  })
  await once(receiver.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => {
    receiver.closeAllConnections()
    receiver.close()
  })
  return { url: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`, ids }
}

it('delivers what a person changed in QuickBooks, which raises a data event', async () => {
  const { url, ids } = await receiveEvents()
  await service.subscribe(url)
  await expect.poll(() => subscriptions.classes, waiting).toHaveLength(1)
  const [listener = ''] = subscriptions.classes
  const request = '<CustomerAddRq><CustomerAdd><Name>Dee Wood</Name></CustomerAdd></CustomerAddRq>'
  const added = await company.exchange(
    `<?qbxml version="13.0"?><QBXML><QBXMLMsgsRq onError="stopOnError">${request}</QBXMLMsgsRq></QBXML>`,
  )
  if (!added.sent || added.lost) throw new Error('The customer was not added.')
  await pc.raiseEvents(listener, 1)
  await expect.poll(() => ids, waiting).toContain(/<ListID>([^<]+)/.exec(added.response)?.[1])
})

it('is installed again while QuickBooks executes a write, which is executed once', async () => {
  const { begun, end } = blockWrite()
  const add = () => client.fetch('/customer?requestid=during-installation', { DisplayName: 'Anna Berg' })
  const first = add()
  await begun
  const installing = run(installer, '/S')
  // A stopping agent closes its connection, and waits for QuickBooks.
  expect((await first).status).toBe(504)
  end()
  expect(await installing).toBe(0)
  pc.quickBooks.script(serve)
  await vi.waitUntil(async () => (await add()).status === 200, waiting)
  expect(await countCustomers('Anna Berg')).toBe(1)
})

it('lets Windows shut down after a write that QuickBooks executes, which is executed once', async () => {
  const { begun, end } = blockWrite()
  const add = () => client.fetch('/customer?requestid=during-shutdown', { DisplayName: 'Cy Dahl' })
  const first = add()
  await begun
  const shutDown = pc.prefix.run('wineboot', '--end-session')
  // A stopping agent closes its connection, and waits for QuickBooks.
  expect((await first).status).toBe(504)
  end()
  await shutDown
  expect(await readdir(pc.local('BridgeServiceAgent/quickbooks.responses'))).toHaveLength(1)

  // The next sign-in.
  pc.quickBooks.script(serve)
  quickBooks = pc.openQuickBooks()
  pc.start(installed('bridge-agent.exe'))
  await vi.waitUntil(async () => (await add()).status === 200, waiting)
  expect(await countCustomers('Cy Dahl')).toBe(1)
})

it('leaves its folder to the agent that runs, in another Windows session of the user for instance', async () => {
  expect(await runAgent()).toBe(8)
  await vi.waitUntil(service.isConnected, waiting)
})

it('refuses an update that was changed after it was signed', async () => {
  await releaseNext()
  await appendFile(path.join(folder, 'files/0.2.0/agent.cjs'), '// changed\n')
  expect(await stageUpdate()).toBe(1)
  expect(await versions()).toMatchObject({ current: '0.1.0', staged: undefined })
})

it('updates itself after a write that QuickBooks executes, which is executed once', async () => {
  const { begun, end } = blockWrite()
  const add = () => client.fetch('/customer?requestid=during-update', { DisplayName: 'Bo Ek' })
  const first = add()
  await begun
  await releaseNext()
  expect(await stageUpdate()).toBe(0)
  const log = pc.local('BridgeServiceAgent/logs/agent.log')
  // The running agent has seen it, too.
  await vi.waitUntil(async () => (await readFile(log, 'utf8')).includes('"kind":"staged"'), waiting)
  expect(await versions()).toMatchObject({ current: '0.1.0', staged: '0.2.0' })

  end()
  await first
  pc.quickBooks.script(serve)
  await vi.waitUntil(async () => (await add()).status === 200, waiting)
  await vi.waitUntil(async () => {
    const { current, previous } = await versions()
    return current === '0.2.0' && previous === undefined
  }, waiting)
  expect(await countCustomers('Bo Ek')).toBe(1)
  expect(await exportRegistry()).toContain('"DisplayVersion"="0.2.0"')
})

it('returns from an update that does not start', async () => {
  await release('0.3.0', () => 'throw new Error("This version does not start.")\n')
  expect(await stageUpdate()).toBe(0)
  await vi.waitUntil(async () => (await versions()).failed.includes('0.3.0'), waiting)
  await vi.waitUntil(service.isConnected, waiting)
  expect(await versions()).toEqual({ current: '0.2.0', session: '0.2.0', failed: ['0.3.0'] })
})

it('leaves nothing when it is removed', async () => {
  expect(await run(installed('uninstall.exe'), '/S')).toBe(0)
  await vi.waitUntil(async () => !(await readdir(pc.local('Programs'))).includes('BridgeServiceAgent'), waiting)
  await vi.waitUntil(async () => !(await readdir(pc.local())).includes('BridgeServiceAgent'), waiting)
  expect(await service.isConnected()).toBe(false)
  expect(await exportRegistry()).not.toContain('BridgeServiceAgent')
})
