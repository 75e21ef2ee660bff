import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { findFreePort } from '@bridge/database/free-port'
import { createTestDatabase } from '@bridge/database/testing'
import { fileStorage } from '@bridge/edge-agent/simulated/file-storage'
import { ServicePrograms, toLocalUrl } from '@bridge/harness/service-programs'
import { createAccessToken, createRealms } from './agent-realms.ts'
import { type ExtractionSize, entities } from './extraction.ts'
import { openFilledCompany } from './filled-company.ts'
import type { Measurement } from './measurement.ts'
import { readPeakMemory, resetPeakMemory } from './peak-memory.ts'

/** The first one pays for code and caches. */
const rounds = 3
const day = 86_400_000

type Get = (query: string) => Promise<number>

/** Measures whether the memory of server, gateway and agent stays flat while a file is extracted and queried again. */
export async function measureExtractionMemory(size: ExtractionSize): Promise<Measurement[]> {
  await using started = new AsyncDisposableStack()
  const db = started.adopt(await createTestDatabase(), (test) => test.drop())
  const folder = started.adopt(await mkdtemp(path.join(tmpdir(), 'extraction-')), (name) =>
    rm(name, { recursive: true, force: true }),
  )
  const companyFile = path.join(folder, 'company.jsonl')
  const storage = await fileStorage(companyFile)
  await openFilledCompany(size, () => new Date(), storage)
  await storage.close()

  const service = started.adopt(new ServicePrograms({ databaseUrl: db.url }), (programs) => programs.end())
  const [realm] = await createRealms(db.database, 1)
  if (realm === undefined) throw new Error('There is no realm.')
  const gatewayPort = await findFreePort()
  const gateway = service.gateway({ name: 'gateway', port: gatewayPort })
  await gateway.start()
  const port = await findFreePort()
  const server = service.server({ name: 'server', port })
  await server.start()
  const company = `${toLocalUrl(port)}/v3/company/${realm.realmId}`
  const token = await createAccessToken(db.database, realm.realmId)
  const headers = { authorization: `Bearer ${token}`, accept: 'application/json' }
  const agent = service.agent({
    url: toLocalUrl(gatewayPort),
    token: realm.agentToken,
    companyFile,
    isReady: async () => (await fetch(`${company}/companyinfo/${realm.realmId}`, { headers })).ok,
  })
  await agent.start()
  const get: Get = async (query) => {
    const response = await fetch(`${company}/query?query=${encodeURIComponent(query)}`, { headers })
    if (!response.ok) throw new Error(`${query} returned ${response.status}: ${(await response.text()).slice(0, 300)}`)
    const { QueryResponse } = (await response.json()) as { QueryResponse: { maxResults?: number } }
    return QueryResponse.maxResults ?? 0
  }

  const programs = [server, gateway, agent]
  const peaks: number[][] = []
  for (let round = 0; round < rounds; round++) {
    for (const program of programs) await resetPeakMemory(program.getProcessId())
    await readAll(get, size)
    peaks.push(await Promise.all(programs.map((program) => readPeakMemory(program.getProcessId()))))
  }
  return programs.map(({ name }, index) => {
    const memory = peaks.map((peak) => peak[index] ?? 0)
    const [, second = 0] = memory
    return {
      name: `the largest memory of the ${name} in the last of ${rounds} rounds of extraction and queries of ${size.customers} customers and ${size.invoices} invoices, against the second`,
      ratio: (memory.at(-1) ?? 0) / second,
      goal: { atMost: 1.1 },
      detail: `${memory.map((bytes) => (bytes / 1e6).toFixed(0)).join(', ')} MB`,
    }
  })
}

/** Reads the file as integrations do: their extractions, page by page, and their polls. */
async function readAll(get: Get, { customers, invoices }: ExtractionSize): Promise<void> {
  const counts = { Customer: customers, Invoice: invoices }
  for (const entity of entities) {
    for (const clauses of ['', 'ORDERBY Id', 'ORDERBY MetaData.LastUpdatedTime ASC']) {
      const found = await countPages(get, `select * from ${entity} ${clauses}`, 1_000)
      if (found < counts[entity]) throw new Error(`${entity} ${clauses} returned ${found} records.`)
    }
    await get(`SELECT * FROM ${entity} ORDERBY Metadata.LastUpdatedTime DESC MAXRESULTS 10`)
  }
  await get('SELECT * FROM Invoice ORDERBY TxnDate DESC MAXRESULTS 100')
  const [from, to] = [Date.now() - 30 * day, Date.now() + day].map((time) => new Date(time).toISOString())
  const times = `Metadata.LastUpdatedTime > '${from}' AND Metadata.LastUpdatedTime <= '${to}'`
  await countPages(get, `SELECT * FROM Customer WHERE ${times} ORDER BY Metadata.LastUpdatedTime ASC`, 200)
}

async function countPages(get: Get, query: string, size: number): Promise<number> {
  let found = 0
  for (let count = size; count === size; found += count) {
    count = await get(`${query} STARTPOSITION ${found + 1} MAXRESULTS ${size}`)
  }
  return found
}
