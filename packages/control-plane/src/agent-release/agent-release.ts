import { readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { maxSignedManifestBytes, parseSignedManifest, parseUpdateManifest, updatePath } from '@bridge/agent-protocol'
import type { ServerConfig } from '@bridge/platform/server-config'
import type { HttpBindings } from '@hono/node-server'
import { type Context, Hono } from 'hono'
import { createFileHashes } from './file-hashes.ts'
import { sendFile } from './send-file.ts'

/** The Windows agent release offered by a deployment. */
export interface AgentRelease {
  readonly routes: Hono<{ Bindings: HttpBindings }>
  /** Whether there is an installer to download. */
  readonly hasInstaller: boolean
  /** Returns the release that agents are offered now; `undefined` without one that can be read. */
  findOffered(): Promise<OfferedRelease | undefined>
}

/** A release as people see it, who trust the server: only agents check its signature. */
export interface OfferedRelease {
  readonly version: string
  /** Whether agents leave it to a person, because QuickBooks asks its Admin again. */
  readonly asksAdmin: boolean
}

/** The installer in the release directory. */
const installer = 'bridge-agent-setup.exe'

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
  if (root === undefined) return { routes, hasInstaller: false, findOffered: async () => undefined }
  if (!(await isKind(root, 'directory'))) {
    throw new Error(`AGENT_RELEASE_DIR is not a directory: ${root}. Create it, or unset the variable.`)
  }
  const hashFile = createFileHashes()
  const hashInstaller = () => hashFile(path.join(root, installer)).catch(() => undefined)
  const notFound = (context: Context) => context.text('Not found', 404)

  routes.get('/download/agent/windows', async (context) => {
    const sha256 = await hashInstaller()
    if (sha256 === undefined) return notFound(context)
    const headers = {
      ...revalidated,
      ETag: `"${sha256}"`,
      'Content-Type': 'application/vnd.microsoft.portable-executable',
      'Content-Disposition': `attachment; filename="${installer}"`,
    }
    return (await sendFile(context, { root, name: installer, headers })) ?? notFound(context)
  })
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
    hasInstaller: await isKind(path.join(root, installer), 'file'),
    findOffered: () => readOffered(path.join(root, 'stable.json')),
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

async function isKind(file: string, kind: 'file' | 'directory'): Promise<boolean> {
  const found = await stat(file).catch(() => undefined)
  return (kind === 'file' ? found?.isFile() : found?.isDirectory()) ?? false
}
