import { existsSync } from 'node:fs'
import path from 'node:path'
import { execa } from 'execa'
import { inRepository } from '../files/repository.ts'
import { installDebianPackages } from '../machine/debian-packages.ts'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']
const places = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

/** Arguments for headless Chromium without network access, possibly as root. */
export const chromiumArgs = [
  ...['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
  ...['--disable-background-networking', '--disable-component-update', '--disable-sync'],
]

/** Finds a Chromium on this machine, including Playwright's own. */
export async function findChromium(searchPath = process.env.PATH ?? ''): Promise<string | undefined> {
  const onPath = searchPath.split(path.delimiter).flatMap((folder) => names.map((name) => path.join(folder, name)))
  const { chromium } = await import('playwright')
  return [...onPath, ...places, chromium.executablePath()].find((file) => existsSync(file))
}

/** Finds Chromium, or installs Playwright's own or the system's package. Returns undefined when neither works. */
export async function ensureChromium(): Promise<string | undefined> {
  const found = await findChromium()
  if (found) return found
  process.stdout.write('Installing Chromium for the browser tests …\n')
  await execa(
    process.execPath,
    [inRepository('node_modules/playwright/cli.js'), 'install', '--with-deps', 'chromium'],
    { reject: false, stdin: 'ignore' },
  )
  const own = await findChromium()
  if (own) return own
  await installDebianPackages(['chromium'])
  return findChromium()
}
