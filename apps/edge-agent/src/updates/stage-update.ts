import { createHash, type KeyObject, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { copyFile, mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { maxSignedManifestBytes, type UpdateFile, type UpdateManifest, updatePath } from '@bridge/agent-protocol'
import { lockFile } from '../files/file-lock.ts'
import { isHost } from '../hosts/install-hosts.ts'
import { readProgram } from '../hosts/windows-program.ts'
import { checkUpdate, type UpdateDecision } from './check-update.ts'
import { downloadFile } from './download-file.ts'
import { readBytes } from './read-bytes.ts'
import { describeCause, UpdateError } from './update-error.ts'
import { openVersionFiles, type VersionFiles } from './version-files.ts'
import { isVersion, readVersions, stageVersion } from './versions.ts'

/** Where an update comes from and where it goes. */
export interface UpdateOptions {
  /** The service's address. */
  readonly serviceUrl: string
  /** The folder with a folder for each version, and the `VersionFile` files. The COM hosts are next to it. */
  readonly folder: string
  readonly keys: ReadonlyMap<string, KeyObject>
  /** The protocol version the installed agent speaks. */
  readonly protocol: number
  readonly now: Date
  /** Stops the update, which can be repeated. */
  readonly signal?: AbortSignal
}

/** A version that can be activated, or the reason why none can. */
export type UpdateOutcome =
  | { readonly kind: 'staged'; readonly version: string }
  | Omit<Extract<UpdateDecision, { readonly kind: 'none' }>, 'manifest'>
  /** The current version has not connected yet, or has had no session with QuickBooks yet, as the previous one. */
  | { readonly kind: 'none'; readonly reason: 'on-trial' | 'no-session' }

/**
 * Reads the service's signed manifest and, if it has a version for this installation, puts the version's files into a
 * folder next to the current one. The current version is unchanged whatever happens.
 *
 * @throws {UpdateError} for an unacceptable manifest or file, and if the disk or the service fails
 */
export async function stageUpdate(options: UpdateOptions): Promise<UpdateOutcome> {
  const lock = await lockFile(join(options.folder, 'update.lock'))
  try {
    return await stage(options)
  } finally {
    await lock.release()
  }
}

async function stage(options: UpdateOptions): Promise<UpdateOutcome> {
  const { serviceUrl, folder, keys, protocol, now, signal } = options
  const files = openVersionFiles(folder)
  const versions = await readVersions(files)
  if (versions.previous !== undefined) return { kind: 'none', reason: 'on-trial' }
  if (versions.fallback !== undefined) return { kind: 'none', reason: 'no-session' }
  const decision = checkUpdate(await readText(new URL(updatePath, serviceUrl), signal), {
    keys,
    serviceUrl,
    installedVersion: versions.current,
    protocol,
    failedVersions: versions.failed,
    lastIssued: await readLastIssued(files),
    installationId: await getInstallationId(files),
    now,
  })
  if (decision.kind === 'rejected') throw new UpdateError(decision.problem)
  const { version, issued } = decision.manifest
  // Before anything is installed, so no older manifest is accepted after it.
  if (issued !== undefined) await files.write('manifest-issued', `${issued}\n`)
  if (decision.kind === 'none') return { kind: 'none', reason: decision.reason }
  if (versions.staged === version) return { kind: 'staged', version }
  try {
    // First, so no version is activated that is being removed.
    await files.remove('staged')
    await removeUnused(folder, versions.current)
    await collectFiles(options, versions.current, decision.manifest)
    await stageVersion(files, version)
  } catch (error) {
    await rm(join(folder, `${version}.part`), { recursive: true, force: true }).catch(() => undefined)
    if (error instanceof UpdateError) throw error
    throw new UpdateError(`Version ${version} could not be stored: ${describeCause(error)}.`)
  }
  return { kind: 'staged', version }
}

/** Returns when the latest accepted manifest was signed. A file without a time counts as none. */
async function readLastIssued(files: VersionFiles): Promise<string | undefined> {
  const issued = (await files.read('manifest-issued'))?.trim()
  return issued === undefined || Number.isNaN(Date.parse(issued)) ? undefined : issued
}

/** Returns the random ID deciding when a gradual release is installed here. */
async function getInstallationId(files: VersionFiles): Promise<string> {
  const known = (await files.read('installation-id'))?.trim()
  if (known) return known
  const created = randomUUID()
  await files.write('installation-id', `${created}\n`)
  return created
}

/** Reads a signed manifest, which has 64 KiB at most. */
async function readText(url: URL, signal: AbortSignal | undefined): Promise<string> {
  const parts: Uint8Array[] = []
  for await (const part of readBytes(url, maxSignedManifestBytes, signal)) parts.push(part)
  return Buffer.concat(parts).toString()
}

/** Removes the versions before the current one, a staged one, and what an interrupted update left. */
async function removeUnused(folder: string, current: string): Promise<void> {
  const names = await readdir(folder)
  const unused = names.filter((name) => name !== current && isVersion(name.replace(/\.part$/, '')))
  for (const name of unused) await rm(join(folder, name), { recursive: true, force: true })
}

/** Fills the version's folder, which gets its name once it is complete. */
async function collectFiles(
  { serviceUrl, folder, signal }: UpdateOptions,
  current: string,
  manifest: UpdateManifest,
): Promise<void> {
  const { version } = manifest
  const part = join(folder, `${version}.part`)
  await mkdir(part)
  for (const file of await selectFiles(manifest, dirname(folder))) {
    const destination = join(part, file.name)
    const installed = join(folder, current, file.name)
    // Most releases change only some of the files.
    if ((await hashFile(installed)) === file.sha256) await copyFlushed(installed, destination)
    else await downloadFile(serviceUrl, file, destination, signal)
  }
  await rename(part, join(folder, version))
}

/** Leaves out the hosts of the installation, which stay as they are; a missing or damaged one is delivered again. */
async function selectFiles({ files, hosts }: UpdateManifest, hostFolder: string): Promise<UpdateFile[]> {
  // A version of an earlier layout, as in a downgrade, has its own.
  if (hosts === undefined) return files
  const isNeeded = await Promise.all(
    files.map(async ({ name }) => !isHost(name) || (await readProgram(join(hostFolder, name))) === undefined),
  )
  return files.filter((_file, index) => isNeeded[index])
}

async function copyFlushed(source: string, destination: string): Promise<void> {
  await copyFile(source, destination)
  const handle = await open(destination, 'r+')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Returns a file's SHA-256 in lower-case hex, or `undefined` if it cannot be read. */
async function hashFile(file: string): Promise<string | undefined> {
  const hash = createHash('sha256')
  try {
    await pipeline(createReadStream(file), hash)
    return hash.digest('hex')
  } catch {
    return undefined
  }
}
