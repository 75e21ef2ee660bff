import path from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const longest = ['crash.test.ts', 'query.differential.test.ts', 'ledger.test.ts', 'query.mutation.test.ts']

/** Begins with the files that take longest, so that nobody waits for one of them in the end. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isLongest = ({ moduleId }: TestSpecification) => longest.includes(path.basename(moduleId))
    return [...sorted.filter(isLongest), ...sorted.filter((file) => !isLongest(file))]
  }
}

export default defineConfig({
  test: {
    include: ['packages/**/*.test.{ts,tsx}', 'apps/**/*.test.{ts,tsx}'],
    exclude: ['**/node_modules/**', '**/dist/**', '**/.next/**'],
    globalSetup: ['packages/database/src/vitest-setup.ts'],
    pool: 'forks',
    // Files share what they import, which takes longer to load than most of them to run: none mocks a module, and each
    // has a database of its own.
    isolate: false,
    maxWorkers: '100%',
    sequence: { sequencer: LongestFirst },
    testTimeout: 60_000,
    hookTimeout: 60_000,
    restoreMocks: true,
    unstubEnvs: true,
    env: { NODE_ENV: 'test' },
  },
})
