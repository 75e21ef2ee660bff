import { existsSync } from 'node:fs'
import path from 'node:path'
import { inRepository } from './repository.ts'
import { run } from './run.ts'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']
const places = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

/** What a Chromium without a screen, without a network and possibly under root needs to run. */
export const chromiumArgs = [
  ...['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
  ...['--disable-background-networking', '--disable-component-update', '--disable-sync'],
]

/** The path of a Chromium on this machine, Playwright's own included; `undefined` when there is none. */
export async function findChromium(searchPath = process.env.PATH ?? ''): Promise<string | undefined> {
  const onPath = searchPath.split(path.delimiter).flatMap((folder) => names.map((name) => path.join(folder, name)))
  const { chromium } = await import('playwright')
  return [...onPath, ...places, chromium.executablePath()].find((file) => existsSync(file))
}

/** Finds Chromium, or installs it: Playwright's own, else the system's package. `undefined` when neither works. */
export async function ensureChromium(): Promise<string | undefined> {
  const found = await findChromium()
  if (found) return found
  process.stdout.write('Installing Chromium for the browser tests …\n')
  await run(process.execPath, [inRepository('node_modules/playwright/cli.js'), 'install', '--with-deps', 'chromium'])
  const own = await findChromium()
  if (own) return own
  const asRoot = process.getuid?.() === 0 ? [] : ['sudo', '-n']
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  for (const args of [
    ['apt-get', 'update', '-q'],
    ['apt-get', 'install', '-y', '-q', '--no-install-recommends', 'chromium'],
  ]) {
    const [command = '', ...rest] = [...asRoot, ...args]
    await run(command, rest, { env }).catch(() => undefined)
  }
  return findChromium()
}
