import { defineConfig } from 'vitest/config'

/** The tests running the installed agent under Wine: `npm run test:windows`. */
export default defineConfig({
  test: {
    include: ['test/**/*.wine.ts'],
    fileParallelism: false,
    testTimeout: 240_000,
    hookTimeout: 420_000,
  },
})
