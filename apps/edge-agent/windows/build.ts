import path from 'node:path'
import { type Bits, type Compile, compileProgram } from './compile.ts'

/** The COM host's sources, without headers. */
export const hostSources: readonly string[] = ['qbhost.c', 'text.c', 'dispatch.c', 'look.c', 'secrets.c', 'frames.c']
const launcherSources = [
  ...[
    'bridge-agent.c',
    'agent-process.c',
    'folders.c',
    'tray.c',
    'versions.c',
    'registration.c',
    'clipboard.c',
    'icon.c',
  ],
  '-lgdi32',
]

/**
 * Builds the COM host with mingw-w64. Returns the path to `qbhost32.exe` or `qbhost64.exe` in the folder.
 *
 * @param endMs how long a call may last after the agent has ended; without it, as long as `qbhost.c` says
 */
export async function buildHost(
  bits: Bits,
  folder: string,
  compile: Compile = compileProgram,
  endMs?: number,
): Promise<string> {
  const definitions = endMs === undefined ? [] : [`-DEND_MS=${endMs}`]
  return compile(bits, path.join(folder, `qbhost${bits}.exe`), [...definitions, ...hostSources])
}

/** Builds the program that QuickBooks calls when people change something, `qbevents.exe`. Returns its path. */
export async function buildEventListener(folder: string, compile: Compile = compileProgram): Promise<string> {
  return compile(64, path.join(folder, 'qbevents.exe'), ['-municode', '-mwindows', 'qbevents.c'])
}

/**
 * Builds the launcher, `bridge-agent.exe`, for 64-bit Windows. Returns its path.
 *
 * @param trialMs how long a new version may neither work nor end; without it, as long as `bridge-agent.c` says
 */
export async function buildLauncher(
  folder: string,
  compile: Compile = compileProgram,
  trialMs?: number,
): Promise<string> {
  const definitions = trialMs === undefined ? [] : [`-DTRIAL_MAX_MS=${trialMs}`]
  const options = ['-municode', '-mwindows', ...definitions]
  return compile(64, path.join(folder, 'bridge-agent.exe'), [...options, ...launcherSources])
}
