import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
  request as sendRequest,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { openPrerenderedPages } from './prerendered-pages.ts'
import type { PrerenderedManifest, PrerenderedResource } from './prerendered-resource.ts'
import { hashScript } from './script-hashes.ts'
import { createTurns } from './turns.ts'

const page = '<html><script>start()</script></html>'
const folder = mkdtempSync(path.join(tmpdir(), 'prerendered-'))
let server: Server

beforeAll(async () => {
  const common = { status: 200, headers: {}, scriptHashes: [], hasBaseUrl: false }
  const resources: PrerenderedResource[] = [
    {
      ...common,
      path: '/docs/errors/-1',
      variant: 'page',
      file: 'page',
      type: 'text/html; charset=utf-8',
      scriptHashes: [hashScript('start()')],
    },
    { ...common, path: '/docs/errors/-1', variant: 'data', file: 'data', type: 'text/x-component' },
    { ...common, path: '/docs/errors/-1', variant: 'segment /_tree', file: 'tree', type: 'text/x-component' },
    { ...common, path: '/docs/removed', variant: 'page', file: 'removed', type: 'text/html' },
    { ...common, path: '/llms.txt', variant: 'page', file: 'llms', type: 'text/plain', hasBaseUrl: true },
  ]
  const bodies = { page, data: '0:data', tree: '0:tree', llms: 'See {{BASE_URL}}/docs.' }
  for (const [name, body] of Object.entries(bodies)) {
    writeFileSync(path.join(folder, name), body)
    writeFileSync(path.join(folder, `${name}.br`), brotliCompressSync(body))
    writeFileSync(path.join(folder, `${name}.gz`), gzipSync(body))
  }
  const manifest: PrerenderedManifest = { resources, errorPageHashes: ["'sha256-x'"] }
  writeFileSync(path.join(folder, 'manifest.json'), JSON.stringify(manifest))
  const colorSchemeHash = "'sha256-scheme'"
  const pages = openPrerenderedPages({
    folder,
    baseUrl: 'https://bridge.example',
    colorSchemeHash,
    turns: createTurns(),
  })
  server = createServer((request, response) => {
    if (!pages.serve(request, response, '203.0.113.7')) response.writeHead(418).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})

afterAll(() => {
  server.close()
  rmSync(folder, { recursive: true })
})

interface RawResponse {
  readonly status: number | undefined
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}

function send(url: string, headers: Record<string, string> = {}, method = 'GET'): Promise<RawResponse> {
  const { port } = server.address() as AddressInfo
  return new Promise((resolve, reject) => {
    const request = sendRequest({ host: '127.0.0.1', port, path: url, method, headers }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => {
        resolve({ status: response.statusCode, headers: response.headers, body: Buffer.concat(chunks) })
      })
    })
    request.on('error', reject).end()
  })
}

describe('openPrerenderedPages', () => {
  it('responds at once, and with pauses while the API is called', () => {
    vi.useFakeTimers()
    try {
      const turns = createTurns()
      const pages = openPrerenderedPages({ folder, baseUrl: 'https://bridge.example', colorSchemeHash: '', turns })
      let ended = 0
      const requestPages = (count: number) => {
        for (let each = 0; each < count; each++) {
          const request = { method: 'GET', url: '/docs/errors/-1', headers: {} } as IncomingMessage
          const response = { writeHead: () => response, end: () => (ended += 1) } as unknown as ServerResponse
          pages.serve(request, response, '203.0.113.7')
        }
      }
      requestPages(5)
      expect(ended).toBe(5)
      turns.yieldToApi()
      requestPages(3)
      expect(ended).toBe(6)
      vi.advanceTimersByTime(20)
      expect(ended).toBe(7)
      vi.advanceTimersByTime(20)
      expect(ended).toBe(8)
      vi.advanceTimersByTime(300)
      requestPages(5)
      expect(ended).toBe(13)
    } finally {
      vi.useRealTimers()
    }
  })

  it('serves a page under a policy with the hashes of its scripts and without a nonce', async () => {
    const { status, headers, body } = await send('/docs/errors/-1?status=400')
    expect({ status, body: body.toString() }).toEqual({ status: 200, body: page })
    expect(headers['content-security-policy']).toContain(`script-src 'self' 'sha256-scheme' ${hashScript('start()')}; `)
    expect(headers['content-security-policy']).not.toMatch(/nonce|script-src[^;]*unsafe/)
  })

  it.each([
    ['br', 'gzip, deflate, br', brotliDecompressSync],
    ['gzip', 'gzip, br;q=0', gunzipSync],
    [undefined, 'identity', (body: Buffer) => body],
  ])('sends %s to a client that accepts %s', async (encoding, accepted, decode) => {
    const { headers, body } = await send('/docs/errors/-1', { 'Accept-Encoding': accepted })
    expect(headers['content-encoding']).toBe(encoding)
    expect(headers.vary).toContain('Accept-Encoding')
    expect(decode(body).toString()).toBe(page)
  })

  it('sends nothing again that the client has', async () => {
    const { etag = '' } = (await send('/docs/errors/-1')).headers
    const again = await send('/docs/errors/-1', { 'If-None-Match': etag })
    expect([again.status, again.body.length]).toEqual([304, 0])
    expect((await send('/docs/errors/-1', { 'If-None-Match': etag, 'Accept-Encoding': 'br' })).status).toBe(200)
  })

  it('serves the data that the router requests', async () => {
    expect((await send('/docs/errors/-1?_rsc=x', { RSC: '1' })).body.toString()).toBe('0:data')
    const tree = await send('/docs/errors/-1', { RSC: '1', 'Next-Router-Segment-Prefetch': '/_tree' })
    expect(tree.body.toString()).toBe('0:tree')
  })

  it('writes the public address into texts', async () => {
    expect((await send('/llms.txt')).body.toString()).toBe('See https://bridge.example/docs.')
    const { body } = await send('/llms.txt', { 'Accept-Encoding': 'br' })
    expect(brotliDecompressSync(body).toString()).toBe('See https://bridge.example/docs.')
  })

  it('sends no body to HEAD', async () => {
    const { headers, body } = await send('/docs/errors/-1', {}, 'HEAD')
    expect([headers['content-length'], body.length]).toEqual([String(page.length), 0])
  })

  it('leaves other requests to Next', async () => {
    expect((await send('/docs/errors/none')).status).toBe(418)
    expect((await send('/docs/removed')).status).toBe(418)
    expect((await send('/docs/%E0%A4%A')).status).toBe(418)
    expect((await send('/docs/errors/-1', {}, 'POST')).status).toBe(418)
    expect((await send('/docs/errors/-1', { RSC: '1', 'Next-Router-Segment-Prefetch': '/other' })).status).toBe(418)
  })

  it('serves nothing without a build', () => {
    const turns = createTurns()
    const missing = openPrerenderedPages({ folder: '/nowhere', baseUrl: '', colorSchemeHash: '', turns })
    expect(missing.errorPageHashes).toEqual([])
  })
})
