import { deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { readText, UnreadableBodyError } from './body.ts'

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

it.each([
  ['as HTTP defines it', deflateSync],
  ['without a zlib header, as .NET sends it', deflateRawSync],
])('reads deflate %s, and limits its size', async (_name, pack) => {
  const headers = { 'content-encoding': 'deflate' }
  for (const text of ['{"a":"ä"}', 'x'.repeat(100), ''])
    expect(await readText(post(pack(text), headers), 100)).toBe(text)
  await expect(readText(post(pack('x'.repeat(101)), headers), 100)).rejects.toThrow(/larger than 100 bytes/)
  const cut = pack('{"a":"ä"}').subarray(0, 6)
  await expect(readText(post(cut, headers), 100)).rejects.toBeInstanceOf(UnreadableBodyError)
})

it('reads plain and gzipped text', async () => {
  expect(await readText(post('{"a":"ä"}'), 100)).toBe('{"a":"ä"}')
  expect(await readText(post(gzipSync('{"a":"ä"}'), { 'content-encoding': 'gzip' }), 100)).toBe('{"a":"ä"}')
  expect(await readText(new Request('http://bridge.test/'), 100)).toBe('')
})

it('stops reading an endless body at the limit [dp-7.2:BAD_REQUEST]', async () => {
  const { state, stream } = endless(new Uint8Array(1_000))
  await expect(readText(post(stream), 10_000)).rejects.toBeInstanceOf(UnreadableBodyError)
  expect(state.pulled).toBeLessThan(15)
})

it('limits the inflated size of gzip data [dp-7.2:BAD_REQUEST]', async () => {
  const bomb = gzipSync(Buffer.alloc(1_000_000))
  expect(bomb.byteLength).toBeLessThan(10_000)
  await expect(readText(post(bomb, { 'content-encoding': 'gzip' }), 10_000)).rejects.toThrow(/larger than 10000 bytes/)
})

it('accepts a body of exactly the limit', async () => {
  expect(await readText(post('x'.repeat(100)), 100)).toHaveLength(100)
  await expect(readText(post('x'.repeat(101)), 100)).rejects.toBeInstanceOf(UnreadableBodyError)
})

it.each([
  ['is not gzip in spite of its header', 'plain', 'gzip'],
  ['is truncated gzip', gzipSync('x'.repeat(1_000)).subarray(0, 20), 'gzip'],
  ['has an unsupported encoding', 'plain', 'br'],
  ['is not UTF-8', new Uint8Array([0x7b, 0xff, 0x7d]), ''],
])('rejects a body that %s [dp-7.2:BAD_REQUEST]', async (_what, body, encoding) => {
  await expect(readText(post(body, { 'content-encoding': encoding }), 10_000)).rejects.toBeInstanceOf(
    UnreadableBodyError,
  )
})
