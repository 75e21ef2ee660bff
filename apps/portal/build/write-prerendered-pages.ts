// Collects what `next build` has rendered, with compressed forms and the hashes of inline scripts, and writes the
// documentation as Markdown. The server serves these files without Next.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import {
  manifestFile,
  type PrerenderedManifest,
  type PrerenderedResource,
  prerenderedFolder,
} from '../lib/prerendered-resource.ts'
import { hashInlineScripts } from '../lib/script-hashes.ts'
import { writeDocuments } from './documents.ts'
import type { UnwrittenResource } from './unwritten-resource.ts'

/** The file that Next writes next to a page. */
interface PageMeta {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly segmentPaths?: readonly string[]
}

const portalFolder = path.resolve(import.meta.dirname, '..')
const rendered = path.join(portalFolder, '.next/server/app')
const target = path.join(portalFolder, prerenderedFolder)
const dataType = 'text/x-component'
/** A higher quality takes minutes for a few percent. */
const brotliQuality = 5

rmSync(target, { recursive: true, force: true })
mkdirSync(target, { recursive: true })

const pages = readdirSync(rendered, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.html'))
  .map((file) => file.slice(0, -'.html'.length).split(path.sep).join('/'))
const errorPages = pages.filter((page) => page.startsWith('_'))
const resources = pages.filter((page) => !page.startsWith('_')).flatMap(readPage)
const files = ['docs/search-index.json', 'icon.svg'].map(readFile)
const documents = writeDocuments(resources)

const manifest: PrerenderedManifest = {
  resources: [...resources, ...files, ...documents].map(write),
  errorPageHashes: errorPages.flatMap((page) => hashInlineScripts(readText(`${page}.html`))),
}
writeFileSync(path.join(target, manifestFile), JSON.stringify(manifest))

/** Reads a page, its data, and the data of its segments. */
function readPage(page: string): UnwrittenResource[] {
  const { status = 200, headers = {}, segmentPaths = [] } = JSON.parse(readText(`${page}.meta`)) as PageMeta
  const stale = { 'x-nextjs-stale-time': headers['x-nextjs-stale-time'] ?? '300' }
  const common = { path: page === 'index' ? '/' : `/${page}`, status, hasBaseUrl: false }
  const data = { ...common, type: dataType }
  return [
    {
      ...common,
      variant: 'page',
      type: 'text/html; charset=utf-8',
      headers: { 'x-nextjs-prerender': '1', ...stale },
      body: readBody(`${page}.html`),
    },
    { ...data, variant: 'data', headers: { 'x-nextjs-prerender': '1', ...stale }, body: readBody(`${page}.rsc`) },
    ...segmentPaths.map(
      (segment): UnwrittenResource => ({
        ...data,
        variant: `segment ${segment}`,
        headers: { 'x-nextjs-prerender': '1', 'x-nextjs-postponed': '2' },
        body: readBody(`${page}.segments${segment}.segment.rsc`),
      }),
    ),
  ]
}

/** Reads the response of a route handler. */
function readFile(file: string): UnwrittenResource {
  const { headers = {} } = JSON.parse(readText(`${file}.meta`)) as PageMeta
  const type = headers['content-type'] ?? 'application/octet-stream'
  return {
    path: `/${file}`,
    variant: 'page',
    type,
    status: 200,
    headers: {},
    hasBaseUrl: false,
    body: readBody(`${file}.body`),
  }
}

function readBody(file: string): Buffer {
  return readFileSync(path.join(rendered, file))
}

function readText(file: string): string {
  return readBody(file).toString('utf8')
}

/** Writes the body under its hash, so that equal bodies are one file. */
function write({ body, ...resource }: UnwrittenResource): PrerenderedResource {
  const file = createHash('sha256').update(body).digest('hex').slice(0, 32)
  if (!existsSync(path.join(target, file))) writeBody(path.join(target, file), body, !resource.hasBaseUrl)
  const isPage = resource.type.startsWith('text/html')
  return { ...resource, file, scriptHashes: isPage ? hashInlineScripts(body.toString('utf8')) : [] }
}

function writeBody(file: string, body: Buffer, isCompressed: boolean): void {
  writeFileSync(file, body)
  if (!isCompressed) return
  writeFileSync(`${file}.br`, brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality } }))
  writeFileSync(`${file}.gz`, gzipSync(body))
}
