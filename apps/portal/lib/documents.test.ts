import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDocuments } from './documents.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'documents-'))
mkdirSync(path.join(folder, 'docs'))
writeFileSync(path.join(folder, 'llms.txt'), 'See {{BASE_URL}}/docs.')
writeFileSync(path.join(folder, 'docs/faults.md'), '# Faults')
const documents = openDocuments(folder, 'https://bridge.example')
const server = createServer((request, response) => {
  if (documents.has(request)) documents.send(request, response)
  else response.writeHead(418).end()
})
beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)))
afterAll(() => {
  server.closeAllConnections()
  server.close()
  rmSync(folder, { recursive: true })
})

function send(requestPath: string, init?: RequestInit): Promise<Response> {
  return fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${requestPath}`, init)
}

describe('openDocuments', () => {
  it.each(['gzip, deflate, br', 'identity', 'gzip;q=0'])(
    'sends a document with the public address to %s',
    async (accepted) => {
      const response = await send('/llms.txt', { headers: { 'Accept-Encoding': accepted } })
      expect(response.headers.get('content-encoding')).toBe(accepted.startsWith('gzip,') ? 'gzip' : null)
      expect(await response.text()).toBe('See https://bridge.example/docs.')
    },
  )

  it('lets proxies keep a document for a minute', async () => {
    const { headers } = await send('/docs/faults.md?download')
    expect(headers.get('content-type')).toBe('text/markdown; charset=utf-8')
    expect(headers.get('cache-control')).toBe('public, max-age=0, s-maxage=60')
    expect(headers.get('vary')).toBe('Accept-Encoding')
  })

  it('sends no body to HEAD, and none that the client has', async () => {
    const head = await send('/docs/faults.md', { method: 'HEAD' })
    expect([head.status, await head.text()]).toEqual([200, ''])
    const again = await send('/docs/faults.md', { headers: { 'If-None-Match': head.headers.get('etag') ?? '' } })
    expect([again.status, await again.text()]).toEqual([304, ''])
  })

  it.each([
    ['/docs', 'GET'],
    ['/llms.txt', 'POST'],
    ['/docs/../llms.txt/', 'GET'],
  ])('leaves %s to Next with %s', async (requestPath, method) => {
    expect((await send(requestPath, { method })).status).toBe(418)
  })

  it('has no documents without a build', () => {
    expect(openDocuments('/nowhere', '').has({ method: 'GET', url: '/llms.txt' })).toBe(false)
  })
})
