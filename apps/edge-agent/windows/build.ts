import { execFile } from 'node:child_process'
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const run = promisify(execFile)

export type Bits = 32 | 64

const compilers: Record<Bits, string> = { 32: 'i686-w64-mingw32-gcc', 64: 'x86_64-w64-mingw32-gcc' }

const hostSources = ['qbhost.c', 'text.c', 'dispatch.c', 'look.c', 'secrets.c', 'frames.c']
const launcherSources = [
  ...['bridge-agent.c', 'agent-process.c', 'folders.c', 'tray.c', 'versions.c', 'registration.c', 'clipboard.c'],
]
const standInSources = ['testing/processor.c', 'text.c', 'frames.c']

const flags = [
  ...['-std=gnu11', '-Os', '-s', '-static', '-Wall', '-Wextra', '-Werror'],
  ...['-D_WIN32_WINNT=0x0601', '-DUNICODE', '-D_UNICODE'],
  // Without its time stamp, a program is the same in every build, so that a signed one can be compared with a second build.
  '-Wl,--no-insert-timestamp,--dynamicbase,--nxcompat',
]
const libraries = ['ole32', 'oleaut32', 'uuid', 'crypt32', 'user32', 'shell32', 'advapi32', 'ws2_32'].map(
  (name) => `-l${name}`,
)

/** Builds the COM host with mingw-w64. Returns the path of `qbhost32.exe` or `qbhost64.exe` in the folder. */
export async function buildHost(bits: Bits, folder: string): Promise<string> {
  return compile(bits, path.join(folder, `qbhost${bits}.exe`), hostSources)
}

/**
 * Builds the launcher, `bridge-agent.exe`, for 64-bit Windows. Returns its path.
 *
 * @param trialMs how long a new version may neither work nor end; without it, as long as `bridge-agent.c` says
 */
export async function buildLauncher(folder: string, trialMs?: number): Promise<string> {
  const definitions = trialMs === undefined ? [] : [`-DTRIAL_MAX_MS=${trialMs}`]
  const options = ['-municode', '-mwindows', ...definitions]
  return compile(64, path.join(folder, 'bridge-agent.exe'), [...options, ...launcherSources])
}

/** Builds the stand-in for `node.exe`, whose end a test chooses. Returns its path. */
export async function buildNodeStandIn(folder: string): Promise<string> {
  return compile(64, path.join(folder, 'node.exe'), ['-municode', 'testing/node.c'])
}

/** Builds the stand-in for `node.exe` whose program the test runs. Returns its path. */
export async function buildRemoteNode(folder: string): Promise<string> {
  return compile(64, path.join(folder, 'node.exe'), ['-municode', 'testing/remote-node.c'])
}

/** Builds the program that prints the clipboard for tests. Returns its path. */
export async function buildClipboardReader(folder: string): Promise<string> {
  return compile(64, path.join(folder, 'clipboard.exe'), ['-municode', 'testing/clipboard.c'])
}

/** Builds the program that operates the windows of other programs for tests. Returns its path. */
export async function buildScreenReader(folder: string): Promise<string> {
  return compile(64, path.join(folder, 'screen.exe'), ['-municode', 'testing/screen.c'])
}

/** The stand-ins for the programs of Intuit that tests use. They are no part of an installation. */
export interface StandIns {
  /** The request processor as a DLL. */
  readonly library: string
  /** A program with the windows of QuickBooks, and the request processor as a separate process. */
  readonly quickBooks: string
}

/** Builds the stand-ins for 64-bit Windows. */
export async function buildStandIns(folder: string): Promise<StandIns> {
  const [library, quickBooks] = await Promise.all([
    compile(64, path.join(folder, 'QBXMLRP2.dll'), [
      '-shared',
      'testing/QBXMLRP2.c',
      'testing/QBXMLRP2.def',
      ...standInSources,
    ]),
    compile(64, path.join(folder, 'QBW.EXE'), ['-municode', '-mwindows', 'testing/QBW.c', ...standInSources]),
  ])
  return { library, quickBooks }
}

/** Builds the fuzzer of the frame reader for this machine, with the sanitizers of its compiler. */
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

const sourceFolder = path.dirname(fileURLToPath(import.meta.url))

async function compile(bits: Bits, output: string, sources: readonly string[]): Promise<string> {
  await mkdir(path.dirname(output), { recursive: true })
  await run(compilers[bits], [...flags, ...sources, '-o', output, ...libraries], { cwd: sourceFolder })
  return output
}
