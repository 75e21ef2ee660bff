import { defineConfig } from 'vitest/config'
import config from './vitest.config.ts'

/** The COM host's tests again, with the 32-bit one, and the tests choosing between both. */
export default defineConfig({
  test: {
    ...config.test,
    include: ['test/windows/com-*.wine.ts', 'test/windows-both-bits/**/*.wine.ts'],
    provide: { bits: 32 },
  },
})
