import type { ProposedWrite } from '@bridge/data-plane/proposals/proposal'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startProposals, type TestProposals } from '../proposals.fixture.ts'

let test: TestProposals

beforeAll(async () => {
  test = await startProposals()
  await test.setMode('write')
})
afterAll(() => test.stop())

function region(value: string) {
  return [{ Name: 'Region', Type: 'StringType', StringValue: value }]
}

/** Returns the message sets with changes that QuickBooks got since a moment. */
function getSent(from: number) {
  return test.desktop.received.slice(from).filter((names) => /(Add|Mod|Del)Rq/.test(names))
}

describe('a proposal whose write takes several message sets', () => {
  it('shows the custom fields that are sent after a new record, and sends them', async () => {
    const { desktop, find, host, proposals, propose } = test
    const record = { DisplayName: 'Ada Lind', CustomField: region('Far North') }
    const { proposal, preview } = await propose({ operation: 'create', entity: 'Customer', record })
    expect(preview.qbxml).toContain('<CustomerAdd>')
    expect(preview.followUps).toEqual([
      {
        qbxml: expect.stringContaining('<DataExtValue>Far North</DataExtValue>'),
        reason: expect.stringContaining('{new}'),
      },
    ])
    expect(preview.followUps?.[0]?.qbxml).toContain('<ListID>{new}</ListID>')
    const from = desktop.received.length
    await proposals.commitForHost(host, proposal.id)
    expect(getSent(from).map((names) => names.split(' ')[0])).toEqual(['CustomerAddRq', 'DataExtModRq'])
    const [customer] = await find("SELECT * FROM Customer WHERE DisplayName = 'Ada Lind'")
    expect(customer?.CustomField).toMatchObject([{ Name: 'Region', StringValue: 'Far North' }])
  })

  it('shows the ID of a record that exists', async () => {
    const [customer] = await test.find('SELECT Id, SyncToken FROM Customer MAXRESULTS 1')
    const identity = { Id: customer?.Id ?? '', SyncToken: customer?.SyncToken ?? '', sparse: true }
    const write: ProposedWrite = {
      ...{ operation: 'update', entity: 'Customer' },
      record: { ...identity, Notes: 'Called.', CustomField: region('South') },
    }
    const { preview } = await test.propose(write)
    expect(preview.followUps?.map(({ qbxml }) => qbxml)).toEqual([
      expect.stringContaining(`<ListID>${customer?.Id}</ListID>`),
    ])
  })

  it('is not sent if one of them would differ', async () => {
    const { database, desktop, host, proposals, propose } = test
    const record = { DisplayName: 'Grace Ek', CustomField: region('East') }
    const { proposal, preview } = await propose({ operation: 'create', entity: 'Customer', record })
    const followUps = preview.followUps?.map((each) => ({ ...each, qbxml: each.qbxml.replace('East', 'West') }))
    await database.mcpProposalContent.update({
      where: { proposalId: proposal.id },
      data: { preview: JSON.parse(JSON.stringify({ ...preview, followUps })) },
    })
    expect(await proposals.commitForHost(host, proposal.id)).toMatchObject({ kind: 'refused', reason: 'changed' })
    expect(await desktop.count('Customer', '<Name>Grace Ek</Name>')).toBe(0)
  })

  it('posts once if the response to the first was lost', async () => {
    const { desktop, host, proposals, propose } = test
    const record = { DisplayName: 'Tove Berg', CustomField: region('West') }
    const { proposal } = await propose({ operation: 'create', entity: 'Customer', record })
    desktop.fail('write', 'lost after')
    expect(await proposals.commitForHost(host, proposal.id)).toMatchObject({ outcome: { posted: 'unknown' } })
    expect(await proposals.commitForHost(host, proposal.id)).toMatchObject({ outcome: { posted: 'done' } })
    expect(await desktop.count('Customer', '<Name>Tove Berg</Name>')).toBe(1)
  })
})
