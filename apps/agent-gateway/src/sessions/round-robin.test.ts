import { backgroundClient } from '@bridge/agent-protocol'
import { describe, expect, it } from 'vitest'
import { createSession, credential, never, submit } from '../../test/connector-session.ts'

const texts = new TextDecoder()

/** Submits writes, which travel separately, for the clients with these names: `a1` is client `a`'s first one. */
function submitAll(session: ReturnType<typeof createSession>, names: readonly string[]) {
  return names.map((name) => ({ name, outcomes: submit(session, 'write', name, name.slice(0, 1)) }))
}
/** Has the Web Connector respond to all waiting requests, and returns their names. */
async function takeAll(session: ReturnType<typeof createSession>): Promise<string[]> {
  const names: string[] = []
  while (session.hasWork) {
    const job = await session.takeRequest(never)
    names.push(texts.decode(job?.payload))
    await session.respond('<QBXML/>')
  }
  return names
}

describe('the requests that wait for a company file', () => {
  it.each([
    ['one after the other', ['a1', 'a2', 'a3'], ['a1', 'a2', 'a3']],
    ['in turns of the clients', ['a1', 'a2', 'a3', 'b1', 'b2', 'c1'], ['a1', 'b1', 'c1', 'a2', 'b2', 'a3']],
  ])('the requests that wait for a company file are sent %s', async (_, submitted, sent) => {
    const session = createSession(10)
    session.beginRun('t', credential)
    submitAll(session, submitted)
    expect(await takeAll(session)).toEqual(sent)
  })

  it('the requests that wait for a company file let a client that comes later take the next turn, and no more than that', async () => {
    const session = createSession(10)
    session.beginRun('t', credential)
    submitAll(session, ['a1', 'a2', 'a3', 'a4'])
    const first = await session.takeRequest(never)
    submitAll(session, ['b1', 'b2'])
    await session.respond('<QBXML/>')
    expect(texts.decode(first?.payload)).toBe('a1')
    expect(await takeAll(session)).toEqual(['b1', 'a2', 'b2', 'a3', 'a4'])
  })

  it('the requests that wait for a company file leave room for another client: the latest one of the client with the most is rejected', async () => {
    const session = createSession(3)
    session.beginRun('t', credential)
    const submitted = submitAll(session, ['a1', 'a2', 'a3', 'b1', 'b2', 'c1'])
    await session.journal.finished()
    const rejected = submitted.filter(({ outcomes }) => outcomes.length > 0)
    expect(rejected.map(({ name }) => name)).toEqual(['a2', 'a3', 'b2'])
    expect(rejected[0]?.outcomes).toMatchObject([{ sent: false, reason: 'busy' }])
    expect(await takeAll(session)).toEqual(['a1', 'b1', 'c1'])
  })

  it('the requests that wait for a company file put the service’s own behind those of all clients', async () => {
    const session = createSession(10)
    session.beginRun('t', credential)
    submit(session, 'write', 'own1', backgroundClient)
    submit(session, 'write', 'own2', backgroundClient)
    const first = await session.takeRequest(never)
    submitAll(session, ['a1', 'a2', 'b1'])
    await session.respond('<QBXML/>')
    expect(texts.decode(first?.payload)).toBe('own1')
    expect(await takeAll(session)).toEqual(['a1', 'b1', 'a2', 'own2'])
  })
})
