import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { expect, it } from 'vitest'
import { readBodyBeginning, readBodyRest } from './read-body.ts'

const kibibyte = Buffer.alloc(1024, 'a')
const mebibyte = Buffer.alloc(1024 ** 2, 'a')

/** Returns a request whose body is this often the chunk, and counts what is read of it. */
function createRequest(chunk: Buffer, count: number) {
  let chunks = 0
  function* produce() {
    for (; chunks < count; chunks += 1) yield chunk
  }
  const request = Readable.from(produce(), { highWaterMark: 1 }) as IncomingMessage
  return { request, countChunks: () => chunks }
}

it('returns a short body as a whole', async () => {
  const { bytes, isWhole } = await readBodyBeginning(createRequest(kibibyte, 3).request)
  expect([bytes.length, isWhole]).toEqual([3 * 1024, true])
})

it('reads 8 KiB of a longer body, and leaves the rest in an open connection', async () => {
  const { request, countChunks } = createRequest(kibibyte, 300)
  const { bytes, isWhole } = await readBodyBeginning(request)
  expect([bytes.length, isWhole, request.destroyed]).toEqual([9 * 1024, false, false])
  expect(countChunks()).toBeLessThan(15)
})

it('returns a body of 60 MiB that is allowed', async () => {
  const beginning = await readBodyBeginning(createRequest(mebibyte, 60).request)
  expect((await readBodyRest(beginning, 60 * 1024 ** 2))?.length).toBe(60 * 1024 ** 2)
})

it('returns nothing of a body of 60 MiB that is longer than allowed, and reads it to its end', async () => {
  const { request } = createRequest(mebibyte, 60)
  expect(await readBodyRest(await readBodyBeginning(request), 1024 ** 2)).toBeUndefined()
  expect(request.readableEnded).toBe(true)
})

it('rejects a body without an end', async () => {
  const beginning = await readBodyBeginning(createRequest(mebibyte, 300).request)
  await expect(readBodyRest(beginning, 1024)).rejects.toThrow('The body is too long.')
})
