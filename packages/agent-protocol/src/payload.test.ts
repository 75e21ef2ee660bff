import { gunzipSync, gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createPayloadCodec, PayloadTooLargeError, UnreadablePayloadError } from './payload.ts'

const codec = createPayloadCodec({
  gzip: async (bytes) => gzipSync(bytes),
  gunzip: async (bytes, maxBytes) => gunzipSync(bytes, { maxOutputLength: maxBytes }),
})

it('gzips only long text', async () => {
  expect(await codec.pack('<a/>')).toEqual(new TextEncoder().encode('<a/>'))
  const long = await codec.pack('<a/>'.repeat(2000))
  expect([...long.subarray(0, 2)]).toEqual([0x1f, 0x8b])
  expect(long.length).toBeLessThan(200)
})

it('unpacks every text that it packed', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'grapheme', maxLength: 9000 }), async (text) => {
      expect(await codec.unpack(await codec.pack(`<${text}`))).toBe(`<${text}`)
    }),
  )
})

it.each([
  ['bytes that are not UTF-8', Uint8Array.of(0x3c, 0xff)],
  ['broken gzip', Uint8Array.of(0x1f, 0x8b, 8, 0)],
  ['gzip of what is not UTF-8', new Uint8Array(gzipSync(Uint8Array.of(0xff)))],
])('rejects %s', async (_name, payload) => {
  await expect((async () => codec.unpack(payload))()).rejects.toThrow(UnreadablePayloadError)
})

it('accepts a text up to its limit, and inflates no more of a longer one', async () => {
  const unpack = async (payload: Uint8Array) => codec.unpack(payload, 1_000)
  const zipped = (length: number) => new Uint8Array(gzipSync('x'.repeat(length)))
  expect(await unpack(zipped(1_000))).toHaveLength(1_000)
  await expect(unpack(zipped(1_001))).rejects.toThrow(PayloadTooLargeError)
  await expect(unpack(new TextEncoder().encode('x'.repeat(1_001)))).rejects.toThrow(PayloadTooLargeError)
})
