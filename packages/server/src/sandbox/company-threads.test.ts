import { parseRealmId, type RealmId } from '@bridge/agent-protocol'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createProcessorShare, shareWaitMsMax } from '../workers/processor-share.ts'
import type { CompanyCall, CompanyReply, CompanyThreadEvents } from './company-thread.ts'
import { createCompanyThreads } from './company-threads.ts'

// The timers of calls without a reply end with their test.
beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const response = { sent: true, lost: false, response: 'R' } as const

function toRealm(digit: number): RealmId {
  const id = parseRealmId(`100000000000000${digit}`)
  if (!id) throw new TypeError('not a realm id')
  return id
}

/** A thread that keeps its calls until the test replies. */
function openThreads({ threads = 1, callMsMax = 60_000, isLoaded = true, processors: atOnceMax = 99 } = {}) {
  let time = 0
  const processors = createProcessorShare({ atOnceMax, now: () => time })
  const started: { readonly events: CompanyThreadEvents; readonly calls: CompanyCall[]; isEnded: boolean }[] = []
  const files = createCompanyThreads({
    databaseUrl: 'postgresql://none',
    recordsMax: 10,
    logger: pino({ level: 'silent' }),
    processors,
    threads,
    callMsMax,
    now: () => time,
    start: (_data, events) => {
      const thread = { events, calls: [] as CompanyCall[], isEnded: false }
      started.push(thread)
      if (isLoaded) events.onReady()
      const end = () => {
        thread.isEnded = true
        events.onEnd(new Error('The thread ran out of memory.'))
      }
      return { post: (call) => thread.calls.push(call), kill: end, close: async () => end() }
    },
  })
  const reply = (thread: number, more: Partial<Omit<CompanyReply, 'number'>> = {}) => {
    const call = started[thread]?.calls.shift()
    if (call === undefined) throw new Error('The thread has no call.')
    const rest = { result: { value: response }, ms: 1, delayMs: 0, isIterating: false, ...more }
    started[thread]?.events.onReply({ number: call.number, ...rest })
  }
  const sets = () => started.map(({ calls }) => calls.map(({ rest }) => rest[0]))
  return { files, started, reply, sets, pass: (ms: number) => (time += ms) }
}

