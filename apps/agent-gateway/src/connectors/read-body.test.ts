import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { expect, it, vi } from 'vitest'
import { readBody } from './read-body.ts'

const mebibyte = Buffer.alloc(1024 ** 2, 'a')

/** Returns a request whose body is this often one MiB. */
function createRequest(count: number): IncomingMessage {
  return Readable.from(Array.from({ length: count }, () => mebibyte)) as IncomingMessage
}

it('keeps 64 KiB of a body of 60 MiB that is longer than allowed, and reads it to its end', async () => {
  const request = createRequest(60)
  expect(await readBody(request, () => 1024 ** 2)).toEqual({ isTooLong: true, bytes: mebibyte.subarray(0, 64 * 1024) })
  expect(request.readableEnded).toBe(true)
})

it('returns a body of 60 MiB whose beginning allows it', async () => {
  const findBytesMax = vi.fn(() => 60 * 1024 ** 2)
  const { isTooLong, bytes } = await readBody(createRequest(60), findBytesMax)
  expect([isTooLong, bytes.length]).toEqual([false, 60 * 1024 ** 2])
  expect(findBytesMax).toHaveBeenCalledOnce()
})

it('ends the connection of a body without an end', async () => {
  await expect(readBody(createRequest(300), () => 0)).rejects.toThrow('The body is too long.')
})
