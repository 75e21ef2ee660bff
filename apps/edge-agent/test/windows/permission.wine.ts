import { generateKeyPairSync } from 'node:crypto'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { Agent, memoryResponseLog } from '../../src/agent.ts'
import { findHostFolder, installHosts } from '../../src/hosts/install-hosts.ts'
import { UpdatedAgent } from '../../src/keep-updated.ts'
import { ComDesktop } from '../../src/quickbooks/com-desktop.ts'
import type { ComHost } from '../../src/quickbooks/com-host.ts'
import { memoryCompanyFiles } from '../../src/quickbooks/company-files.ts'
import { SessionWatch } from '../../src/quickbooks/session-watch.ts'
import { stageUpdate, type UpdateOutcome } from '../../src/updates/stage-update.ts'
import { openVersionFiles } from '../../src/updates/version-files.ts'
import { activateVersion, readVersions } from '../../src/updates/versions.ts'
import { type AllowedPrograms, rememberPrograms, signWith } from '../allowed-programs.ts'
import { createCertificates } from '../certificates.ts'
import { openSampleCompany, realmId } from '../com-desktop.fixture.ts'
import { useComHosts } from '../com-host.fixture.ts'
import { serveCompany } from '../fake-quickbooks.ts'
import { startReleaseServer } from '../release-server.ts'
import { startScriptedGateway } from '../scripted-gateway.ts'
import { toWindowsPath } from '../wine.ts'

// The agent runs on this machine, and its hosts under Wine, in the process of which QuickBooks sees each call.
const companyFile = 'C:\\Books\\Rock Castle.qbw'
const day = new Date('2026-03-16T12:00:00Z')
const waiting = { timeout: 60_000 }
const key = generateKeyPairSync('ed25519')
const hostNames = ['qbhost32.exe', 'qbhost64.exe']
const hosts = useComHosts()

let built: string
let folder: string
let versions: string
let quickBooks: AllowedPrograms
let running: ComHost[]

beforeAll(async () => {
  await hosts.registerLibrary()
  built = await mkdtemp(path.join(tmpdir(), 'bridge-hosts-'))
  // Only the hosts of one bitness are built.
  for (const name of hostNames) await cp(hosts.executable(), path.join(built, name))
})
afterAll(() => rm(built, { recursive: true }))

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'bridge-pc-'))
  versions = path.join(folder, 'pc', 'versions')
  running = []
  const serve = serveCompany(openSampleCompany(), companyFile)
  quickBooks = rememberPrograms(serve, (file) => file.replace(/^Z:/i, '').replaceAll('\\', '/'))
  hosts.quickBooks.script(quickBooks.script)
  hosts.openQuickBooks()
})
afterEach(async () => {
  for (const host of running) {
    host.kill()
    await host.ended
  }
  await rm(folder, { recursive: true, force: true })
})

function files() {
  return openVersionFiles(versions)
}

function getHost(): string {
  return path.join(folder, 'pc', `qbhost${hosts.bits}.exe`)
}

/** Writes a version into a folder, whose hosts are in a folder. */
async function writeVersion(into: string, version: string, hostFolder = built): Promise<void> {
  await mkdir(into, { recursive: true })
  await writeFile(path.join(into, 'agent.cjs'), `agent ${version}`)
  for (const name of hostNames) await cp(path.join(hostFolder, name), path.join(into, name))
}

/** Puts a version where an installer does: with its hosts. */
async function install(version: string, hostFolder = built): Promise<void> {
  await writeVersion(path.join(versions, version), version, hostFolder)
  await files().write('current', `${version}\n`)
}

/** Releases a version and lets the installation look for it. */
async function update(version: string, hostFolder = built): Promise<UpdateOutcome> {
  await writeVersion(path.join(folder, 'release', 'files', version), version, hostFolder)
  const times = { notBefore: new Date('2026-03-02T00:00:00Z'), expires: new Date('2026-04-02T00:00:00Z') }
  const service = await startReleaseServer(path.join(folder, 'release'), key.privateKey, times, version)
  try {
    const keys = new Map([['2026a', key.publicKey]])
    return await stageUpdate({ serviceUrl: service.url, folder: versions, keys, protocol: 1, now: day })
  } finally {
    await service.close()
  }
}

/** Starts the host of the current version where the agent does. */
async function startCurrent(watch?: SessionWatch): Promise<ComDesktop> {
  const { current } = await readVersions(files())
  const agentFolder = path.join(versions, current)
  const hostFolder = findHostFolder(agentFolder)
  await installHosts({ from: agentFolder, to: hostFolder })
  const startHost = (): ComHost => {
    const host = hosts.start(hosts.bits, path.join(hostFolder, `qbhost${hosts.bits}.exe`))
    running.push(host)
    return host
  }
  return ComDesktop.start({
    startHost: watch?.watch(startHost) ?? startHost,
    companyFiles: memoryCompanyFiles([[realmId, companyFile]]),
    clock: () => new Date(),
    wait: (ms, signal) => delay(ms, undefined, { signal }).catch(() => undefined),
    logger: pino({ level: 'silent' }),
  })
}

/** Runs the current version until it has had a session. */
async function runCurrent(): Promise<void> {
  const sessions = new SessionWatch(() => new Promise(() => undefined))
  const desktop = await startCurrent(sessions)
  desktop.useRealm(realmId)
  await sessions.begun
  await desktop.close()
}

async function readHost() {
  const { ino, mtimeMs } = await stat(getHost())
  return { ino, mtimeMs, bytes: await readFile(getHost()) }
}

