import fc from 'fast-check'
import { expect, it } from 'vitest'
import { decodeFrame, encodeFrame } from './frame.ts'

it('encodes a four-byte header length, the header and the payload', () => {
  expect([...encodeFrame({ a: 1 }, Uint8Array.of(9, 8))]).toEqual([0, 0, 0, 7, ...Buffer.from('{"a":1}'), 9, 8])
})

it('decodes every frame that it encoded', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.string()), fc.uint8Array({ maxLength: 300 }), (header, payload) => {
      const frame = decodeFrame(encodeFrame(header, payload), 1_000_000)
      expect(frame?.header).toEqual(JSON.parse(JSON.stringify(header)))
      expect(frame?.payload).toEqual(payload)
    }),
  )
})

it('decodes a frame inside a larger buffer', () => {
  const frame = encodeFrame({ a: 'ü' }, Uint8Array.of(1))
  const larger = new Uint8Array(frame.length + 10)
  larger.set(frame, 7)

  expect(decodeFrame(larger.subarray(7, 7 + frame.length), 100)).toEqual({
    header: { a: 'ü' },
    payload: Uint8Array.of(1),
  })
})

it('decodeFrame never throws on arbitrary bytes', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 64 }), (bytes) => {
      const frame = decodeFrame(bytes, 32)
      expect(frame === undefined || frame.payload.length <= bytes.length).toBe(true)
    }),
  )
})

it('rejects a header over the limit', () => {
  expect(decodeFrame(encodeFrame({ a: 'x'.repeat(100) }, new Uint8Array()), 50)).toBeUndefined()
})
