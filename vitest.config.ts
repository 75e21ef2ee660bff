import { readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const longest = ['crash.test.ts', 'query.differential.test.ts', 'ledger.test.ts', 'query.mutation.test.ts']

/** Starts with the slowest files, so that the run does not end with one worker busy and the others idle. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isLongest = ({ moduleId }: TestSpecification) => longest.includes(path.basename(moduleId))
    return [...sorted.filter(isLongest), ...sorted.filter((file) => !isLongest(file))]
  }
}

const { name, dependencies = {} } = JSON.parse(readFileSync('package.json', 'utf8'))
const isWholeRepository = name === 'bridge-service'

const needsDatabase = isWholeRepository || name === '@bridge/database' || '@bridge/database' in dependencies

/** Packages whose tests run longer than a second worker takes to load their imports. */
const largePackages = [
  'agent-gateway',
  'data-plane',
  'edge-agent',
  'emulator',
  'portal',
  'prove',
  'server',
  'translation',
]
const isLarge = isWholeRepository || largePackages.some((each) => name === `@bridge/${each}`)

declare module 'vitest' {
  interface ProvidedContext {
    /** Multiplies the amount of random input: 1, or 10 in `npm run test:nightly`. */
    scale: number
  }
}

export default defineConfig({
  // The same for every package, so that they share transformed sources.
  root: inRepository('.'),
  test: {
    dir: process.cwd(),
    outputFile: { json: path.resolve('reports/unit.json') },
    provide: { scale: Number(process.env.TEST_SCALE ?? 1) },
    experimental: { fsModuleCache: true, fsModuleCachePath: inRepository('node_modules/.cache/vitest') },
    include: ['**/*.test.{ts,tsx}'],
    exclude: ['**/node_modules/**', '**/dist/**', '**/.next/**', '**/*.slow.test.ts'],
    // First the clock, so that the databases have it too.
    globalSetup: [
      'packages/dev/src/tests/set-up-clock.ts',
      ...(needsDatabase ? ['packages/database/src/vitest-setup.ts'] : []),
    ].map(inRepository),
    pool: 'forks',
    // Files share their imports, which take longer to load than most tests to run. No test mocks a module, and each file
    // has its own database.
    isolate: false,
    maxWorkers: isLarge ? '100%' : 1,
    sequence: { sequencer: LongestFirst },
    // A net under tests that hang: on a machine with 30 tests at once, each takes thirty times as long.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // A condition has as long as its test almost has: the default of 1 s fails on a busy machine.
    expect: { poll: { timeout: 120_000 } },
    restoreMocks: true,
    unstubEnvs: true,
    // Programs started by tests compile the same modules.
    env: { NODE_ENV: 'test', NODE_COMPILE_CACHE: inRepository('node_modules/.cache/node') },
  },
})

function inRepository(file: string): string {
  return fileURLToPath(new URL(file, import.meta.url))
}
