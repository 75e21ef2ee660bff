import { requireRealmId } from '@bridge/agent-protocol'
import type { FinishedPoll, PollState } from '@bridge/translation'
import { beforeEach, describe, expect, it } from 'vitest'
import { createFaultyDesktop, type FaultyDesktop } from '../../test/faulty-desktop.fixture.ts'
import { openCompanyFile } from '../operations/company-file.ts'
import { pollCompany } from './poll-company.ts'

const realmId = requireRealmId('9130350000000001')

let now: number
let desktop: FaultyDesktop
let state: PollState | undefined

beforeEach(() => {
  now = Date.UTC(2026, 6, 14, 12)
  desktop = createFaultyDesktop(() => new Date(now))
  state = undefined
})

function pass(seconds: number): void {
  now += seconds * 1_000
}

/** Sends a request as a person at the PC, and returns the response. */
async function change(request: string): Promise<string> {
  const set = `<?xml version="1.0"?><?qbxml version="13.0"?><QBXML><QBXMLMsgsRq onError="stopOnError">${request}</QBXMLMsgsRq></QBXML>`
  const outcome = await desktop.exchange(realmId, set, { kind: 'write' })
  if (!outcome.sent || outcome.lost) throw new Error('The change was not made.')
  expect(outcome.response).toContain('statusCode="0"')
  return String(outcome.response)
}

function find(name: string, text: string): string {
  return new RegExp(`<${name}>([^<]*)<`).exec(text)?.[1] ?? ''
}

async function poll(): Promise<FinishedPoll> {
  const found = await pollCompany(openCompanyFile({ realmId, desktop }), state, new Date(now))
  if (found === undefined) throw new Error('QuickBooks did not respond.')
  // As it is stored.
  state = JSON.parse(JSON.stringify(found.state))
  return found
}

async function list(): Promise<readonly string[]> {
  return (await poll()).changes.map(({ entity, operation }) => `${entity} ${operation}`)
}

function addInvoice(customer: string): Promise<string> {
  const line = '<InvoiceLineAdd><Desc>Work</Desc></InvoiceLineAdd>'
  const ref = `<CustomerRef><FullName>${customer}</FullName></CustomerRef>`
  return change(`<InvoiceAddRq><InvoiceAdd>${ref}${line}</InvoiceAdd></InvoiceAddRq>`)
}

const ada = '<CustomerAddRq><CustomerAdd><Name>Ada</Name></CustomerAdd></CustomerAddRq>'

