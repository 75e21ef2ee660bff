import { defineConfig } from 'vitest/config'

/** What needs Wine: the crash test with QuickBooks behind COM, and the installed agent (`npm run test:windows`). */
export default defineConfig({
  test: {
    include: ['src/**/*.wine.ts'],
    fileParallelism: false,
    // Longer than two schedules of the crash test may take.
    testTimeout: 1_500_000,
    hookTimeout: 420_000,
  },
})
