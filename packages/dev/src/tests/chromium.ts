import { existsSync } from 'node:fs'
import path from 'node:path'
import { execa } from 'execa'
import { inRepository } from '../files/repository.ts'
import { installDebianPackages } from '../machine/debian-packages.ts'

/** Chromium without its window, which takes half the processor time for a page. Debian's package has the same name. */
const shell = 'chromium-headless-shell'
const names = [shell, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']
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

/**
 * Finds Chromium's headless shell, or installs the system's package or Playwright's own Chromium. Without either, returns
 * another Chromium of this machine, or undefined.
 */
export async function ensureChromium(): Promise<string | undefined> {
  const found = await findChromium()
  if (found && (path.basename(found) === shell || process.platform !== 'linux')) return found
  process.stdout.write('Installing Chromium for the browser tests …\n')
  await installDebianPackages([shell])
  const installed = await findChromium()
  if (installed) return installed
  await execa(
    process.execPath,
    [inRepository('node_modules/playwright/cli.js'), 'install', '--with-deps', 'chromium'],
    { reject: false, stdin: 'ignore' },
  )
  return findChromium()
}
