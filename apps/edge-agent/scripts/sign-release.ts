import { createHash, createPrivateKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { compareVersions, manifestContext, parseUpdateManifest, type SignedManifest } from '@bridge/agent-protocol'
import { hostNames, isHost } from '../src/hosts/install-hosts.ts'
import { isVersion } from '../src/updates/versions.ts'

/** A release to be signed. */
export interface Release {
  /** The release directory, with the version's files in `files/<version>`. */
  readonly folder: string
  readonly version: string
  readonly minProtocol: number
  readonly rollout: number
  readonly notBefore: Date
  readonly expires: Date
  /** When it is signed. */
  readonly issued?: Date
  readonly isDowngrade?: boolean
}

/**
 * Describes and signs a release.
 *
 * @throws {Error} for a release agents would reject
 */
export async function signRelease(
  { folder, ...release }: Release,
  keyId: string,
  key: KeyObject,
): Promise<SignedManifest> {
  const source = join(folder, 'files', release.version)
  const names = (await readdir(source)).sort()
  const hosts = await compareHosts(folder, release.version)
  const files = await Promise.all(
    names.map(async (name) => ({
      name,
      url: `/agent/updates/files/${release.version}/${name}`,
      size: (await stat(join(source, name))).size,
      sha256: createHash('sha256')
        .update(await readFile(join(source, name)))
        .digest('hex'),
    })),
  )
  const text = JSON.stringify({ product: 'bridge-agent-windows', ...release, hosts, files })
  if (!parseUpdateManifest(text)) throw new Error(`Agents would reject this release: ${text}`)
  const signature = sign(null, Buffer.from(manifestContext + text), key)
  return { manifest: Buffer.from(text).toString('base64'), signature: signature.toString('base64'), keyId }
}

/**
 * Compares a version's COM hosts with those of the newest version before it in the release directory. Without one, they
 * count as changed. Returns `undefined` for a version without hosts.
 */
export async function compareHosts(folder: string, version: string): Promise<'kept' | 'changed' | undefined> {
  const names = (await readdir(join(folder, 'files', version))).filter(isHost)
  if (names.length === 0) return undefined
  const versions = await readdir(join(folder, 'files'))
  const [previous] = versions
    .filter((each) => isVersion(each) && compareVersions(each, version) < 0)
    .sort((left, right) => compareVersions(right, left))
  if (previous === undefined) return 'changed'
  const read = (from: string, name: string) => readFile(join(folder, 'files', from, name)).catch(() => undefined)
  const areKept = await Promise.all(
    names.map(async (name) => {
      const [before, after] = await Promise.all([read(previous, name), read(version, name)])
      return after !== undefined && before?.equals(after) === true
    }),
  )
  return areKept.every(Boolean) ? 'kept' : 'changed'
}

/** What each version needs: the launcher starts these programs, and the agent reads its keys. */
const versionFiles = ['agent.cjs', 'node.exe', 'qbevents.exe', ...hostNames, 'release-keys.json']

/**
 * Rejects a version without which installations would not start, or would not get another update.
 *
 * @throws {Error} naming the missing files
 */
export async function requireComplete(folder: string, version: string): Promise<void> {
  const names = await readdir(join(folder, 'files', version))
  const missing = versionFiles.filter((name) => !names.includes(name))
  if (missing.length > 0) throw new Error(`Version ${version} is incomplete: ${missing.join(', ')} is missing.`)
}

/** Reads an Ed25519 private key in PEM. */
export async function readPrivateKey(file: string): Promise<KeyObject> {
  const key = createPrivateKey(await readFile(file))
  if (key.asymmetricKeyType !== 'ed25519') throw new Error(`${file} is not an Ed25519 private key.`)
  return key
}

/** Creates a key: the private part in PEM, and the public part as the agent's release keys have it. */
export function createReleaseKey(): { readonly privatePem: string; readonly publicKey: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  return {
    privatePem: privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(),
    publicKey: publicKey.export({ format: 'der', type: 'spki' }).toString('base64'),
  }
}
