import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startProposals, type TestProposals } from '../proposals.fixture.ts'

const minuteMs = 60_000

let test: TestProposals
beforeAll(async () => {
  test = await startProposals()
})
afterAll(() => test.stop())
beforeEach(() => {
  test.desktop.clearFailures()
  return test.setMode('write')
})

function countInvoices() {
  return test.desktop.count('Invoice', '<InvoiceRet>')
}

describe('a commit', () => {
  it('posts once, however often it is repeated', async () => {
    const { proposals, host, propose, createInvoice, database } = test
    const before = await countInvoices()
    const { proposal } = await propose(await createInvoice())
    const first = await proposals.commitForHost(host, proposal.id)
    expect(first).toMatchObject({ kind: 'sent', outcome: { posted: 'done', recordId: expect.any(String) } })
    const repeats = await Promise.all([1, 2, 3].map(() => proposals.commitForHost(host, proposal.id)))
    expect(repeats).toEqual([1, 2, 3].map(() => ({ kind: 'sent', outcome: first.kind === 'sent' && first.outcome })))
    expect(await countInvoices()).toBe(before + 1)
    expect(await database.mcpProposalContent.count({ where: { proposalId: proposal.id } })).toBe(0)
    const events = await database.auditEvent.findMany({ where: { action: { startsWith: 'mcp.' } } })
    expect(events.map(({ action }) => action).sort()).toEqual(['mcp.commit', 'mcp.propose'])
    expect(events[0]?.details).toMatchObject({ host: 'Claude', entity: 'Invoice', operation: 'create' })
  })

  it('posts nothing twice after a lost response, also when its time is over', async () => {
    const { desktop, proposals, host, propose, createInvoice, pass } = test
    const before = await countInvoices()
    const { proposal } = await propose(await createInvoice())
    desktop.fail('write', 'lost after')
    expect(await proposals.commitForHost(host, proposal.id)).toMatchObject({ outcome: { posted: 'unknown' } })
    expect(await proposals.findOutcome(host.realmId, proposal.id)).toEqual({ posted: 'unknown' })
    pass(16 * minuteMs)
    expect(await proposals.commitForHost(host, proposal.id)).toMatchObject({ outcome: { posted: 'done' } })
    expect(await countInvoices()).toBe(before + 1)
  })

  it('can be repeated while nothing was sent, until its time is over', async () => {
    const { desktop, proposals, host, propose, createInvoice, pass } = test
    const { proposal } = await propose(await createInvoice())
    desktop.fail('write', 'offline')
    const failed = await proposals.commitForHost(host, proposal.id)
    expect(failed).toMatchObject({ outcome: { posted: 'not_sent' }, response: { status: 503 } })
    pass(16 * minuteMs)
    expect(await proposals.commitForHost(host, proposal.id)).toMatchObject({ kind: 'refused', reason: 'expired' })
  })

  it('is refused for a forged ID, another host, another user and another company file', async () => {
    const { bridge, proposals, host, propose, createInvoice } = test
    const before = await countInvoices()
    const { proposal } = await propose(await createInvoice())
    const [sandbox] = await bridge.database.realm.findMany({ where: { kind: 'sandbox' } })
    const attempts = [
      proposals.commitForHost(host, randomUUID()),
      proposals.commitForHost(host, `${proposal.id}' OR ''='`),
      proposals.commitForHost({ ...host, clientId: 'svcc_other' }, proposal.id),
      proposals.commitForHost({ ...host, userId: 'other' }, proposal.id),
      proposals.commitForHost({ ...host, realmId: sandbox?.id as typeof host.realmId }, proposal.id),
    ]
    for (const attempt of attempts) expect(await attempt).toMatchObject({ kind: 'refused', reason: 'not_found' })
    expect(await countInvoices()).toBe(before)
  })

  it('is refused after a rejection and after 15 minutes', async () => {
    const { proposals, host, member, propose, createInvoice, pass } = test
    const before = await countInvoices()
    const { proposal: rejected } = await propose(await createInvoice())
    expect(await proposals.reject(member, rejected.id)).toBe(true)
    expect(await proposals.commitForHost(host, rejected.id)).toMatchObject({ kind: 'refused', reason: 'rejected' })
    const { proposal: old } = await propose(await createInvoice())
    pass(15 * minuteMs)
    expect(await proposals.commitForHost(host, old.id)).toMatchObject({ kind: 'refused', reason: 'expired' })
    expect(await proposals.reject(member, old.id)).toBe(false)
    expect(await countInvoices()).toBe(before)
  })

  it('of a host waits for a person in the mode `propose`, who commits in the portal', async () => {
    const { proposals, host, member, propose, createInvoice, setMode } = test
    await setMode('propose')
    const { proposal } = await propose(await createInvoice())
    expect(await proposals.commitForHost(host, proposal.id)).toEqual({ kind: 'needs-person' })
    expect(await proposals.commitForMember(member, proposal.id)).toMatchObject({ outcome: { posted: 'done' } })
    expect(await proposals.commitForHost(host, proposal.id)).toMatchObject({
      kind: 'sent',
      outcome: { posted: 'done' },
    })
  })

  it.each(['off', 'read'] as const)('is refused once the mode is `%s`', async (mode) => {
    const { proposals, host, member, propose, createInvoice, setMode } = test
    const { proposal } = await propose(await createInvoice())
    await setMode(mode)
    expect(await proposals.commitForHost(host, proposal.id)).toMatchObject({ kind: 'refused', reason: 'mode' })
    expect(await proposals.commitForMember(member, proposal.id)).toMatchObject({ kind: 'refused', reason: 'mode' })
  })

  it('is refused if QuickBooks would get something else than was shown', async () => {
    const { database, proposals, host, propose, createInvoice } = test
    const before = await countInvoices()
    const { proposal, preview } = await propose(await createInvoice({ DocNumber: 'S-1' }))
    const other = { ...preview, qbxml: preview.qbxml.replace('S-1', 'S-2') }
    await database.mcpProposalContent.update({
      where: { proposalId: proposal.id },
      data: { preview: JSON.parse(JSON.stringify(other)) },
    })
    expect(await proposals.commitForHost(host, proposal.id)).toMatchObject({
      kind: 'refused',
      reason: 'changed',
      outcome: { posted: 'not_sent' },
    })
    expect(await countInvoices()).toBe(before)
  })
})

