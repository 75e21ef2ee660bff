import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createSession, credential, never, settle, submit } from '../../test/connector-session.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('the run of a Web Connector', () => {
  it('gives a call that is held open the next request, in order', async () => {
    const session = createSession()
    session.beginRun('t', credential)
    const asked = session.takeRequest(never)
    submit(session, 'write')
    submit(session)
    expect((await asked)?.call.kind).toBe('write')
    await session.respond('<QBXML/>')
    expect((await session.takeRequest(never))?.call.kind).toBe('read')
  })

  it('ends a call that is held open when it is released', async () => {
    const session = createSession()
    session.beginRun('t', credential)
    const released = new AbortController()
    const asked = session.takeRequest(never, released.signal)
    released.abort()
    expect(await asked).toBeUndefined()
    submit(session)
    expect(await session.takeRequest(never)).toBeDefined()
  })

  it('holds a call for 5 seconds after its last request, the next one for 25, and ends', async () => {
    const session = createSession()
    session.beginRun('t', credential)
    expect(session.expectsWork).toBe(true)
    let isAnswered = false
    const asked = session.takeRequest(never).finally(() => {
      isAnswered = true
    })
    await vi.advanceTimersByTimeAsync(4_999)
    expect(isAnswered).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    expect(await asked).toBeUndefined()
    expect([session.expectsWork, session.isIdle]).toEqual([false, false])
    const waited = session.waitForWork(never)
    await vi.advanceTimersByTimeAsync(24_999)
    expect(session.isIdle).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    await waited
    expect(session.isIdle).toBe(true)
  })

  it('holds a call for 25 seconds at most', async () => {
    const session = createSession(2, { idleMs: 600_000 })
    session.beginRun('t', credential)
    let isAnswered = false
    const asked = session.takeRequest(never).finally(() => {
      isAnswered = true
    })
    await vi.advanceTimersByTimeAsync(24_999)
    expect(isAnswered).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    expect(await asked).toBeUndefined()
  })

  it('keeps a request in the queue if the call ended before', async () => {
    const session = createSession()
    session.beginRun('t', credential)
    const ended = new AbortController()
    const asked = session.takeRequest(ended.signal)
    ended.abort()
    expect(await asked).toBeUndefined()
    const outcomes = submit(session)
    await settle()
    expect([outcomes, session.hasWork]).toEqual([[], true])
    expect(await session.takeRequest(never)).toBeDefined()
  })

  it('the run of a Web Connector is silent 100 seconds after its last call, and 5 minutes after QuickBooks got a request', async () => {
    const session = createSession()
    session.beginRun('t', credential)
    await vi.advanceTimersByTimeAsync(100_000)
    expect(session.isSilent()).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    expect(session.isSilent()).toBe(true)
    session.endRun()
    session.beginRun('u', credential)
    submit(session)
    await session.takeRequest(never)
    await vi.advanceTimersByTimeAsync(300_000)
    expect(session.isSilent()).toBe(false)
  })
})

describe('a request to a Web Connector', () => {
  it('a request to a Web Connector is lost 4 minutes after it was submitted, if it was handed over [dp-7.2:AGENT_TIMEOUT] [dp-8:14]', async () => {
    const session = createSession()
    session.beginRun('t', credential)
    const [sent, waiting] = [submit(session), submit(session)]
    await session.takeRequest(never)
    await vi.advanceTimersByTimeAsync(240_000)
    expect(sent).toEqual([{ sent: true, lost: true, reason: 'timeout' }])
    expect(waiting).toEqual([expect.objectContaining({ sent: false, reason: expect.stringMatching(/busy|deadline/) })])
    expect(submit(session)).toEqual([expect.objectContaining({ sent: false, reason: 'busy' })])
  })

  it('a request to a Web Connector is not sent 4 minutes after it was submitted, and says when the next poll is due', async () => {
    const session = createSession()
    const outcomes = submit(session)
    await vi.advanceTimersByTimeAsync(235_000)
    session.recordPoll(15_000)
    await vi.advanceTimersByTimeAsync(5_000)
    expect(outcomes).toEqual([{ sent: false, reason: 'deadline', retryAfterMs: 10_000 }])
  })

  it('a request to a Web Connector is rejected while too many wait', () => {
    const session = createSession()
    expect([submit(session), submit(session), submit(session)]).toEqual([
      [],
      [],
      [{ sent: false, reason: 'busy', retryAfterMs: 15_000 }],
    ])
  })

  it('waits for the next run where a run ends, and is not sent where the session ends', async () => {
    const session = createSession()
    session.beginRun('t', credential)
    const [sent, waiting] = [submit(session), submit(session)]
    await session.takeRequest(never)
    session.endRun()
    expect([sent, waiting]).toEqual([[{ sent: true, lost: true, reason: 'connection' }], []])
    session.close('offline')
    expect(waiting).toEqual([{ sent: false, reason: 'offline' }])
  })

  it('finds a Web Connector live for twice the time between its polls, and for 4 minutes at most', async () => {
    const session = createSession()
    await vi.advanceTimersByTimeAsync(30_001)
    expect(session.isSilent()).toBe(true)
    session.recordPoll(600_000)
    await vi.advanceTimersByTimeAsync(240_000)
    expect(session.isSilent()).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    expect(session.isSilent()).toBe(true)
  })
})
