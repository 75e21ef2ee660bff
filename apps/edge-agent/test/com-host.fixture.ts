import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject } from 'vitest'
import { type EventListener, startEventListener } from '../src/events/event-listener.ts'
import { ComDesktop } from '../src/quickbooks/com-desktop.ts'
import { type ComHost, startComHost } from '../src/quickbooks/com-host.ts'
import { memoryCompanyFiles } from '../src/quickbooks/company-files.ts'
import { buildEventListener, buildHost } from '../windows/build.ts'
import type { Bits } from '../windows/compile.ts'
import { buildStandIns, type StandIns } from '../windows/testing/build.ts'
import { compileOnce } from '../windows/testing/compile-once.ts'
import { realmId } from './com-desktop.fixture.ts'
import { debians, findDebianWine } from './debian-wine.ts'
import { deferred } from './deferred.ts'
import { type FakeQuickBooks, startFakeQuickBooks } from './fake-quickbooks.ts'
import { createWinePrefix, requireWine, toWindowsPath, type WinePrefix } from './wine.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The COM host's and the fake QuickBooks' bitness, from the run's configuration. */
    readonly bits: Bits
  }
}

const classId = '{45F5708E-3B43-4FA8-BE7E-A5F1849214CB}'
const programIdentifier = { 'HKEY_CLASSES_ROOT\\QBXMLRP2.RequestProcessor\\CLSID': { '@': classId } }

/** COM hosts under Wine. Each test has a new QuickBooks; the hosts it starts end with it. */
export interface ComHosts {
  readonly prefix: WinePrefix
  readonly bits: Bits
  /** A bitness's host path. */
  executable(bits?: Bits): string
  readonly standIns: StandIns
  /** The hosts the test has started, in this order. */
  readonly started: readonly ComHost[]
  readonly quickBooks: FakeQuickBooks
  /** Registers the request processor as a DLL, which runs in the host. */
  registerLibrary(): Promise<void>
  /** Registers the request processor as a program, which runs in another process. */
  registerProgram(): Promise<void>
  /** Starts a host, or another program with its bitness. */
  start(bits?: Bits, executable?: string): ComHost
  /** Starts a host that has created the object. */
  startReady(): Promise<ComHost>
  /** Starts a desktop serving a path's company file, as soon as it has looked for QuickBooks. */
  startDesktop(companyFile: string): Promise<ComDesktop>
  /** Shows the QuickBooks windows until the test's end. */
  openQuickBooks(...args: readonly string[]): ChildProcess
  /** Starts the program that QuickBooks calls when people change something. */
  startListener(onEvent: () => void): EventListener
  /** Raises events at a class, as QuickBooks does when a person changes records. */
  raiseEvents(classId: string, count: number): Promise<void>
  /** Leaves every call without a response. Resolves with the first one. */
  blockCalls(): Promise<void>
}

/** Adds hooks that prepare COM hosts, and the fake QuickBooks in the run's bitness, for a file's tests. */
export function useComHosts(bits: Bits = inject('bits')): ComHosts {
  let folder: string
  let standIns: StandIns
  let prefix: WinePrefix
  let quickBooks: FakeQuickBooks
  const desktops: ComDesktop[] = []
  const started: ComHost[] = []
  const programs: ChildProcess[] = []

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'bridge-windows-'))
    const wine = inject('bits') === 32 ? findDebianWine(debians.bothBitnesses) : requireWine()
    const hosts = wine.bits.map((each) => buildHost(each, folder, compileOnce))
    const listener = buildEventListener(folder, compileOnce)
    const built = await Promise.all([buildStandIns(bits, folder), createWinePrefix(wine), listener, ...hosts])
    standIns = built[0]
    prefix = built[1]
  })

  beforeEach(async () => {
    quickBooks = await startFakeQuickBooks()
  })

  afterEach(async () => {
    for (const desktop of desktops.splice(0)) await desktop.close()
    for (const host of started.splice(0)) {
      host.kill()
      await host.ended
    }
    for (const program of programs.splice(0)) {
      const ended = once(program, 'exit')
      if (program.kill('SIGKILL')) await ended
    }
    await quickBooks.close()
  })

  afterAll(async () => {
    await prefix?.destroy()
    await rm(folder, { recursive: true, force: true })
  })

  const register = (key: string, values: Readonly<Record<string, string>>): Promise<void> => {
    const classes = bits === 32 ? 'HKEY_CLASSES_ROOT\\Wow6432Node' : 'HKEY_CLASSES_ROOT'
    return prefix.register({ ...programIdentifier, [`${classes}\\CLSID\\${classId}\\${key}`]: values })
  }
  const command = () => prefix.command({ STAND_IN_PORT: String(quickBooks.port) })

  const hosts: ComHosts = {
    get prefix() {
      return prefix
    },
    bits,
    executable: (hostBits = bits) => path.join(folder, `qbhost${hostBits}.exe`),
    get standIns() {
      return standIns
    },
    started,
    get quickBooks() {
      return quickBooks
    },
    registerLibrary: () =>
      register('InprocServer32', { '@': toWindowsPath(standIns.library), ThreadingModel: 'Apartment' }),
    registerProgram: () => register('LocalServer32', { '@': toWindowsPath(standIns.quickBooks) }),
    start: (hostBits = bits, executable = hosts.executable(hostBits)) => {
      const host = startComHost({ executable, command: command() })
      started.push(host)
      return host
    },
    startReady: async () => {
      const host = hosts.start()
      await expect(host.request('new')).resolves.toEqual({ ok: true, text: '' })
      return host
    },
    startDesktop: async (companyFile) => {
      const desktop = await ComDesktop.start({
        startHost: hosts.start,
        companyFiles: memoryCompanyFiles([[realmId, companyFile]]),
        clock: () => new Date(),
        wait: (ms, signal) => delay(ms, undefined, { signal }).catch(() => undefined),
        logger: pino({ level: 'silent' }),
      })
      desktops.push(desktop)
      return desktop
    },
    openQuickBooks: (...args) => {
      const [file = '', ...rest] = command()
      const program = spawn(file, [...rest, standIns.quickBooks, ...args], { stdio: 'ignore' })
      programs.push(program)
      return program
    },
    startListener: (onEvent) =>
      startEventListener({ executable: path.join(folder, 'qbevents.exe'), command: command(), onEvent }),
    raiseEvents: (listener, count) => prefix.run(standIns.quickBooks, 'raise', listener, String(count)),
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

/** Returns `look`'s lines. */
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
