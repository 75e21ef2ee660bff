import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { sharedCacheControl } from './shared-cache-control.ts'

/** The documentation as Markdown, the files for language models, search engines and feed readers, and the API's descriptions. */
export interface Documents {
  has(request: Pick<IncomingMessage, 'method' | 'url'>): boolean
  /** Sends a known document. */
  send(request: IncomingMessage, response: ServerResponse): void
}

/** Marks the public address, which the build does not know. */
export const baseUrlPlaceholder = '{{BASE_URL}}'

/** Where the build puts the documents, relative to the portal's folder. */
export const documentsFolder = 'dist/documents'

const contentTypes: Readonly<Record<string, string>> = {
  '.atom': 'application/atom+xml; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.xml': 'application/xml; charset=utf-8',
  '.yaml': 'application/yaml; charset=utf-8',
}

interface LoadedDocument {
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
  readonly gzip: Buffer
}

/**
 * Opens the documents written by the build; without a folder there are none. Each is read when it is first requested, and
 * then kept.
 */
export function openDocuments(folder: string, baseUrl: string): Documents {
  const names = existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }) : []
  const paths = new Set(names.filter((name) => path.extname(name) in contentTypes).map(toPath))
  const loaded = new Map<string, LoadedDocument>()

  const load = (documentPath: string): LoadedDocument => {
    const text = readFileSync(path.join(folder, documentPath), 'utf8').replaceAll(baseUrlPlaceholder, baseUrl)
    const body = Buffer.from(text)
    const headers = {
      'Content-Type': contentTypes[path.extname(documentPath)] ?? 'application/octet-stream',
      'Cache-Control': sharedCacheControl,
      Vary: 'Accept-Encoding',
      ETag: `W/"${createHash('sha256').update(body).digest('base64url')}"`,
    }
    const document = { headers, body, gzip: gzipSync(body) }
    loaded.set(documentPath, document)
    return document
  }

  return {
    has: ({ method, url }) => (method === 'GET' || method === 'HEAD') && paths.has(getPath(url)),
    send(request, response) {
      const documentPath = getPath(request.url)
      const { headers, body, gzip } = loaded.get(documentPath) ?? load(documentPath)
      if (request.headers['if-none-match'] === headers.ETag) {
        response.writeHead(304, headers).end()
        return
      }
      const isCompressed = /\bgzip\b(?!; ?q=0)/.test(String(request.headers['accept-encoding']))
      const sent = isCompressed ? gzip : body
      response.writeHead(200, {
        ...headers,
        'Content-Length': sent.length,
        ...(isCompressed && { 'Content-Encoding': 'gzip' }),
      })
      response.end(request.method === 'HEAD' ? undefined : sent)
    },
  }
}

function toPath(name: string): string {
  return `/${name.split(path.sep).join('/')}`
}

function getPath(url = '/'): string {
  return url.split('?', 1)[0] ?? '/'
}
