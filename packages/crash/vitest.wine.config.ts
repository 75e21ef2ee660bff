import { defineConfig } from 'vitest/config'

/** The crash test with QuickBooks behind COM, which needs Wine and mingw-w64: `npm run test:windows -- --host`. */
export default defineConfig({
  test: {
    include: ['src/**/*.wine.ts'],
    testTimeout: 480_000,
  },
})
