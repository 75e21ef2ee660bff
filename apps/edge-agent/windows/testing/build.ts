import { execFile } from 'node:child_process'
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { type Bits, sourceFolder } from '../compile.ts'
import { compileOnce } from './compile-once.ts'

const run = promisify(execFile)

/** Fakes for Intuit's programs, for tests. No installation contains them. */
export interface StandIns {
  /** The request processor as a DLL. */
  readonly library: string
  /** A program with the QuickBooks windows, and the request processor as a separate process. */
  readonly quickBooks: string
}

const standInSources = ['testing/processor.c', 'text.c', 'frames.c']

/** Builds the stand-ins as programs for one bitness. */
export async function buildStandIns(bits: Bits, folder: string): Promise<StandIns> {
  const [library, quickBooks] = await Promise.all([
    compileOnce(bits, path.join(folder, 'QBXMLRP2.dll'), [
      '-shared',
      'testing/QBXMLRP2.c',
      'testing/QBXMLRP2.def',
      ...standInSources,
    ]),
    compileOnce(bits, path.join(folder, 'QBW.EXE'), [
      '-municode',
      '-mwindows',
      'testing/QBW.c',
      'testing/raise-events.c',
      ...standInSources,
    ]),
  ])
  return { library, quickBooks }
}

/** Builds the stand-in for `node.exe`, whose end a test chooses. Returns its path. */
export async function buildNodeStandIn(folder: string): Promise<string> {
  return compileOnce(64, path.join(folder, 'node.exe'), ['-municode', 'testing/node.c'])
}

/** Builds the stand-in for `node.exe` whose program the test runs. Returns its path. */
export async function buildRemoteNode(folder: string): Promise<string> {
  return compileOnce(64, path.join(folder, 'node.exe'), ['-municode', 'testing/remote-node.c'])
}

/** Builds the program printing the clipboard for tests. Returns its path. */
export async function buildClipboardReader(folder: string): Promise<string> {
  return compileOnce(64, path.join(folder, 'clipboard.exe'), ['-municode', 'testing/clipboard.c'])
}

/** Builds the program printing the launcher's icon for tests. Returns its path. */
export async function buildIconPrinter(folder: string): Promise<string> {
  return compileOnce(64, path.join(folder, 'icon.exe'), ['-municode', 'testing/icon.c', 'icon.c', '-lgdi32'])
}

/** Builds the program operating other programs' windows for tests. Returns its path. */
export async function buildScreenReader(folder: string): Promise<string> {
  return compileOnce(64, path.join(folder, 'screen.exe'), ['-municode', 'testing/screen.c'])
}

/** Builds the frame reader's fuzzer for this machine, with its compiler's sanitizers. */
export async function buildFrameFuzzer(folder: string): Promise<string> {
  const program = path.join(folder, 'frames-fuzzer')
  await mkdir(folder, { recursive: true })
  const sanitizers = ['-g', '-O1', '-fsanitize=address,undefined', '-fno-sanitize-recover=all']
  const sources = ['testing/frames-fuzzer.c', 'frames.c']
  const warnings = ['-std=c11', '-Wall', '-Wextra', '-Werror']
  await run('gcc', [...warnings, ...sanitizers, '-DFRAME_BYTES_MAX=4096', ...sources, '-o', program], {
    cwd: sourceFolder,
  })
  return program
}
