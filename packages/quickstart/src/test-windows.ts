import { existsSync } from 'node:fs'
import path from 'node:path'
import { execa } from 'execa'
import { installDebianPackages } from './debian-packages.ts'
import { terminalProgress } from './progress.ts'
import { inRepository } from './repository.ts'

/** Programs that the tests need, with the packages of Debian that have them. */
const requirements = [
  { program: 'wine64', packages: ['wine64', 'wine'] },
  { program: 'x86_64-w64-mingw32-gcc', packages: ['gcc-mingw-w64-x86-64'] },
  { program: 'i686-w64-mingw32-gcc', packages: ['gcc-mingw-w64-i686'] },
  { program: 'gcc', packages: ['gcc', 'libc6-dev'] },
] as const

interface WindowsTestOptions {
  /** Runs only the tests of the COM host. */
  readonly host: boolean
  /** Whether a machine without the programs fails the tests, instead of skipping them. */
  readonly isRequired?: boolean
}

/**
 * `npm run test:windows`: builds the Windows programs of the agent and runs them under Wine. Installs what they need
 * where it can, and is skipped elsewhere, unless `CI_WINE=1`. Returns the exit code.
 */
export async function testWindows({
  host,
  isRequired = process.env.CI_WINE === '1',
}: WindowsTestOptions): Promise<number> {
  const missing = await terminalProgress.step('Wine and mingw-w64', ensurePrograms)
  if (missing.length > 0) {
    const line = `The tests of the Windows programs ${isRequired ? 'failed' : 'were skipped'}: ${missing.join(', ')} is not installed.`
    process.stdout.write(`${line}\n`)
    return isRequired ? 1 : 0
  }
  const { exitCode } = await execa(
    process.execPath,
    [
      inRepository('node_modules/vitest/vitest.mjs'),
      ...['run', '--config', 'windows/vitest.config.ts'],
      ...(host ? ['build', 'frames', 'com-host'] : []),
    ],
    { cwd: inRepository('apps/edge-agent'), stdio: ['ignore', 'inherit', 'inherit'], reject: false },
  )
  return exitCode ?? 1
}

/** Installs the missing programs. Returns the names of those that could not be installed. */
async function ensurePrograms(): Promise<string[]> {
  const missing = requirements.filter(({ program }) => !isInstalled(program))
  if (missing.length > 0 && process.platform === 'linux' && process.arch === 'x64') {
    await installDebianPackages(missing.flatMap(({ packages }) => packages))
  }
  return missing.map(({ program }) => program).filter((program) => !isInstalled(program))
}

function isInstalled(program: string): boolean {
  // Debian's wine64 is not on the path.
  const folders = [...(process.env.PATH ?? '').split(path.delimiter), '/usr/lib/wine']
  return folders.some((folder) => existsSync(path.join(folder, program)))
}
