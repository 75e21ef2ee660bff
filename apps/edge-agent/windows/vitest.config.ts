import { defineConfig } from 'vitest/config'

/** The tests running Windows programs, which need Wine and mingw-w64: `npm run test:windows`. */
export default defineConfig({
  test: {
    include: ['test/windows/**/*.wine.ts'],
    provide: { bits: 64 },
    // A Wine prefix takes hundreds of megabytes.
    fileParallelism: false,
    testTimeout: 120_000,
    hookTimeout: 300_000,
    // Programs stall under Wine now and then, unlike on Windows.
    retry: 1,
  },
})