describe('a poll', () => {
  it('only takes down at first what is there', async () => {
    await change(ada)
    expect(await list()).toEqual([])
    expect(await list()).toEqual([])
  })

  it('finds what was created, changed, voided and deleted since the previous one', async () => {
    await poll()
    pass(60)
    const added = await change(ada)
    const invoice = await addInvoice('Ada')
    const other = await addInvoice('Ada')
    const { changes } = await poll()
    expect(changes.map(({ entity, recordId, operation }) => [entity, recordId, operation])).toEqual([
      ['Invoice', find('TxnID', invoice), 'create'],
      ['Invoice', find('TxnID', other), 'create'],
      ['Customer', find('ListID', added), 'create'],
    ])
    expect(changes[0]).toMatchObject({ version: find('TimeCreated', invoice), occurredAt: new Date(now) })
    expect(await list()).toEqual([])
    pass(60)
    const ids = `<ListID>${find('ListID', added)}</ListID><EditSequence>${find('EditSequence', added)}</EditSequence>`
    await change(`<CustomerModRq><CustomerMod>${ids}<Notes>New</Notes></CustomerMod></CustomerModRq>`)
    await change(`<TxnVoidRq><TxnVoidType>Invoice</TxnVoidType><TxnID>${find('TxnID', invoice)}</TxnID></TxnVoidRq>`)
    await change(`<TxnDelRq><TxnDelType>Invoice</TxnDelType><TxnID>${find('TxnID', other)}</TxnID></TxnDelRq>`)
    expect(await list()).toEqual(['Invoice void', 'Customer update', 'Invoice delete'])
    expect(await list()).toEqual([])
  })

  it('finds what was voided a second after its creation', async () => {
    await change(ada)
    await poll()
    pass(60)
    const id = find('TxnID', await addInvoice('Ada'))
    pass(1)
    await change(`<TxnVoidRq><TxnVoidType>Invoice</TxnVoidType><TxnID>${id}</TxnID></TxnVoidRq>`)
    expect(await list()).toEqual(['Invoice create', 'Invoice void'])
  })

  it('leaves a transaction that is voided between its requests to the next one', async () => {
    await change(ada)
    await poll()
    pass(60)
    const id = find('TxnID', await addInvoice('Ada'))
    let isVoided = false
    const exchange: FaultyDesktop['exchange'] = async (...args) => {
      const outcome = await desktop.exchange(...args)
      if (isVoided) return outcome
      isVoided = true
      pass(5)
      await change(`<TxnVoidRq><TxnVoidType>Invoice</TxnVoidType><TxnID>${id}</TxnID></TxnVoidRq>`)
      return outcome
    }
    const found = await pollCompany(openCompanyFile({ realmId, desktop: { exchange } }), state, new Date(now))
    expect(found?.changes).toEqual([])
    state = found?.state
    pass(60)
    expect(await list()).toEqual(['Invoice create', 'Invoice void'])
  })

  it('takes one message set, and others for the versions of changed transactions', async () => {
    await change(ada)
    await poll()
    pass(60)
    desktop.received.length = 0
    await list()
    expect(desktop.received).toHaveLength(1)
    await addInvoice('Ada')
    desktop.received.length = 0
    await list()
    expect(desktop.received.slice(1)).toEqual(['InvoiceQueryRq'])
    pass(60)
    await list()
    desktop.received.length = 0
    await list()
    expect(desktop.received).toHaveLength(1)
  })

  it('finds a change in the second of the previous poll', async () => {
    await change(ada)
    const invoice = await addInvoice('Ada')
    pass(60)
    await poll()
    const mod = (sequence: string, memo: string) =>
      change(
        `<InvoiceModRq><InvoiceMod><TxnID>${find('TxnID', invoice)}</TxnID><EditSequence>${sequence}</EditSequence><Memo>${memo}</Memo></InvoiceMod></InvoiceModRq>`,
      )
    const first = await mod(find('EditSequence', invoice), 'First')
    expect(await list()).toEqual(['Invoice update'])
    await mod(find('EditSequence', first), 'Second')
    expect(await list()).toEqual(['Invoice update'])
    pass(60)
    expect(await list()).toEqual([])
  })

  it.each([
    ['an hour ahead', 3_600],
    ['an hour behind', -3_600],
  ])('finds the changes of a PC whose clock is %s', async (_title, seconds) => {
    await poll()
    pass(60 + seconds)
    await change(ada)
    pass(-seconds)
    expect(await list()).toEqual(['Customer create'])
    pass(60)
    await addInvoice('Ada')
    expect(await list()).toEqual(['Invoice create'])
  })

  it('finds 10,000 changes of a minute, each once', async () => {
    await poll()
    pass(60)
    const names = Array.from(
      { length: 10_000 },
      (_, index) => `<CustomerAddRq><CustomerAdd><Name>C${index}</Name></CustomerAdd></CustomerAddRq>`,
    )
    await change(names.join(''))
    const { changes } = await poll()
    expect(new Set(changes.map(({ recordId }) => recordId)).size).toBe(10_000)
    expect(await list()).toEqual([])
  })

  it.each([
    ['restored', 'restoredAt'],
    ['condensed', 'condensedAt'],
  ] as const)('reports nothing of a file that was %s, and says so', async (reason, field) => {
    await poll()
    pass(60)
    await change(ada)
    desktop.switches[field] = now / 1_000
    expect(await poll()).toMatchObject({ changes: [], resynchronize: reason })
    pass(60)
    await addInvoice('Ada')
    expect(await list()).toEqual(['Invoice create'])
  })

  it('notices a copy of the file from before', async () => {
    const added = await change(ada)
    await poll()
    pass(60)
    expect(find('ListID', added)).not.toBe('')
    desktop = createFaultyDesktop(() => new Date(now - 3 * 86_400_000))
    expect(await poll()).toMatchObject({ changes: [], resynchronize: 'restored' })
  })

  it('continues from where it was when QuickBooks does not respond', async () => {
    await poll()
    pass(60)
    await change(ada)
    desktop.fail('read', 'offline')
    expect(await pollCompany(openCompanyFile({ realmId, desktop }), state, new Date(now))).toBeUndefined()
    expect(await list()).toEqual(['Customer create'])
  })
})
