import { gunzipSync } from 'node:zlib'
import { maxExchangeCharacters, maxReportBytes } from '@bridge/truth'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startAdmin, type TestAdmin } from '../admin.fixture.ts'

let admin: TestAdmin
let now = new Date('2026-03-02T09:00:00Z')
beforeAll(async () => {
  admin = await startAdmin({ clock: () => now })
})
afterAll(() => admin.stop())

let organization: Awaited<ReturnType<TestAdmin['organization']>>
let token: string
let count = 0
beforeEach(async () => {
  count += 1
  organization = await admin.organization(`reports-${count}@example.com`)
  const route = `POST /realms/${organization.realmId}/agent-tokens`
  token = (await admin.call(route, organization.session, { label: 'PC' })).body.token
})

const rows = [
  { id: 'A60', outcome: 'proved', found: '0' },
  { id: 'A42', outcome: 'noted', found: 'no 32-bit class: 0x80040154' },
  { id: 'A45', outcome: 'refuted', found: '1' },
  { id: 'A66', outcome: 'skipped', found: 'fewer than two customers' },
  { id: 'A24', outcome: 'skipped', found: 'no session: 0x80040414, with a dialog' },
]
const exchange = {
  row: 'A72',
  request:
    '<?xml version="1.0" encoding="utf-8"?><?qbxml version="13.0"?><QBXML><QBXMLMsgsRq onError="stopOnError"><CustomerQueryRq><FullName>Rock Castle</FullName></CustomerQueryRq></QBXMLMsgsRq></QBXML>',
  response:
    '<?xml version="1.0"?><QBXML><QBXMLMsgsRs><CustomerQueryRs statusCode="0" statusSeverity="Info" statusMessage="Status OK"><CustomerRet><ListID>80000012-1386109854</ListID><Name>Rock Castle</Name><IsActive>true</IsActive></CustomerRet></CustomerQueryRs></QBXMLMsgsRs></QBXML>',
  ms: 12,
  violations: ['CustomerRet.Castle is unknown'],
}
const report = {
  format: 1,
  at: '2026-03-02T09:00:00.000Z',
  file: 'books',
  agentVersion: '0.1.0',
  system: 'Node.js v24.1.0, Windows_NT 10.0.22631 x64',
  quickBooks: { product: 'QuickBooks Enterprise Solutions 24.0', release: '34.0' },
  rows,
  exchanges: [] as object[],
}

async function send(body: unknown, authorization = `Bearer ${token}`) {
  const response = await admin.app.request('/agent/truth', {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
  return { status: response.status, body: await response.json() }
}

function allowRecording(allowsRecording: boolean) {
  return admin.call(`PATCH /realms/${organization.realmId}/settings`, organization.session, { allowsRecording })
}

async function readStored(id: string) {
  const { content } = await admin.database.truthReport.findUniqueOrThrow({ where: { id } })
  return JSON.parse(gunzipSync(content).toString())
}

describe('POST /agent/truth', () => {
  it('shows the checks after a pairing, with what to do [cp-4:agent-truth] [cp-4:quickbooks-checks]', async () => {
    const route = `GET /realms/${organization.realmId}/quickbooks-checks`
    expect((await admin.call(route, organization.session)).body).toEqual({ latest: null })
    expect((await send(report)).status).toBe(201)
    const { latest } = (await admin.call(route, organization.session)).body
    expect(latest).toMatchObject({ product: 'QuickBooks Enterprise Solutions 24.0', version: '34.0' })
    expect(latest.checks).toEqual([
      expect.objectContaining({ id: 'A24', outcome: 'skipped', remedy: expect.stringContaining('close its dialogs') }),
      expect.objectContaining({ id: 'A42', outcome: 'skipped', remedy: null, found: 'no 32-bit class: 0x80040154' }),
      expect.objectContaining({ id: 'A45', outcome: 'failed', remedy: expect.stringContaining('allow access again') }),
      expect.objectContaining({ id: 'A60', outcome: 'passed', remedy: null }),
      expect.objectContaining({ id: 'A66', outcome: 'skipped', remedy: null }),
    ])
  })

  it('removes names, texts and IDs that an agent has left [cp-4:agent-truth]', async () => {
    const { body } = await send({
      ...report,
      system: 'PC of Rock Castle',
      quickBooks: { product: 'Rock Castle', release: 'Castle' },
      rows: [{ id: 'A60', outcome: 'noted', found: 'Rock Castle has 12 customers' }],
      exchanges: [exchange, { ...exchange, response: undefined, error: 'Castle is "Rock Castle"' }],
    })
    const stored = await readStored(body.id)
    expect(JSON.stringify(stored)).not.toMatch(/Rock|Castle|1386109854/)
    expect(stored.exchanges[0].response).toMatch(/<Name>Aaaa Aaaaaa<.Name>\s*<IsActive>true</)
    expect(stored.rows[0].found).toBe('Aaaa Aaaaaa has 12 customers')
  })

  it('audits a report with exchanges, and no other', async () => {
    await send(report)
    await send({ ...report, exchanges: [exchange] })
    const { events } = (await admin.call(`GET /audit-events?orgId=${organization.orgId}`, organization.session)).body
    const reported = events.filter(({ action }: { action: string }) => action === 'agent-token.report')
    expect(reported).toEqual([expect.objectContaining({ details: expect.objectContaining({ kind: 'checks' }) })])
  })

  it('takes a recording only while the setting allows it [cp-4:agent-truth]', async () => {
    const recording = { ...report, rows: [], exchanges: [exchange] }
    expect(await send(recording)).toMatchObject({ status: 403, body: { error: 'forbidden' } })
    await allowRecording(true)
    expect((await send(recording)).status).toBe(201)
    await allowRecording(false)
    expect((await send(recording)).status).toBe(403)
  })

  it.each([
    ['text', 'report'],
    ['another format', { ...report, format: 2 }],
    ['a row that is none', { ...report, rows: [{ id: 'A60', outcome: 'good', found: '' }] }],
    ['a long exchange', { ...report, exchanges: [{ ...exchange, response: 'x'.repeat(maxExchangeCharacters + 1) }] }],
    ['the sample company', { ...report, file: 'sample' }],
    ['too much', JSON.stringify(report).padEnd(maxReportBytes + 1)],
  ])('refuses %s [cp-4:agent-truth]', async (_what, body) => {
    expect(await send(body)).toMatchObject({ status: 400, body: { error: 'invalid_request' } })
    expect(await admin.database.truthReport.count({ where: { realmId: organization.realmId } })).toBe(0)
  })

  it('refuses a wrong and a revoked token alike', async () => {
    const wrong = await send(report, 'Bearer svca_000000000000000000000000000000000000')
    await admin.database.agentToken.updateMany({ data: { revokedAt: now } })
    const revoked = await send(report)
    expect(wrong).toMatchObject({ status: 401, body: { error: 'unauthenticated' } })
    expect(revoked).toEqual(wrong)
  })

  it('keeps the newest five of a kind, and takes ten in an hour [cp-4:agent-truth]', async () => {
    const ids: string[] = []
    for (let each = 0; each < 10; each++) {
      now = new Date(now.getTime() + 1_000)
      ids.push((await send(report)).body.id)
    }
    expect(await send(report)).toMatchObject({ status: 429 })
    const kept = await admin.database.truthReport.findMany({ where: { realmId: organization.realmId } })
    expect(kept.map(({ id }) => id).sort()).toEqual(ids.slice(5).sort())
  })
})
