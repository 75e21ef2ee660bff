import path from 'node:path'
import { debians } from '@bridge/edge-agent/testing/debian-wine'
import { execa } from 'execa'
import { inRepository } from '../files/repository.ts'
import { ensureDebian } from '../machine/debian-folder.ts'
import { ensurePrograms } from '../machine/debian-packages.ts'
import { hostRequirements, installerRequirements } from '../machine/windows-requirements.ts'
import { terminalProgress } from '../terminal/progress.ts'
import { defineCommand } from './command.ts'

export const command = defineCommand({
  options: { host: { type: 'boolean', default: false }, short: { type: 'boolean', default: false } },
  run: testWindows,
})

const screenRequirements = [
  { program: 'Xvfb', packages: ['xvfb'] },
  { program: 'import', packages: ['imagemagick'] },
] as const

interface Suite {
  readonly folder: string
  readonly config: string
  /** The suite's files, if the configuration has others. */
  readonly files?: string
}

const suites = {
  /** The agent's programs, each separate. */
  agent: { folder: 'apps/edge-agent', config: 'windows/vitest.config.ts' },
  /** The COM host again as a 32-bit program, and the choice between both. */
  bothBitnesses: { folder: 'apps/edge-agent', config: 'windows/vitest.32-bit.config.ts' },
  /** Writes through COM while its parts are killed. */
  crash: { folder: 'packages/prove', config: 'vitest.wine.config.ts', files: 'src/crash/' },
  /** The installed agent between an integration and QuickBooks. */
  chain: { folder: 'packages/prove', config: 'vitest.wine.config.ts', files: 'src/windows-chain/' },
} as const satisfies Record<string, Suite>

/** Names of the COM host's test files. */
const hostTests = ['build', 'frames', 'com-', 'verify'] as const

interface WindowsTestOptions {
  /** Runs only the tests for the COM host, and writes through it. */
  readonly host: boolean
  /** Runs only the tests for the 64-bit COM host, which need no other Debian. */
  readonly short?: boolean
  /** Whether a machine unable to run tests fails them, instead of skipping them. */
  readonly isRequired?: boolean
}

/**
 * `npm run test:windows`: builds the agent's Windows programs and runs them under Wine. Installs what they need where
 * it can, and is skipped elsewhere, unless `CI_WINE=1`. Where a Debian cannot be installed, only the tests needing it
 * are skipped. Returns the exit code.
 */
export async function testWindows({
  host,
  short = false,
  isRequired = process.env.CI_WINE === '1',
}: WindowsTestOptions): Promise<number> {
  const skip = (tests: string, reason: string): number => {
    process.stdout.write(`The tests of ${tests} ${isRequired ? 'failed' : 'were skipped'}: ${reason}.\n`)
    return isRequired ? 1 : 0
  }
  const missing = await terminalProgress.step('Wine and mingw-w64', () =>
    ensurePrograms(host || short ? hostRequirements : installerRequirements),
  )
  if (missing.length > 0) return skip('the Windows programs', `${missing.join(', ')} is not installed`)
  if (short) return runTests(suites.agent, hostTests)
  // It mostly waits for the network, which the other tests do not need.
  const preparing = prepareDebians(host)
  const codes = [await runTests(suites.agent, host ? hostTests : []), await runTests(suites.crash)]
  const obstacles = await terminalProgress.step('Debian 12 for both bitnesses, and Debian 13', () => preparing)
  const runUnless = async (obstacle: string | undefined, suite: Suite, tests: string): Promise<void> => {
    codes.push(obstacle === undefined ? await runTests(suite) : skip(tests, obstacle))
  }
  await runUnless(obstacles.bothBitnesses, suites.bothBitnesses, 'the 32-bit COM host')
  if (!host) await runUnless(obstacles.chain, suites.chain, 'the installed agent')
  return Math.max(...codes)
}

/** Why tests cannot run, if they cannot. */
interface Obstacles {
  readonly bothBitnesses: string | undefined
  readonly chain: string | undefined
}

/** Installs one after the other: apt and dpkg use a core each. */
async function prepareDebians(host: boolean): Promise<Obstacles> {
  const explain = (error: Error) => error.message
  const bothBitnesses = await prepareBothBitnesses().catch(explain)
  return { bothBitnesses, chain: host ? undefined : await prepareChain().catch(explain) }
}

/** Returns why the 32-bit COM host's tests cannot run, if they cannot. */
async function prepareBothBitnesses(): Promise<string | undefined> {
  const obstacle = await ensureDebian(debians.bothBitnesses)
  if (obstacle !== undefined) return obstacle
  // Some virtual machines refuse 32-bit programs, although their kernel would run them.
  const loader = path.join(debians.bothBitnesses.folder, 'lib/ld-linux.so.2')
  const { exitCode } = await execa(loader, ['--version'], { reject: false, stdin: 'ignore' })
  return exitCode === 0 ? undefined : 'this machine runs no 32-bit programs'
}

/** Returns why the installed agent's tests cannot run, if they cannot. */
async function prepareChain(): Promise<string | undefined> {
  const obstacle = await ensureDebian(debians.installedAgent)
  if (obstacle !== undefined) return obstacle
  const missing = await ensurePrograms(screenRequirements)
  return missing.length > 0 ? `${missing.join(', ')} is not installed` : undefined
}

/** Runs a suite's tests, or those in the named files. Returns the exit code. */
async function runTests({ folder, config, files }: Suite, names: readonly string[] = []): Promise<number> {
  const { exitCode } = await execa(
    process.execPath,
    [
      inRepository('node_modules/vitest/vitest.mjs'),
      'run',
      '--config',
      config,
      ...(files === undefined ? names : [files]),
    ],
    { cwd: inRepository(folder), stdio: ['ignore', 'inherit', 'inherit'], reject: false },
  )
  return exitCode ?? 1
}
