import { afterEach, expect, it, vi } from 'vitest'
import { type EncodedText, encodeText, partBytes } from '../http/encoded-text.ts'
import { createUnsentBodies, type UnsentBodiesOptions } from './unsent-bodies.ts'

afterEach(() => vi.useRealTimers())

const size = 4 * partBytes
const body: EncodedText = encodeText('x'.repeat(size))
const limits = { bytesMax: 4 * size, bytesMaxOfOwner: 2 * size, idleMsMax: 60_000, waitMsMax: 30_000 }

function create(changed: Partial<UnsentBodiesOptions> = {}) {
  const dropped: string[] = []
  const bodies = createUnsentBodies({
    ...limits,
    onDrop: ({ owner, reason }) => dropped.push(`${owner}: ${reason}`),
    ...changed,
  })
  const ended: string[] = []
  const send = (owner: string, name = owner) => bodies.send({ owner, body, endConnection: () => ended.push(name) })
  return { ...bodies, send, sendBody: bodies.send, dropped, ended }
}

it('streams the parts of a body without a copy', async () => {
  const chunks: Uint8Array<ArrayBuffer>[] = []
  for await (const chunk of create().sendBody({ owner: 'a', body })) chunks.push(chunk)
  expect(chunks).toHaveLength(4)
  for (const [index, chunk] of chunks.entries()) expect(chunk).toBe(body.parts[index])
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
  const { sendBody } = create({ bytesMax: size - 1 })
  const stream = sendBody({ owner: 'a', body })
  await expect(new Response(stream).text()).rejects.toThrow('did not read')
})
