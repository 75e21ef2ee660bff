import { defineConfig } from 'vitest/config'

/** The crash test with QuickBooks behind COM, which needs Wine and mingw-w64: `npm run test:windows -- --host`. */
export default defineConfig({
  test: {
    include: ['src/**/*.wine.ts'],
    // Longer than two schedules may take.
    testTimeout: 1_500_000,
  },
})
