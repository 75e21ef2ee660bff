// Runs on a bare clone, before anything is installed: plain JavaScript, Node's own modules only.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { isInstalled, isSupported, nodeMinimum, shortHash } from './install-state.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
const stamp = path.join(root, 'node_modules', '.bridge-installed')

if (!isSupported(process.versions.node)) {
  fail(
    `Node ${process.versions.node} is too old: the Bridge Service needs Node ${nodeMinimum} or newer (https://nodejs.org).`,
  )
}
install()
// Everything above uses only Node's own modules.
const { register } = await import('tsx/esm/api')
register()
const { main } = await import('./src/main.ts')
await main(process.argv.slice(2))

function install() {
  const lock = readFileSync(path.join(root, 'package-lock.json'), 'utf8')
  const expected = shortHash(lock)
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === expected) return
  const startedAt = Date.now()
  const installedLock = path.join(root, 'node_modules', '.package-lock.json')
  const isFresh = !existsSync(installedLock)
  if (isFresh || !isInstalled(JSON.parse(lock), JSON.parse(readFileSync(installedLock, 'utf8')))) {
    process.stdout.write(`${isFresh ? 'Installing' : 'Updating'} dependencies …\n`)
    // Not `npm ci`, which fails where a registry lacks the optional package of some other platform.
    npm(['install', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error'])
    process.stdout.write(`✓ Dependencies installed (${((Date.now() - startedAt) / 1000).toFixed(1)} s)\n`)
  }
  writeFileSync(stamp, expected)
}

/** @param {string[]} args */
function npm(args) {
  const script = process.env.npm_execpath
  const isScript = script !== undefined && /npm-cli\.c?js$/.test(script)
  const { status } = spawnSync(isScript ? process.execPath : 'npm', isScript ? [script, ...args] : args, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: !isScript && process.platform === 'win32',
    // Older versions of npm run Prisma's install script, which would download an engine that the service does not need.
    env: { ...process.env, NODE_ENV: 'development', PRISMA_SCHEMA_ENGINE_BINARY: process.execPath },
  })
  if (status !== 0)
    fail('npm could not install the dependencies; its output is above. Check the network and try again.')
}

/** @param {string} line */
function fail(line) {
  process.stderr.write(`${line}\n`)
  process.exit(1)
}
