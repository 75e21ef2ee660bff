import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startProposals, type TestProposals } from '../proposals.fixture.ts'

let test: TestProposals

beforeAll(async () => {
  test = await startProposals()
  await test.setMode('write')
})
afterAll(() => test.stop())

describe('a proposal', () => {
  it('shows the qbXML that its commit sends, and sends nothing but reads', async () => {
    const { desktop, proposals, host, propose, createInvoice } = test
    const before = await desktop.count('Invoice', '<InvoiceRet>')
    const { proposal, preview } = await propose(await createInvoice({ DocNumber: 'P-1' }))
    expect(preview.qbxml).toContain('<RefNumber>P-1</RefNumber>')
    expect(await desktop.count('Invoice', '<InvoiceRet>')).toBe(before)
    expect(await proposals.commitForHost(host, proposal.id)).toMatchObject({
      kind: 'sent',
      outcome: { posted: 'done' },
    })
    expect(await desktop.count('Invoice', '<InvoiceRet>')).toBe(before + 1)
  })

  it('is one call of its host in the log; the reads that check it are logged apart', async () => {
    const { bridge, database, propose, createInvoice } = test
    const write = await createInvoice({ DocNumber: 'P-2' })
    await bridge.requestLog.flush()
    const findNew = async (source: string, known: readonly string[] = []) => {
      const logged = await database.loggedRequest.findMany({ where: { source, id: { notIn: [...known] } } })
      return logged.map(({ id, operation }) => ({ id, operation }))
    }
    const before = (await findNew('mcp')).map(({ id }) => id)
    await propose(write)
    await bridge.requestLog.flush()
    expect(await findNew('mcp', before)).toMatchObject([{ operation: 'propose' }])
    expect(await findNew('proposal')).toEqual(expect.arrayContaining([expect.objectContaining({ operation: 'query' })]))
  })

  it('is refused with the mistakes of its record', async () => {
    const { proposals, host, createInvoice } = test
    const invoice = await createInvoice({ DocNumber: 'x'.repeat(60) })
    expect(await proposals.propose(host, invoice)).toMatchObject({
      kind: 'mistakes',
      mistakes: [{ element: 'DocNumber' }],
    })
  })
})