describe('company files in threads', () => {
  it('run the calls of a sandbox one after another, in their order', async () => {
    const { files, reply, sets } = openThreads()
    const outcomes = ['a', 'b'].map((set) => files.exchange(toRealm(1), set))
    expect(sets()).toEqual([['a']])
    reply(0)
    expect(sets()).toEqual([['b']])
    reply(0)
    expect(await Promise.all(outcomes)).toEqual([response, response])
  })

  it('pass the error of a call on to its caller', async () => {
    const { files, reply } = openThreads()
    const counted = files.countRecords(toRealm(1))
    reply(0, { result: { error: new Error('no connection'), isDatabaseAway: false } })
    await expect(counted).rejects.toThrow('no connection')
  })

  it('lose the calls of a thread that breaks, and go on with the others in its successor', async () => {
    const { files, started, reply, sets } = openThreads()
    const lost = files.exchange(toRealm(1), 'too large')
    const counted = files.countRecords(toRealm(2))
    const waiting = files.exchange(toRealm(1), 'small')
    started[0]?.events.onEnd(new Error('The thread ran out of memory.'))
    expect(await lost).toEqual({ sent: true, lost: true, reason: 'connection' })
    await expect(counted).rejects.toThrow('out of memory')
    expect(sets()[1]).toEqual(['small'])
    reply(1)
    expect(await waiting).toEqual(response)
  })

  it('replace a thread that works on a call for too long', async () => {
    const { files, started } = openThreads({ callMsMax: 1_000 })
    const slow = files.exchange(toRealm(1), 'endless')
    vi.advanceTimersByTime(999)
    expect(started[0]?.isEnded).toBe(false)
    vi.advanceTimersByTime(1)
    expect(await slow).toMatchObject({ lost: true })
    void files.exchange(toRealm(2), 'next')
    expect(started[1]?.calls).toHaveLength(1)
  })

  it('do not count the time in which a thread loads as that of its calls', async () => {
    const { files, started, reply } = openThreads({ callMsMax: 1_000, isLoaded: false })
    const early = files.exchange(toRealm(1), 'a')
    vi.advanceTimersByTime(30_000)
    expect(started[0]?.isEnded).toBe(false)
    started[0]?.events.onReady()
    vi.advanceTimersByTime(999)
    reply(0)
    expect(await early).toEqual(response)
    const slow = files.exchange(toRealm(1), 'endless')
    vi.advanceTimersByTime(1_000)
    expect(await slow).toMatchObject({ lost: true })
  })

  it('hold a late response back without delaying the next call', async () => {
    const { files, reply, sets } = openThreads()
    let isDone = false
    const late = files.exchange(toRealm(1), 'a').then(() => {
      isDone = true
    })
    void files.exchange(toRealm(1), 'b')
    reply(0, { delayMs: 5_000 })
    expect(sets()).toEqual([['b']])
    await vi.advanceTimersByTimeAsync(4_999)
    expect(isDone).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    await late
    expect(isDone).toBe(true)
  })

  it('start another thread only when one is busy, and move a sandbox away from busy ones', () => {
    const { files, reply, sets } = openThreads({ threads: 2 })
    void files.exchange(toRealm(1), 'light')
    reply(0)
    void files.exchange(toRealm(2), 'heavy')
    reply(0, { ms: 4_000 })
    void files.exchange(toRealm(2), 'heavy')
    void files.exchange(toRealm(1), 'light')
    expect(sets()).toEqual([['heavy'], ['light']])
  })

  it('keep a sandbox with its thread while a query has further pages, and when the thread is quiet again', () => {
    const { files, reply, sets, pass } = openThreads({ threads: 2 })
    void files.exchange(toRealm(1), 'page 1')
    reply(0, { isIterating: true })
    void files.exchange(toRealm(2), 'heavy')
    reply(0, { ms: 4_000 })
    void files.exchange(toRealm(1), 'page 2')
    expect(sets()).toEqual([['page 2']])
    reply(0)
    pass(60_000)
    void files.exchange(toRealm(1), 'light')
    expect(sets()).toEqual([['light']])
  })

  it('reset sandboxes in a separate thread, which no other call waits for', async () => {
    const { files, started, reply, sets } = openThreads()
    const reset = files.reset(toRealm(1), 'sample')
    void files.exchange(toRealm(1), 'a')
    void files.exchange(toRealm(2), 'b')
    expect(sets()).toEqual([['sample'], ['a', 'b']])
    reply(0, { result: { value: { records: 1, nextNumber: 2 } } })
    expect(await reset).toEqual({ records: 1, nextNumber: 2 })

    const broken = files.reset(toRealm(1), 'sample')
    started[0]?.events.onEnd(new Error('The thread ran out of memory.'))
    await expect(broken).rejects.toThrow('out of memory')
    expect(sets()[1]).toEqual(['a', 'b'])
  })

  it('keep others away from a sandbox that broke its thread', () => {
    const { files, started, sets } = openThreads({ threads: 2 })
    void files.exchange(toRealm(1), 'too large')
    started[0]?.events.onEnd(new Error('The thread ran out of memory.'))
    void files.exchange(toRealm(1), 'too large again')
    void files.exchange(toRealm(2), 'light')
    expect(sets().slice(1)).toEqual([['too large again'], ['light']])
  })

  it('compute for one sandbox with long calls at a time on two processors, and let short calls pass', () => {
    const { files, reply, sets } = openThreads({ threads: 2, processors: 1 })
    void files.exchange(toRealm(1), 'scan')
    reply(0, { ms: 900 })
    void files.exchange(toRealm(2), 'scan')
    reply(1, { ms: 900 })
    void files.exchange(toRealm(1), 'scan')
    void files.exchange(toRealm(2), 'next scan')
    void files.reset(toRealm(4), 'sample')
    void files.exchange(toRealm(3), 'short')
    expect(sets().flat().sort()).toEqual(['scan', 'short'])
    reply(0, { ms: 900 })
    expect(sets().flat().sort()).toEqual(['next scan', 'short'])
  })

  it('let a long call wait for others for a second at most', async () => {
    const { files, sets, pass } = openThreads({ processors: 1 })
    void files.reset(toRealm(1), 'sample')
    void files.reset(toRealm(2), 'empty')
    expect(sets()).toEqual([['sample']])
    pass(shareWaitMsMax)
    await vi.advanceTimersByTimeAsync(shareWaitMsMax)
    expect(sets()).toEqual([['sample', 'empty']])
  })

  it('count the calls of a sandbox as short again when they were short for some seconds', () => {
    const { files, reply, sets, pass } = openThreads({ processors: 1 })
    void files.exchange(toRealm(1), 'scan')
    reply(0, { ms: 900 })
    pass(5_000)
    void files.reset(toRealm(2), 'sample')
    void files.exchange(toRealm(1), 'short')
    expect(sets()).toEqual([['short'], ['sample']])
  })

  it('end their threads when they are closed', async () => {
    const { files, started } = openThreads()
    void files.exchange(toRealm(1), 'a')
    await files.close()
    expect(started.map(({ isEnded }) => isEnded)).toEqual([true])
  })
})
