import type { Entity } from '../library/client.ts'
import type { Books } from '../service/books.ts'

const since = '2015-01-01T00:00:00Z'

/** The tables copied by the connectors, and whether their records can be inactive. */
export const extractedTables = { Account: true, Customer: true, Item: true, Vendor: true, Bill: false, Invoice: false }

export type ExtractedTable = keyof typeof extractedTables

/** Returns the connectors' query for all records in a table. */
export function allRecords(table: ExtractedTable): string {
  return `${extractedTables[table] ? 'where Active IN (true, false) ' : ''}maxresults 1000`
}

/** Copies tables as Singer's tap does: every table's next page in one batch, until all are empty. */
export async function extractInBatches(books: Books, size: number): Promise<ReadonlyMap<ExtractedTable, Entity[]>> {
  const names = Object.keys(extractedTables) as ExtractedTable[]
  const found = new Map(names.map((table): [ExtractedTable, Entity[]] => [table, []]))
  for (let hasMore = true; hasMore; ) {
    const slots = await books.batch([...found].map(([table, { length }]) => pageOfBatch(table, length + 1, size)))
    hasMore = false
    for (const [index, { QueryResponse }] of slots.entries()) {
      const table = names[index] as ExtractedTable
      const page = (QueryResponse as Readonly<Record<string, unknown>>)[table] as readonly Entity[] | undefined
      found.get(table)?.push(...(page ?? []))
      hasMore ||= page !== undefined && page.length > 0
    }
  }
  return found
}

function pageOfBatch(table: ExtractedTable, position: number, size: number) {
  const where = `Metadata.LastUpdatedTime >= '${since}'${extractedTables[table] ? ' AND Active IN (true, false)' : ''}`
  const page = `ORDER BY Metadata.LastUpdatedTime ASC STARTPOSITION ${position} MAXRESULTS ${size}`
  return { bId: table, Query: `SELECT * FROM ${table} WHERE ${where} ${page}` }
}

/** Copies a table as hotglue's tap does: from position 0, until a page is not full. */
export async function extractFromZero(books: Books, table: ExtractedTable, size: number): Promise<readonly Entity[]> {
  const records: Entity[] = []
  for (let page = 0; ; page += 1) {
    const position = page === 0 ? 0 : size * page + 1
    const where = `WHERE MetaData.LastUpdatedTime >  '${since}' `
    const found = await books.query(table, `${where} STARTPOSITION ${position} MAXRESULTS ${size}`)
    records.push(...found)
    if (found.length < size) return records
  }
}
