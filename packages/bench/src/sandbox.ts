import { parseRealmId, type RealmId } from '@bridge/agent-protocol'
import type { SandboxFiles } from '@bridge/data-plane/sandbox/sandbox-files'
import { SandboxHosts } from '@bridge/data-plane/sandbox/sandbox-hosts'
import type { Database } from '@bridge/database'
import { createTestDatabase } from '@bridge/database/testing'
import { machineSecret } from '@bridge/harness/machine-secret'
import { pino } from 'pino'
import { getMedian, type Measurement } from './measurement.ts'
import { measureRecordRead } from './record-read.ts'
import { startSandboxHost } from './sandbox-host.ts'

const lines = 10
const rounds = 200
const warmUpRounds = 40
const loads = 5
const maxLoadMs = 3_000

const invoice = `<?xml version="1.0"?><?qbxml version="13.0"?><QBXML><QBXMLMsgsRq onError="stopOnError"><InvoiceAddRq><InvoiceAdd><CustomerRef><FullName>Juniper Optics</FullName></CustomerRef>${'<InvoiceLineAdd><ItemRef><FullName>Space Planning</FullName></ItemRef><Quantity>2</Quantity><Rate>1.00</Rate></InvoiceLineAdd>'.repeat(lines)}</InvoiceAdd></InvoiceAddRq></QBXMLMsgsRq></QBXML>`

/** Measures the sandbox: an invoice against plain inserts, loading the sample company, and reads as the file grows. */
export async function measureSandbox(): Promise<Measurement[]> {
  const db = await createTestDatabase()
  try {
    const { database } = db
    const realmId = await createSandbox(database)
    const stop = await startSandboxHost(db.url, { SANDBOX_RECORDS_MAX: '1000000' })
    const sandboxes = new SandboxHosts({
      database,
      clock: () => new Date(),
      logger: pino({ level: 'silent' }),
      config: { machineSecret, agentTimeoutMs: 60_000 },
    })
    try {
      return [
        await measureLoad(sandboxes, realmId),
        await measureInvoice(database, sandboxes, realmId),
        await measureRecordRead(),
      ]
    } finally {
      sandboxes.close()
      await stop()
    }
  } finally {
    await db.drop()
  }
}

async function createSandbox(database: Database): Promise<RealmId> {
  const realmId = parseRealmId('9000000000000001')
  if (realmId === undefined) throw new Error('Invalid realm ID.')
  const { id: orgId } = await database.organization.create({ data: { name: 'Bench', slug: 'bench' } })
  await database.realm.create({ data: { id: realmId, orgId, name: 'Bench', kind: 'sandbox' } })
  return realmId
}

async function measureLoad(sandboxes: SandboxFiles, realmId: RealmId): Promise<Measurement> {
  const times: number[] = []
  let records = 0
  for (let load = 0; load < loads; load++) {
    const start = performance.now()
    records = (await sandboxes.reset(realmId, 'sample')).records
    times.push(performance.now() - start)
  }
  const median = getMedian(times)
  return {
    name: 'loading the sample company into a sandbox, against its time limit',
    ratio: median / maxLoadMs,
    goal: { atMost: 1 },
    detail: `${median.toFixed(0)} ms of ${maxLoadMs} ms for ${records} records stored in PostgreSQL, median of ${loads}`,
  }
}

async function measureInvoice(database: Database, sandboxes: SandboxFiles, realmId: RealmId): Promise<Measurement> {
  await database.$executeRaw`CREATE TABLE bench_invoice (id bigserial PRIMARY KEY, customer text, total numeric)`
  await database.$executeRaw`
    CREATE TABLE bench_line (id bigserial PRIMARY KEY, invoice bigint REFERENCES bench_invoice, item text, quantity numeric, amount numeric)`
  const times = { ours: [] as number[], plain: [] as number[] }
  for (let round = 0; round < warmUpRounds + rounds; round++) {
    const ours = await measureMs(() => createInvoice(sandboxes, realmId))
    const plain = await measureMs(() => insertInvoice(database))
    if (round < warmUpRounds) continue
    times.ours.push(ours)
    times.plain.push(plain)
  }
  const ours = getMedian(times.ours)
  const plain = getMedian(times.plain)
  return {
    name: `creating an invoice of ${lines} lines in a sandbox, against the same number of SQL inserts in one transaction`,
    ratio: ours / plain,
    goal: { atMost: 1.3 },
    detail: `${ours.toFixed(2)} ms against ${plain.toFixed(2)} ms, medians of ${rounds} rounds in alternation`,
  }
}

async function measureMs(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

async function createInvoice(sandboxes: SandboxFiles, realmId: RealmId): Promise<void> {
  const exchanged = await sandboxes.exchange(realmId, invoice, {
    kind: 'write',
    write: { entity: 'Invoice', operation: 'create' },
  })
  const response = exchanged.sent && !exchanged.lost ? String(exchanged.response) : ''
  if (!response.includes('statusCode="0"')) throw new Error(`The invoice was not created: ${response}`)
}

function insertInvoice(database: Database): Promise<void> {
  return database.$transaction(async (transaction) => {
    const [row] = await transaction.$queryRaw<{ id: bigint }[]>`
      INSERT INTO bench_invoice (customer, total) VALUES ('Juniper Optics', 1900) RETURNING id`
    for (let line = 0; line < lines; line++) {
      await transaction.$executeRaw`
        INSERT INTO bench_line (invoice, item, quantity, amount) VALUES (${row?.id}, 'Space Planning', 2, 190)`
    }
  })
}
