import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { connectDatabase } from '@bridge/database'
import { startEmbeddedPostgres } from '@bridge/database/embedded-postgres'
import { readInPages, readLedger, recountLedger, trialBalance } from '@bridge/server/testing/ledger'
import { connect, getRealmId } from '../test/client-libraries.ts'
import { dataFolder, quickstart } from '../test/quickstart.ts'
import { expect, test } from '../test/test.ts'

type Document = Parameters<typeof recountLedger>[0] extends Iterable<infer Each> ? Each : never

// Runs after the other files, in alphabetical order, and adds up their books.

/** Reads the sandbox's documents from PostgreSQL. */
async function readSandboxDocuments(): Promise<readonly Document[]> {
  // PostgreSQL is running already. This only returns its URL.
  const { url } = await startEmbeddedPostgres({ folder: path.join(dataFolder(), 'postgres') })
  const database = connectDatabase(url, { maxConnections: 1 })
  try {
    return (await database.sandboxDocument.findMany({
      where: { realmId: getRealmId('sandbox') },
      select: { kind: true, id: true, value: true },
    })) as Document[]
  } finally {
    await database.$disconnect()
  }
}

/** Reads the documents in the agent's company file. */
async function readAgentDocuments(): Promise<readonly Document[]> {
  const [, ...lines] = (await readFile(path.join(dataFolder(), 'company.jsonl'), 'utf8')).trimEnd().split('\n')
  const latest = new Map<string, Document>()
  for (const line of lines) {
    const { documents } = JSON.parse(line) as { documents: Document[] }
    for (const document of documents) latest.set(`${document.kind}/${document.id}`, document)
  }
  return [...latest.values()]
}

for (const [kind, readDocuments] of [
  ['sandbox', readSandboxDocuments],
  ['production', readAgentDocuments],
] as const) {
  test(`the books of the ${kind} realm balance and match its documents after all browser tests`, async ({ page }) => {
    const realmId = getRealmId(kind)
    const { token } = await connect(page, realmId)
    const query = async (text: string) => {
      const url = `${quickstart().baseUrl}/v3/company/${realmId}/query?query=${encodeURIComponent(text)}`
      const response = await fetch(url, { headers: { authorization: `Bearer ${token}` } })
      const body = (await response.json()) as { QueryResponse: Record<string, unknown> }
      expect([text, response.status, body]).toEqual([
        text,
        200,
        expect.objectContaining({ QueryResponse: expect.anything() }),
      ])
      return body.QueryResponse
    }
    const reported = await readLedger(readInPages(query))
    const counted = recountLedger(await readDocuments())
    expect(reported).toEqual(counted)
    expect(trialBalance(counted)).toBe('0.00')
    expect(trialBalance(reported)).toBe('0.00')
    expect(Object.keys(counted.open).length).toBeGreaterThan(5)
  })
}
