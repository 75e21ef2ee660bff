import { afterEach, expect, it, vi } from 'vitest'
import { chunkBytes, createUnsentBodies, type UnsentBodiesOptions } from './unsent-bodies.ts'

afterEach(() => vi.useRealTimers())

const size = 4 * chunkBytes
const limits = { bytesMax: 4 * size, bytesMaxOfOwner: 2 * size, idleMsMax: 60_000, waitMsMax: 30_000 }

function create(changed: Partial<UnsentBodiesOptions> = {}) {
  const dropped: string[] = []
  const bodies = createUnsentBodies({
    ...limits,
    onDrop: ({ owner, reason }) => dropped.push(`${owner}: ${reason}`),
    ...changed,
  })
  const ended: string[] = []
  const send = (owner: string, name = owner) =>
    bodies.send({ owner, bytes: new Uint8Array(size), endConnection: () => ended.push(name) })
  return { ...bodies, send, sendBytes: bodies.send, dropped, ended }
}

it('streams a body in chunks, none of which keeps the whole body in memory', async () => {
  const bytes = Uint8Array.from({ length: 10 * chunkBytes + 7 }, (_, index) => index % 251)
  const chunks: Uint8Array<ArrayBuffer>[] = []
  for await (const chunk of create().sendBytes({ owner: 'a', bytes })) chunks.push(chunk)
  expect(Buffer.concat(chunks).equals(bytes)).toBe(true)
  expect(Math.max(...chunks.map(({ buffer }) => buffer.byteLength))).toBe(chunkBytes)
})

it('makes the calls of an owner wait until its responses are read, and not those of others', async () => {
  const { send, untilRoom } = create()
  const [first] = [send('a'), send('a')]
  expect(untilRoom('b')).toBeUndefined()
  const waiting = untilRoom('a')
  expect(waiting).toBeInstanceOf(Promise)
  await new Response(first).arrayBuffer()
  await waiting
  expect(untilRoom('a')).toBeUndefined()
})

it('makes room when a client leaves', async () => {
  const { send, untilRoom } = create()
  const [first] = [send('a'), send('a')]
  const waiting = untilRoom('a')
  await first?.cancel()
  await waiting
  expect(untilRoom('a')).toBeUndefined()
})

it('refuses a call that has waited for too long [dp-7.2:RATE_LIMITED]', async () => {
  vi.useFakeTimers()
  const { send, untilRoom } = create()
  for (const _ of [1, 2]) send('a')
  const refused = untilRoom('a')?.catch((fault: unknown) => fault)
  vi.advanceTimersByTime(limits.waitMsMax)
  expect(await refused).toMatchObject({ code: 'RATE_LIMITED', retryAfterSeconds: 5 })
})

it('drops the oldest body of the owner with the most when all together have too much', () => {
  const { send, dropped, ended } = create()
  for (const name of ['b1', 'a1', 'a2', 'a3']) send(name.slice(0, 1), name)
  expect(ended).toEqual([])
  send('c')
  expect(ended).toEqual(['a1'])
  expect(dropped).toEqual(['a: memory'])
})

it('drops a body of which nothing was read for a minute, and no other', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { send, ended } = create()
  const read = send('a', 'read').getReader()
  send('a', 'unread')
  vi.advanceTimersByTime(limits.idleMsMax - 1)
  await read.read()
  vi.advanceTimersByTime(1)
  expect(ended).toEqual(['unread'])
})

it('ends the stream of a dropped body with an error if there is no connection', async () => {
  const { sendBytes } = create({ bytesMax: size - 1 })
  const stream = sendBytes({ owner: 'a', bytes: new Uint8Array(size) })
  await expect(new Response(stream).text()).rejects.toThrow('did not read')
})
