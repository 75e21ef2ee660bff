import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { connectDatabase } from '@bridge/database'
import { startEmbeddedPostgres } from '@bridge/database/embedded-postgres'
import { askInPages, countedLedger, saidLedger, trialBalance } from '@bridge/server/testing/ledger'
import { expect, test } from 'playwright/test'
import { connect, realmOf } from './online-client.ts'
import { dataFolder, quickstart } from './quickstart.ts'

type Document = Parameters<typeof countedLedger>[0] extends Iterable<infer Each> ? Each : never

// Runs after the files before it in the alphabet: the books that they left are added up here.

/** The documents of the sandbox, as PostgreSQL has them. */
async function sandboxPapers(): Promise<readonly Document[]> {
  // It runs already: this only tells its address.
  const { url } = await startEmbeddedPostgres({ folder: path.join(dataFolder(), 'postgres') })
  const database = connectDatabase(url, { poolMax: 1 })
  try {
    return (await database.sandboxDocument.findMany({
      where: { realmId: realmOf('sandbox') },
      select: { kind: true, id: true, value: true },
    })) as Document[]
  } finally {
    await database.$disconnect()
  }
}

/** The documents of the company file that the agent serves. */
async function agentPapers(): Promise<readonly Document[]> {
  const [, ...lines] = (await readFile(path.join(dataFolder(), 'company.jsonl'), 'utf8')).trimEnd().split('\n')
  const latest = new Map<string, Document>()
  for (const line of lines) {
    const { documents } = JSON.parse(line) as { documents: Document[] }
    for (const document of documents) latest.set(`${document.kind}/${document.id}`, document)
  }
  return [...latest.values()]
}

for (const [kind, papersOf] of [
  ['sandbox', sandboxPapers],
  ['production', agentPapers],
] as const) {
  test(`after all that the browser tests did, the books of the ${kind} realm balance and say what its papers add up to`, async ({
    page,
  }) => {
    const realmId = realmOf(kind)
    const { token } = await connect(page, realmId)
    const query = async (text: string) => {
      const url = `${quickstart().baseUrl}/v3/company/${realmId}/query?query=${encodeURIComponent(text)}`
      const answer = await fetch(url, { headers: { authorization: `Bearer ${token}` } })
      const body = (await answer.json()) as { QueryResponse: Record<string, unknown> }
      expect([text, answer.status, body]).toEqual([
        text,
        200,
        expect.objectContaining({ QueryResponse: expect.anything() }),
      ])
      return body.QueryResponse
    }
    const said = await saidLedger(askInPages(query))
    const counted = countedLedger(await papersOf())
    expect(said).toEqual(counted)
    expect(trialBalance(counted)).toBe('0.00')
    expect(trialBalance(said)).toBe('0.00')
    expect(Object.keys(counted.open).length).toBeGreaterThan(5)
  })
}
