import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { expect, it } from 'vitest'
import { renderToMemory } from './render-to-memory.ts'

const request = { url: '/sign-in?callbackUrl=%2Fdocs', headers: { rsc: '1' } }

it('returns status, headers and body of what is rendered', async () => {
  const rendered = await renderToMemory(async ({ method, url, headers }, response) => {
    response.setHeader('Vary', 'rsc')
    response.writeHead(404, { 'Content-Type': 'text/plain', Link: '<a>; rel="b: c"' })
    response.end(`${method} ${url} ${JSON.stringify(headers)} “”`)
  }, request)
  expect({ ...rendered, body: rendered.body.toString() }).toMatchObject({
    status: 404,
    headers: { vary: 'rsc', 'content-type': 'text/plain', link: '<a>; rel="b: c"' },
    body: 'GET /sign-in?callbackUrl=%2Fdocs {"rsc":"1"} “”',
  })
})

it('returns a long page that is written in parts', async () => {
  const parts = Array.from({ length: 30 }, (_, index) => `${index}`.repeat(100_000))
  const { body } = await renderToMemory((_request, response) => pipeline(Readable.from(parts), response), request)
  expect(body.toString()).toBe(parts.join(''))
})

it('fails if nothing is rendered', async () => {
  await expect(renderToMemory(async () => undefined, request)).rejects.toThrow('has not ended')
})
