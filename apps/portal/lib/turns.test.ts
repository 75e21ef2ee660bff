import type { ServerResponse } from 'node:http'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createTurns, memoryTurn, renderTurn, type Turn } from './turns.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

interface FakeResponse {
  destroyed: boolean
  status?: number
  headers?: Record<string, string>
}

/** Starts turns while the API is called, and records which requests got a response from a page. */
function setup() {
  const turns = createTurns()
  turns.yieldToApi()
  const served: string[] = []
  const request = (address: string, name: string, turn: Turn = memoryTurn) => {
    const response: FakeResponse = { destroyed: false }
    const fake = {
      writeHead(status: number, headers: Record<string, string>) {
        Object.assign(response, { status, headers })
        return fake
      },
      end: () => fake,
      get destroyed() {
        return response.destroyed
      },
    }
    turns.take({ address, response: fake as unknown as ServerResponse }, turn, () => {
      served.push(name)
      return turn
    })
    return response
  }
  return { turns, served, request }
}

function requestMany(request: (address: string, name: string) => FakeResponse, address: string, count: number) {
  return Array.from({ length: count }, (_, index) => request(address, `${address} ${index}`))
}

it('serves network addresses in turn', () => {
  const { served, request } = setup()
  for (const name of ['a1', 'a2', 'a3']) request('203.0.113.1', name)
  request('203.0.113.2', 'b1')
  vi.advanceTimersByTime(40)
  expect(served).toEqual(['a1', 'a2', 'b1'])
})

it('takes the addresses of an IPv6 network for one', () => {
  const { served, request } = setup()
  for (const host of [1, 2, 3]) request(`2001:db8::${host}`, `a${host}`)
  request('2001:db8:0:1::1', 'b1')
  vi.advanceTimersByTime(40)
  expect(served).toEqual(['a1', 'a2', 'b1'])
})

it('passes over visitors who have left', () => {
  const { served, request } = setup()
  request('203.0.113.1', 'a1')
  for (const name of ['a2', 'a3', 'a4']) request('203.0.113.1', name).destroyed = true
  request('203.0.113.1', 'a5')
  vi.advanceTimersByTime(20)
  expect(served).toEqual(['a1', 'a5'])
})

it('does not let other responses wait for rendered pages', () => {
  const { served, request } = setup()
  for (const name of ['r1', 'r2']) request('203.0.113.1', name, renderTurn)
  for (const name of ['a1', 'a2', 'a3']) request('203.0.113.2', name)
  vi.advanceTimersByTime(40)
  expect(served).toEqual(['r1', 'a1', 'a2', 'a3'])
  vi.advanceTimersByTime(1_960)
  expect(served.at(-1)).toBe('r2')
})

it('refuses requests of an address with many that wait after a second, and lets others wait', () => {
  const { served, request } = setup()
  const isRefused = ({ status }: FakeResponse) => status === 503
  const first = requestMany(request, '203.0.113.1', 1_200)
  const second = requestMany(request, '203.0.113.2', 1_200)
  const visitor = request('203.0.113.3', 'visitor')
  const last = first.at(-1)
  if (last) last.destroyed = true
  vi.advanceTimersByTime(999)
  expect([...first, ...second].some(isRefused)).toBe(false)
  vi.advanceTimersByTime(1)
  expect(first.filter(isRefused)).toHaveLength(1_200 - 501 - 1)
  expect(second.filter(isRefused)).toHaveLength(1_200 - 250)
  expect(first.find(isRefused)?.headers).toMatchObject({ 'Retry-After': '10', 'Cache-Control': 'no-store' })
  expect(served).toContain('visitor')
  expect(visitor.status).toBeUndefined()
})

it('lets rendered pages wait longer, and for longer after a call', () => {
  const { turns, served, request } = setup()
  vi.advanceTimersByTime(300)
  request('203.0.113.1', 'rendered', renderTurn)
  request('203.0.113.1', 'also rendered', renderTurn)
  request('203.0.113.2', 'from memory')
  expect(served).toEqual(['rendered', 'from memory'])
  vi.advanceTimersByTime(1_990)
  expect(served).toHaveLength(2)
  vi.advanceTimersByTime(10)
  expect(served.at(-1)).toBe('also rendered')
  turns.yieldToApi()
  vi.advanceTimersByTime(10_001)
  for (const name of ['r1', 'r2', 'r3']) request('203.0.113.1', name, renderTurn)
  expect(served.slice(-3)).toEqual(['r1', 'r2', 'r3'])
})
