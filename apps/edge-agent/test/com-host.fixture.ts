import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import { type ComHost, startComHost } from '../src/quickbooks/com-host.ts'
import { buildHost, buildStandIns, type StandIns } from '../windows/build.ts'
import { deferred } from './deferred.ts'
import { type FakeQuickBooks, startFakeQuickBooks } from './fake-quickbooks.ts'
import { createWinePrefix, toWindowsPath, type WinePrefix } from './wine.ts'

const classId = '{45F5708E-3B43-4FA8-BE7E-A5F1849214CB}'
const classKey = `HKEY_CLASSES_ROOT\\CLSID\\${classId}`
const programIdentifier = { 'HKEY_CLASSES_ROOT\\QBXMLRP2.RequestProcessor\\CLSID': { '@': classId } }

/** COM hosts under Wine. Each test has a new QuickBooks; the hosts that it starts end with it. */
export interface ComHosts {
  readonly prefix: WinePrefix
  readonly executable: string
  readonly standIns: StandIns
  readonly quickBooks: FakeQuickBooks
  /** Registers the request processor as a DLL, which runs in the host. */
  registerLibrary(): Promise<void>
  /** Registers the request processor as a program, which runs in another process. */
  registerProgram(): Promise<void>
  start(): ComHost
  /** Starts a host that has created the object. */
  startReady(): Promise<ComHost>
  /** Leaves every call without a response. Resolves with the first one. */
  blockCalls(): Promise<void>
}

/** Adds the hooks that prepare COM hosts for the tests of a file. */
export function useComHosts(): ComHosts {
  let folder: string
  let executable: string
  let standIns: StandIns
  let prefix: WinePrefix
  let quickBooks: FakeQuickBooks
  const started: ComHost[] = []

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'bridge-windows-'))
    const built = await Promise.all([buildHost(64, folder), buildStandIns(folder), createWinePrefix()])
    executable = built[0]
    standIns = built[1]
    prefix = built[2]
  })

  beforeEach(async () => {
    quickBooks = await startFakeQuickBooks()
  })

  afterEach(async () => {
    for (const host of started.splice(0)) {
      host.kill()
      await host.ended
    }
    await quickBooks.close()
  })

  afterAll(async () => {
    await prefix?.destroy()
    await rm(folder, { recursive: true, force: true })
  })

  const hosts: ComHosts = {
    get prefix() {
      return prefix
    },
    get executable() {
      return executable
    },
    get standIns() {
      return standIns
    },
    get quickBooks() {
      return quickBooks
    },
    registerLibrary: () =>
      prefix.register({
        ...programIdentifier,
        [`${classKey}\\InprocServer32`]: { '@': toWindowsPath(standIns.library), ThreadingModel: 'Apartment' },
      }),
    registerProgram: () =>
      prefix.register({
        ...programIdentifier,
        [`${classKey}\\LocalServer32`]: { '@': toWindowsPath(standIns.quickBooks) },
      }),
    start: () => {
      const command = prefix.command({ STAND_IN_PORT: String(quickBooks.port) })
      const host = startComHost({ executable, command })
      started.push(host)
      return host
    },
    startReady: async () => {
      const host = hosts.start()
      await expect(host.request('new')).resolves.toEqual({ ok: true, text: '' })
      return host
    },
    blockCalls: () => {
      const { promise, resolve } = deferred<void>()
      quickBooks.script(() => {
        resolve()
        return new Promise(() => undefined)
      })
      return promise
    },
  }
  return hosts
}

/** Returns the lines of `look`. */
export async function look(host: ComHost): Promise<string[]> {
  const result = await host.request('look')
  expect(result.ok).toBe(true)
  return result.text.split('\n')
}

/** Looks until the lines meet a condition. Returns the lines. */
export async function lookUntil(host: ComHost, condition: (lines: readonly string[]) => boolean): Promise<string[]> {
  for (;;) {
    const lines = await look(host)
    if (condition(lines)) return lines
  }
}
