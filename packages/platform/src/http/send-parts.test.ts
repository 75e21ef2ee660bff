import { afterEach, expect, it, vi } from 'vitest'
import { sendParts } from './send-parts.ts'
import { TextParts } from './text-parts.ts'

afterEach(() => vi.useRealTimers())

const body = new TextParts(['a'.repeat(40_000), 'é€😀'.repeat(10_000), 'c'])

function send() {
  const events: string[] = []
  const sent = sendParts(body, {
    maxIdleMs: 60_000,
    onEnd: () => events.push('end'),
    onIdle: () => events.push('idle'),
  })
  return { ...sent, events }
}

it('sends the parts of a text as UTF-8, and ends once', async () => {
  const { stream, events, drop } = send()
  const bytes = await new Response(stream).arrayBuffer()
  expect(bytes.byteLength).toBe(body.byteLength)
  expect(new TextDecoder().decode(bytes)).toBe(body.parts.join(''))
  drop()
  expect(events).toEqual(['end'])
})

it('encodes a part only when the client has read the previous one', async () => {
  const { stream, events } = send()
  const reader = stream.getReader()
  expect((await reader.read()).value).toHaveLength(40_000)
  expect(events).toEqual([])
  await reader.cancel()
  expect(events).toEqual(['end'])
})

it('ends when the client has read nothing for too long', async () => {
  vi.useFakeTimers()
  const { stream, events } = send()
  const reader = stream.getReader()
  vi.advanceTimersByTime(59_000)
  await reader.read()
  vi.advanceTimersByTime(59_000)
  expect(events).toEqual([])
  vi.advanceTimersByTime(1_000)
  expect(events).toEqual(['idle', 'end'])
  await expect(reader.read()).rejects.toThrow('did not read')
})

it('fails when it is dropped', async () => {
  const { stream, events, drop } = send()
  drop()
  await expect(new Response(stream).text()).rejects.toThrow()
  expect(events).toEqual(['end'])
})
