import { Hono } from 'hono'
import { expect, it } from 'vitest'
import { createOpenApi } from './openapi.ts'
import { serveOpenApi } from './serve-openapi.ts'

it('prints the document once, and does not send it again to a client that has it', async () => {
  let created = 0
  const app = new Hono().get(
    '/openapi.json',
    serveOpenApi(() => {
      created += 1
      return createOpenApi('https://bridge.test')
    }),
  )
  const first = await app.request('/openapi.json')
  const etag = first.headers.get('etag') ?? ''
  expect(await first.json()).toMatchObject({ openapi: '3.1.0' })
  expect(first.headers.get('content-type')).toBe('application/json; charset=utf-8')
  for (const sent of [etag, `W/${etag}`, `"other", ${etag}`]) {
    const again = await app.request('/openapi.json', { headers: { 'if-none-match': sent } })
    expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', etag])
  }
  expect((await app.request('/openapi.json', { headers: { 'if-none-match': '"other"' } })).status).toBe(200)
  expect(created).toBe(1)
})
