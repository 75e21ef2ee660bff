import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buildHost } from '../windows/build.ts'
import { buildStandIns } from '../windows/testing/build.ts'
import { compileOnce } from '../windows/testing/compile-once.ts'
import { type FakeQuickBooks, startFakeQuickBooks } from './fake-quickbooks.ts'
import { createWinePrefix, toWindowsPath, type Wine, type WinePrefix } from './wine.ts'

const classId = '{45F5708E-3B43-4FA8-BE7E-A5F1849214CB}'
const programIdentifier = { 'HKEY_CLASSES_ROOT\\QBXMLRP2.RequestProcessor\\CLSID': { '@': classId } }
const classKey = `HKEY_CLASSES_ROOT\\CLSID\\${classId}`

/** A PC under Wine with the stand-in for QuickBooks, whose calls the test receives. */
export interface WindowsPc {
  readonly prefix: WinePrefix
  readonly quickBooks: FakeQuickBooks
  /** The path to a 64-bit COM host on this machine. */
  readonly host: string
  /** Returns the command running a program with the stand-in. */
  command(): string[]
  /** Starts a Windows program, given by its path here or a built-in one's name. */
  start(program: string, ...args: readonly string[]): ChildProcess
  /** Shows the QuickBooks windows. With a request processor in a separate process, serves it, too. */
  openQuickBooks(): ChildProcess
  /** Raises events at a class, as QuickBooks does when a person changes records. */
  raiseEvents(classId: string, count: number): Promise<void>
  /** Returns this machine's path to a file in the user's `%LOCALAPPDATA%`. */
  local(...names: readonly string[]): string
  destroy(): Promise<void>
}

/** Where the request processor runs: as a DLL in the COM host, or in a separate process, which a test can end. */
export type ProcessorPlace = 'library' | 'process'

/** Creates a PC. Takes about half a minute. */
export async function createWindowsPc(wine: Wine, processor: ProcessorPlace = 'library'): Promise<WindowsPc> {
  const folder = await mkdtemp(path.join(tmpdir(), 'bridge-windows-'))
  const [host, standIns, prefix, quickBooks] = await Promise.all([
    buildHost(64, folder, compileOnce),
    buildStandIns(64, folder),
    createWinePrefix(wine),
    startFakeQuickBooks(),
  ])
  await prefix.register({
    ...programIdentifier,
    ...(processor === 'library'
      ? { [`${classKey}\\InprocServer32`]: { '@': toWindowsPath(standIns.library), ThreadingModel: 'Apartment' } }
      : // The test opens QuickBooks itself. COM must not open a second one.
        { [`${classKey}\\LocalServer32`]: { '@': 'C:\\closed.exe' } }),
  })
  const command = () => prefix.command({ STAND_IN_PORT: String(quickBooks.port) })
  const start = (program: string, ...args: readonly string[]): ChildProcess => {
    const [file = '', ...rest] = [...command(), program, ...args]
    return spawn(file, rest, { stdio: 'ignore' })
  }
  return {
    prefix,
    quickBooks,
    host,
    command,
    start,
    openQuickBooks: () => start(standIns.quickBooks, ...(processor === 'process' ? ['-Embedding'] : [])),
    raiseEvents: (listener, count) => prefix.run(standIns.quickBooks, 'raise', listener, String(count)),
    local: prefix.local,
    destroy: async () => {
      await prefix.destroy()
      await quickBooks.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Waits until a program has ended. Returns its exit code; `null` if it was killed. */
export async function getExitCode(program: ChildProcess): Promise<number | null> {
  if (program.exitCode === null && program.signalCode === null) await once(program, 'exit')
  return program.exitCode
}
