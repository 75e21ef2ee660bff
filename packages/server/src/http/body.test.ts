import { gzipSync } from 'node:zlib'
import { Fault } from '@bridge/faults'
import { expect, it } from 'vitest'
import { readBody } from './body.ts'

function post(body: string | Uint8Array | ReadableStream, headers: Record<string, string> = {}): Request {
  return new Request('http://bridge.test/', { method: 'POST', body, headers, duplex: 'half' } as RequestInit)
}

function endless(chunk: Uint8Array) {
  const state = { pulled: 0 }
  const stream = new ReadableStream<Uint8Array>({
    pull(controller) {
      state.pulled += 1
      controller.enqueue(chunk)
    },
  })
  return { state, stream }
}

const refusal = { code: 'BAD_REQUEST' }

it('reads plain and gzipped text', async () => {
  expect(await readBody(post('{"a":"ä"}'), 100)).toBe('{"a":"ä"}')
  expect(await readBody(post(gzipSync('{"a":"ä"}'), { 'content-encoding': 'gzip' }), 100)).toBe('{"a":"ä"}')
  expect(await readBody(new Request('http://bridge.test/'), 100)).toBe('')
})

it('stops reading an endless body at the limit [dp-7.2:BAD_REQUEST]', async () => {
  const { state, stream } = endless(new Uint8Array(1_000))
  await expect(readBody(post(stream), 10_000)).rejects.toMatchObject(refusal)
  expect(state.pulled).toBeLessThan(15)
})

it('counts what gzip inflates to [dp-7.2:BAD_REQUEST]', async () => {
  const bomb = gzipSync(Buffer.alloc(1_000_000))
  expect(bomb.byteLength).toBeLessThan(10_000)
  await expect(readBody(post(bomb, { 'content-encoding': 'gzip' }), 10_000)).rejects.toThrow(/larger than 10000 bytes/)
})

it('takes a body of exactly the limit', async () => {
  expect(await readBody(post('x'.repeat(100)), 100)).toHaveLength(100)
  await expect(readBody(post('x'.repeat(101)), 100)).rejects.toBeInstanceOf(Fault)
})

it.each([
  ['is not gzip although it says so', 'plain', 'gzip'],
  ['is gzip cut off', gzipSync('x'.repeat(1_000)).subarray(0, 20), 'gzip'],
  ['has an encoding that nobody reads', 'plain', 'br'],
  ['is not UTF-8', new Uint8Array([0x7b, 0xff, 0x7d]), ''],
])('refuses a body that %s [dp-7.2:BAD_REQUEST]', async (_what, body, encoding) => {
  await expect(readBody(post(body, { 'content-encoding': encoding }), 10_000)).rejects.toMatchObject(refusal)
})