describe('a deletion', () => {
  async function proposeDeletion() {
    const { proposals, host, propose, createInvoice } = test
    const { proposal } = await propose(await createInvoice({ DocNumber: 'D-1' }))
    const committed = await proposals.commitForHost(host, proposal.id)
    const id = committed.kind === 'sent' ? (committed.outcome.recordId ?? '') : ''
    return { id, ...(await propose({ operation: 'delete', entity: 'Invoice', record: { Id: id, SyncToken: '0' } })) }
  }

  it('asks the user of a host that can, and is not sent unless they agree', async () => {
    const { proposals, host } = test
    const { proposal, id } = await proposeDeletion()
    const asked: string[] = []
    const refuse = (message: string) => {
      asked.push(message)
      return false
    }
    expect(await proposals.commitForHost(host, proposal.id, refuse)).toMatchObject({ reason: 'declined' })
    expect(asked).toEqual([expect.stringContaining(id)])
    expect(await proposals.commitForHost(host, proposal.id, () => true)).toMatchObject({ outcome: { posted: 'done' } })
  })

  it('is refused if the record was changed since it was shown', async () => {
    const { bridge, proposals, host, find } = test
    const { proposal, id } = await proposeDeletion()
    const [{ SyncToken = '' } = {}] = await find(`SELECT Id, SyncToken FROM Invoice WHERE Id = '${id}'`)
    const change = { Id: id, SyncToken, sparse: true, PrivateNote: 'Paid in cash.' }
    expect((await bridge.production.call('/invoice', { json: change })).status).toBe(200)
    expect(await proposals.commitForHost(host, proposal.id)).toMatchObject({ kind: 'refused', reason: 'changed' })
  })
})
