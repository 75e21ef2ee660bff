import { defineConfig } from 'playwright/test'
import config from './playwright.config.ts'

/** Writes a picture of every page in every state to `.bridge/screenshots`: `npm run screenshots`. */
export default defineConfig({
  ...config,
  projects: [{ name: 'screenshots', testMatch: '**/*.screenshots.ts' }],
  timeout: 900_000,
})