describe('QuickBooks', () => {
  it('asks its Admin once, and not again over three updates', async () => {
    await install('0.1.0')
    await writeVersion(path.join(folder, 'release', 'files', '0.1.0'), '0.1.0')
    await runCurrent()
    const before = await readHost()
    for (const version of ['0.2.0', '0.3.0', '0.4.0']) {
      expect(await update(version)).toEqual({ kind: 'staged', version })
      await activateVersion(files())
      await files().remove('previous')
      await runCurrent()
      expect(await readdir(path.join(versions, version))).toEqual(['agent.cjs'])
    }
    expect(quickBooks.asked).toEqual([toWindowsPath(getHost())])
    expect(await readHost()).toEqual(before)
  })

  it('asks again for a changed host, which comes with an installer only', async () => {
    await install('0.1.0')
    await writeVersion(path.join(folder, 'release', 'files', '0.1.0'), '0.1.0')
    await runCurrent()
    const changed = path.join(folder, 'changed')
    await mkdir(changed)
    for (const name of hostNames) {
      await writeFile(
        path.join(changed, name),
        Buffer.concat([await readFile(path.join(built, name)), Buffer.alloc(8)]),
      )
    }
    expect(await update('0.2.0', changed)).toEqual({ kind: 'none', reason: 'asks-admin' })
    await runCurrent()
    expect(quickBooks.asked).toHaveLength(1)

    await install('0.2.0', changed)
    await runCurrent()
    await runCurrent()
    const host = toWindowsPath(getHost())
    expect(quickBooks.asked).toEqual([host, host])
  })

  it('knows a signed host by its certificate, and asks again after the certificate was renewed', async () => {
    const before = createCertificates(day).selfSigned
    const renewed = createCertificates(day).selfSigned
    const sign = async (name: string, certificate: typeof before, at: string) => {
      const signed = path.join(folder, name)
      await mkdir(signed)
      for (const host of hostNames) {
        const program = await readFile(path.join(built, host))
        await writeFile(path.join(signed, host), signWith(certificate, program, new Date(at)))
      }
      return signed
    }
    const asks: number[] = []
    for (const [version, signed] of [
      ['0.1.0', await sign('first', before, '2026-03-02')],
      ['0.2.0', await sign('second', before, '2026-03-03')],
      ['0.3.0', await sign('renewed', renewed, '2026-03-04')],
    ] as const) {
      await install(version, signed)
      await runCurrent()
      asks.push(quickBooks.asked.length)
    }
    expect(asks).toEqual([1, 1, 2])
  })

  it('asks for the hosts of an agent that had its own once, and not for those of its next versions', async () => {
    await install('0.1.0')
    // An earlier agent started its hosts in the folder of its version.
    const own = path.join(versions, '0.1.0', `qbhost${hosts.bits}.exe`)
    const host = hosts.start(hosts.bits, own)
    await host.request('new')
    await host.request('call', 'OpenConnection2', '', 'Bridge Service', 1)
    await host.request('call', 'BeginSession', '', 2)
    expect(quickBooks.asked).toEqual([toWindowsPath(own)])

    await install('0.2.0')
    await runCurrent()
    await runCurrent()
    expect(quickBooks.asked).toEqual([toWindowsPath(own), toWindowsPath(getHost())])
    // The killed agent's host still runs.
    expect((await host.request('look')).ok).toBe(true)
  })
})

it('returns to the previous version if QuickBooks lets the new one begin no session', async () => {
  await install('0.1.0')
  await runCurrent()
  await files().write('session', '0.1.0\n')
  await cp(path.join(versions, '0.1.0'), path.join(versions, '0.2.0'), { recursive: true })
  await files().write('staged', '0.2.0\n')
  await activateVersion(files())
  // QuickBooks shows its dialog, and no one is there.
  const serve = quickBooks.script
  let asks = 0
  hosts.quickBooks.script((call, program) => {
    if (call.method !== 'BeginSession') return serve(call, program)
    asks += 1
    return new Promise(() => undefined)
  })

  let endWait: () => void = () => undefined
  const sessions = new SessionWatch((_ms, signal) => {
    return new Promise((resolve) => {
      endWait = resolve
      signal.addEventListener('abort', () => resolve())
    })
  })
  const desktop = await startCurrent(sessions)
  const gateway = await startScriptedGateway()
  const world = {
    logger: pino({ level: 'silent' }),
    random: () => 0.5,
    wait: (_ms: number, signal: AbortSignal) =>
      new Promise<void>((resolve) => {
        if (signal.aborted) resolve()
        signal.addEventListener('abort', () => resolve())
      }),
  }
  const responses = memoryResponseLog()
  const agent = new Agent({ url: gateway.url, token: 'svca_test', desktop, responses, clock: () => day, ...world })
  const program = new UpdatedAgent(agent, {
    files: files(),
    version: '0.2.0',
    sessions,
    stage: async () => ({ kind: 'none', reason: 'up-to-date' }),
    staged: () => new Promise(() => undefined),
    ...world,
  })
  await (await gateway.accept()).welcome()
  await vi.waitFor(async () => expect(await readVersions(files())).toMatchObject({ fallback: '0.1.0' }), waiting)
  await vi.waitFor(() => expect(asks).toBe(1), waiting)
  endWait()
  expect(await program.ended).toMatchObject({ reason: 'other-version' })
  expect(await readVersions(files())).toMatchObject({ current: '0.1.0', fallback: undefined, failed: ['0.2.0'] })
  desktop.restart()
  await gateway.close()
  await desktop.close()
})
