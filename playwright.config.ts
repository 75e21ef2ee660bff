import { defineConfig } from 'playwright/test'
import type { RunOptions } from './apps/portal/test/test.ts'
import { chromiumArgs, findChromium } from './packages/dev/src/tests/chromium.ts'

const executablePath = process.env.CHROMIUM_PATH ?? (await findChromium())
// Chromium does not run under libfaketime. Its pages get the moved clock instead.
const { LD_PRELOAD: library, ...browserEnvironment } = process.env

export default defineConfig<object, RunOptions>({
  testDir: 'apps/portal/e2e',
  projects: [
    // In one process: journeys expect to see changes within 3 seconds, on machines with few processors, too.
    { name: 'journeys', testMatch: '**/*.e2e.ts', testIgnore: '**/*.{slow,last,restart}.e2e.ts', workers: 1 },
    // Checks what all journeys have written.
    { name: 'last', testMatch: '**/*.last.e2e.ts', dependencies: ['journeys'] },
    // Kills the service that all others use.
    { name: 'restart', testMatch: '**/*.restart.e2e.ts', dependencies: ['last'] },
    { name: 'slow', testMatch: '**/*.slow.e2e.ts', fullyParallel: true },
  ],
  globalSetup: './packages/dev/src/tests/playwright-setup.ts',
  workers: 2,
  // A test that passes only the second time is reported as flaky.
  retries: 1,
  // Generous, for slow or busy machines.
  timeout: 240_000,
  expect: { timeout: 20_000 },
  reporter: 'list',
  outputDir: 'test-results',
  use: {
    movesClock: library !== undefined,
    runsEverything: Number(process.env.TEST_SCALE ?? 1) > 1,
    browserName: 'chromium',
    launchOptions: { args: chromiumArgs, env: browserEnvironment, ...(executablePath ? { executablePath } : {}) },
    trace: 'on-first-retry',
  },
})
