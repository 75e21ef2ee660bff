import path from 'node:path'
import { defineConfig } from 'vitest/config'
import config from './vitest.config.ts'

/** The tests that take minutes; those of browsers are in playwright.config.ts. */
export default defineConfig({
  ...config,
  test: {
    ...config.test,
    outputFile: { json: path.resolve('reports/slow.json') },
    include: ['**/*.slow.test.ts'],
    exclude: ['**/{node_modules,dist,.next}/**'],
  },
})
