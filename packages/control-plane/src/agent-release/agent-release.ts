import { readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { maxSignedManifestBytes, parseSignedManifest, parseUpdateManifest, updatePath } from '@bridge/agent-protocol'
import type { ServerConfig } from '@bridge/platform/server-config'
import type { HttpBindings } from '@hono/node-server'
import { type Context, Hono } from 'hono'
import { z } from 'zod'
import { createFileHashes, type HashFile } from './file-hashes.ts'
import { sendFile } from './send-file.ts'

/** The Windows agent release offered by a deployment. */
export interface AgentRelease {
  readonly routes: Hono<{ Bindings: HttpBindings }>
  /** Returns the installer to download now; `undefined` without one. */
  findInstaller(): Promise<InstallerInfo | undefined>
  /** Returns the release that agents are offered now; `undefined` without one that can be read. */
  findOffered(): Promise<OfferedRelease | undefined>
}

/** An installer as people see it before they download it. */
export interface InstallerInfo {
  /** The file's name. */
  readonly name: string
  readonly bytes: number
  readonly sha256: string
  /** Unknown for an installer without its `.json`, as earlier releases have it. */
  readonly version: string | undefined
  /** The signer's name; null for an unsigned installer, `undefined` if it is unknown. */
  readonly signedBy: string | null | undefined
}

/** A release as people see it, who trust the server: only agents check its signature. */
export interface OfferedRelease {
  readonly version: string
  /** Whether agents leave it to a person, because QuickBooks asks its Admin again. */
  readonly asksAdmin: boolean
}

/** The installer in the release directory. */
const installer = 'bridge-agent-setup.exe'

/** What the build says about its installer, in `bridge-agent-setup.json`. */
const aboutSchema = z.object({
  version: z.string().max(40),
  sha256: z.string(),
  signedBy: z.string().max(200).nullable(),
})
const maxAboutBytes = 4 * 1024

/** A new release replaces the files: caches ask each time. */
const revalidated = { 'Cache-Control': 'no-cache' }

/**
 * Creates the agent's downloads and updates, mounted at the root. Without a directory, they do not exist.
 *
 * @throws {Error} if the directory does not exist
 */
export async function createAgentRelease({
  agentReleaseDir: root,
}: Pick<ServerConfig, 'agentReleaseDir'>): Promise<AgentRelease> {
  const routes = new Hono<{ Bindings: HttpBindings }>()
  const none = async () => undefined
  if (root === undefined) return { routes, findInstaller: none, findOffered: none }
  if (!(await isDirectory(root))) {
    throw new Error(`AGENT_RELEASE_DIR is not a directory: ${root}. Create it, or unset the variable.`)
  }
  const hashFile = createFileHashes()
  const hashInstaller = () => hashFile(path.join(root, installer)).catch(() => undefined)
  const notFound = (context: Context) => context.text('Not found', 404)

  const sendInstaller = async (context: Context<{ Bindings: HttpBindings }>, disposition: string) => {
    const sha256 = await hashInstaller()
    if (sha256 === undefined) return notFound(context)
    const headers = {
      ...revalidated,
      ETag: `"${sha256}"`,
      'Content-Type': 'application/vnd.microsoft.portable-executable',
      'Content-Disposition': disposition,
    }
    return (await sendFile(context, { root, name: installer, headers })) ?? notFound(context)
  }
  routes.get('/download/agent/windows', (context) => sendInstaller(context, `attachment; filename="${installer}"`))
  // Without a name in the header, the browser takes the one in the link, which may carry a pairing code.
  routes.get(`/download/agent/windows/${installer}`, (context) => sendInstaller(context, 'attachment'))
  routes.get('/download/agent/windows.sha256', async (context) => {
    const sha256 = await hashInstaller()
    return sha256 === undefined ? notFound(context) : context.text(`${sha256}  ${installer}\n`, 200, revalidated)
  })
  routes.get(updatePath, async (context) => {
    return (await sendFile(context, { root, name: 'stable.json', headers: revalidated })) ?? notFound(context)
  })
  routes.get('/agent/updates/files/:version{\\d+\\.\\d+\\.\\d+}/:name{[a-z0-9-]+\\.[a-z0-9]+}', async (context) => {
    const { version, name } = context.req.param()
    const headers = {
      'Cache-Control': 'public, max-age=31536000, immutable',
      'Content-Type': 'application/octet-stream',
    }
    return (await sendFile(context, { root: path.join(root, 'files', version), name, headers })) ?? notFound(context)
  })
  return {
    routes,
    findInstaller: () => readInstaller(root, hashFile),
    findOffered: () => readOffered(path.join(root, 'stable.json')),
  }
}

async function readInstaller(root: string, hashFile: HashFile): Promise<InstallerInfo | undefined> {
  const file = path.join(root, installer)
  const found = await stat(file).catch(() => undefined)
  if (!found?.isFile()) return undefined
  const sha256 = await hashFile(file)
  const about = await readAbout(path.join(root, installer.replace('.exe', '.json')))
  const { version, signedBy } = about?.sha256 === sha256 ? about : {}
  return { name: installer, bytes: found.size, sha256, version, signedBy }
}

async function readAbout(file: string): Promise<z.output<typeof aboutSchema> | undefined> {
  try {
    if ((await stat(file)).size > maxAboutBytes) return undefined
    return aboutSchema.safeParse(JSON.parse(await readFile(file, 'utf8'))).data
  } catch {
    return undefined
  }
}

async function readOffered(file: string): Promise<OfferedRelease | undefined> {
  const isSmall = await stat(file).then(
    ({ size }) => size <= maxSignedManifestBytes,
    () => false,
  )
  if (!isSmall) return undefined
  const signed = parseSignedManifest(await readFile(file, 'utf8'))
  const manifest = signed && parseUpdateManifest(Buffer.from(signed.manifest, 'base64').toString())
  return manifest && { version: manifest.version, asksAdmin: manifest.hosts === 'changed' }
}

async function isDirectory(file: string): Promise<boolean> {
  return stat(file).then(
    (found) => found.isDirectory(),
    () => false,
  )
}
