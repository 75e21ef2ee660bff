import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { openPrerendered } from './prerendered.ts'
import { hashScript } from './script-hashes.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'build-'))
const routes = { '/docs/errors/-1': {}, '/docs/search-index.json': {}, '/_not-found': {} }
writeFileSync(path.join(folder, 'prerender-manifest.json'), JSON.stringify({ routes }))
mkdirSync(path.join(folder, 'server/app/docs/errors'), { recursive: true })
writeFileSync(path.join(folder, 'server/app/docs/errors/-1.html'), '<html><script>start()</script></html>')
writeFileSync(path.join(folder, 'server/app/_not-found.html'), '<html><script>lost()</script></html>')
const { findScriptHashes, errorPageHashes } = openPrerendered(folder)
afterAll(() => rmSync(folder, { recursive: true }))

describe('findScriptHashes', () => {
  it.each(['GET', 'HEAD'])('returns the hashes of a page for %s, whatever its parameters', (method) => {
    expect(findScriptHashes({ method, url: '/docs/errors/-1?status=400', headers: {} })).toEqual([
      hashScript('start()'),
    ])
  })

  it('returns none for the response of a route handler', () => {
    expect(findScriptHashes({ method: 'GET', url: '/docs/search-index.json', headers: {} })).toEqual([])
  })

  it.each([
    ['an unknown path', { method: 'GET', url: '/docs/errors/none', headers: {} }],
    ['the page for unknown paths', { method: 'GET', url: '/_not-found', headers: {} }],
    ['a path with invalid escapes', { method: 'GET', url: '/docs/%E0%A4%A', headers: {} }],
    ['another method', { method: 'POST', url: '/docs/errors/-1', headers: {} }],
    ['a server action', { method: 'GET', url: '/docs/errors/-1', headers: { 'next-action': 'x' } }],
  ])('returns nothing for %s', (_name, request) => {
    expect(findScriptHashes(request)).toBeUndefined()
  })
})

it('has the hashes of the pages for errors', () => {
  expect(errorPageHashes).toEqual([hashScript('lost()')])
})
