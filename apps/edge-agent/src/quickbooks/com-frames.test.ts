import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type ComFrame, ComFrameTooLargeError, createComFrameReader, encodeComFrame } from './com-frames.ts'

const frames = fc.array(
  fc.record({
    id: fc.integer({ min: 1, max: 999_999_999 }),
    word: fc.constantFrom('ok', 'failed', 'call'),
    parts: fc.array(fc.string({ unit: 'binary' }), { maxLength: 8 }),
  }),
)

function readAll(chunks: readonly Buffer[]): ComFrame[] {
  const read: ComFrame[] = []
  const reader = createComFrameReader((frame) => read.push(frame))
  for (const chunk of chunks) reader(chunk)
  return read
}

it('reads the frames that were written, wherever the stream is cut', () => {
  fc.assert(
    fc.property(frames, fc.integer({ min: 1, max: 50 }), (written, size) => {
      const stream = Buffer.concat(written.flatMap(encodeComFrame))
      const chunks = Array.from({ length: Math.ceil(stream.length / size) }, (_, index) =>
        stream.subarray(index * size, (index + 1) * size),
      )
      expect(readAll(chunks)).toEqual(written)
    }),
  )
})

it('counts bytes, not characters', () => {
  const [header] = encodeComFrame({ id: 3, word: 'call', parts: ['OpenConnection2', 's漢字 😀'] })
  expect(header?.toString()).toBe('3 call 15 12\n')
})

it('refuses to write more parts than a host reads', () => {
  const parts = Array.from({ length: 9 }, () => '')
  expect(() => encodeComFrame({ id: 1, word: 'call', parts })).toThrow(ComFrameTooLargeError)
})

it('waits for the rest of a frame', () => {
  expect(readAll([Buffer.from('1 ok 5\nabc')])).toEqual([])
})
