import { hashSecret, mintSecret } from '@bridge/database/secrets'
import { describe, expect, it } from 'vitest'
import { setupGateway } from '../../test/gateway-setup.ts'
import type { ScriptedAgent } from '../../test/scripted-agent.ts'

const read = { kind: 'read' } as const
const setup = setupGateway()

function session() {
  return setup.db.database.realmSession.findUniqueOrThrow({ where: { realmId: setup.realm.realmId } })
}
async function changes() {
  const rows = await setup.db.database.connectionChange.findMany({
    where: { realmId: setup.realm.realmId },
    orderBy: { id: 'asc' },
  })
  return rows.map(({ condition, companyFile, reason }) => [condition, companyFile, reason])
}
async function fail(agent: ScriptedAgent, hresult: string) {
  const outcome = setup.exchange('<read/>', read)
  const { id } = await agent.accept()
  const error = { hresult, message: 'QuickBooks said no.' }
  agent.send({ type: 'failed', id, outcome: { sent: false, reason: 'execution-error', error } })
  await outcome
}

describe('the history of a connection', () => {
  it('the history of a connection has each change of QuickBooks once', async () => {
    const agent = await setup.connect()
    const expected: unknown[] = [['ready', 'test.qbw', null]]
    const ready = { phase: 'ready', companyFile: 'test.qbw' } as const
    const steps = [
      [{ phase: 'app-not-open' }, ['quickbooks_closed', null, null]],
      [ready, ['ready', 'test.qbw', null]],
      [{ phase: 'ready' }, ['no_file', null, null]],
    ] as const
    for (const [desktop, change] of steps) {
      agent.send({ type: 'status', desktop })
      agent.send({ type: 'status', desktop })
      expected.push(change)
      await expect.poll(changes).toEqual(expected)
    }
    expect(await session()).toMatchObject({ condition: 'no_file', companyFile: null, phase: 'ready' })
  })

  it.each([
    ['0x8004040A', 'another_file'],
    ['0x80040414', 'dialog'],
    ['0x80040417', 'no_file'],
    ['0x80040418', 'not_authorized'],
    ['0x80040152', 'sdk_missing'],
    ['0x80040154', 'sdk_missing'],
    ['0x80080005', 'elevated'],
    ['0x80040416', 'quickbooks_closed'],
    ['0x8004041A', 'not_authorized'],
    ['0x80040409', 'quickbooks_error'],
    ['0x8004041B', 'quickbooks_error'],
    ['0x80004005', 'quickbooks_error'],
  ])(
    'the history of a connection has the obstacle of result %s until a response arrives: %s',
    async (hresult, condition) => {
      const agent = await setup.connect()
      await fail(agent, hresult)
      await fail(agent, hresult)
      await expect.poll(async () => (await session()).condition).toBe(condition)
      const reading = setup.exchange('<read/>', read)
      agent.respond((await agent.accept()).id, '<done/>')
      await reading
      await expect.poll(changes).toEqual([
        ['ready', 'test.qbw', null],
        [condition, 'test.qbw', null],
        ['ready', 'test.qbw', null],
      ])
    },
  )

  it.each([
    ['dialog-open', 'ready', 'dialog'],
    ['no-company-file', 'ready', 'no_file'],
    ['other-file', 'ready', 'another_file'],
    ['not-authorized', 'ready', 'not_authorized'],
    ['sdk-missing', 'app-not-open', 'sdk_missing'],
    ['other-session', 'app-not-open', 'other_session'],
    ['elevated', 'ready', 'elevated'],
    ['quickbooks-closed', 'ready', 'quickbooks_closed'],
    ['quickbooks-error', 'ready', 'quickbooks_error'],
    ['paused', 'app-not-open', 'paused'],
    ['disk-full', 'ready', 'disk_full'],
    ['responses-not-stored', 'ready', 'responses_not_stored'],
  ] as const)(
    'the history of a connection has the notice %s of the agent while QuickBooks is %s: %s',
    async (notice, phase, condition) => {
      const agent = await setup.connect()
      agent.send({ type: 'status', desktop: { phase, companyFile: 'test.qbw', notice } })
      await expect.poll(async () => (await session()).condition).toBe(condition)

      agent.send({ type: 'status', desktop: { phase: 'ready', companyFile: 'test.qbw' } })
      await expect.poll(changes).toEqual([
        ['ready', 'test.qbw', null],
        [condition, 'test.qbw', null],
        ['ready', 'test.qbw', null],
      ])
    },
  )

  it('ignores results that no one at the PC can change', async () => {
    const agent = await setup.connect()
    await fail(agent, '0x80040400')
    agent.send({ type: 'status', desktop: { phase: 'app-not-open' } })
    await expect.poll(changes).toEqual([
      ['ready', 'test.qbw', null],
      ['quickbooks_closed', null, null],
    ])
  })

  it('the history of a connection has the end of a socket and its reason', async () => {
    const agent = await setup.connect()
    agent.socket.close(1000, 'stopping')
    await expect.poll(changes).toEqual([
      ['ready', 'test.qbw', null],
      [null, null, 'stopping'],
    ])
    expect(await session()).toMatchObject({ phase: 'draining', endReason: 'stopping', endedAt: expect.any(Date) })
    const again = await setup.connect()
    expect(await session()).toMatchObject({ phase: 'ready', endReason: null, endedAt: null })
    again.socket.terminate()
    await expect.poll(async () => (await session()).endReason).toBe('lost')
  })

  it('the history of a connection has the end of a socket whose gateway ended without a word', async () => {
    const { realmId, tokenId: agentTokenId } = setup.realm
    const connectedAt = new Date('2026-03-02T08:00:00Z')
    const lastSeenAt = new Date('2026-03-02T09:00:00Z')
    const gone = { gatewayUrl: 'http://127.0.0.1:1', epoch: 1n, phase: 'ready', agentTokenId } as const
    await setup.db.database.realmSession.create({ data: { realmId, ...gone, connectedAt, lastSeenAt } })
    await setup.connect()
    const lost = await setup.db.database.connectionChange.findFirst({ where: { realmId, reason: 'lost' } })
    expect(lost).toMatchObject({ condition: null, at: lastSeenAt })
  })

  it('the history of a connection has the replacement of an agent by one with another token', async () => {
    const { database } = setup.db
    const older = await setup.connect()
    const token = mintSecret('svca_')
    const { realmId } = setup.realm
    await database.agentToken.create({ data: { realmId, label: 'second', tokenHash: hashSecret(token) } })
    const newer = await setup.gateway.connect({ ...setup.realm, token })
    expect((await older.closed).code).toBe(4001)
    expect(await session()).toMatchObject({ replacedAgent: true })
    newer.socket.close(1000)
    await expect.poll(async () => (await session()).phase).toBe('draining')
    expect(await changes()).toEqual([
      ['ready', 'test.qbw', null],
      ['ready', 'test.qbw', 'replaced'],
      [null, null, 'stopping'],
    ])
    await setup.connect()
    expect(await session()).toMatchObject({ replacedAgent: false })
  })

  it('the history of a connection does not count the new socket of the same agent as a replacement', async () => {
    await setup.connect()
    await setup.connect()
    expect(await session()).toMatchObject({ replacedAgent: false })
    expect(await changes()).toEqual([
      ['ready', 'test.qbw', null],
      ['ready', 'test.qbw', null],
    ])
  })
})
