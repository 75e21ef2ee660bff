import { checkVoid, type EntityTable, readRequests, readResponses, readVoided, voidRequests } from '@bridge/translation'
import type { CompanyFile } from '../company-file.ts'
import { exchangeReads, exchangeSet } from '../exchange.ts'
import type { Outcome } from '../operation.ts'

/**
 * Voids a transaction and gives it as QuickBooks has it afterwards. Two exchanges: the current record, whose token is
 * compared; then the void with the query that reads it back.
 *
 * @throws Fault `5010` for a stale token, `VOID_APPLIED_READBACK_FAILED`
 */
export async function voidRecord(
  company: CompanyFile,
  table: EntityTable,
  body: unknown,
  requestId: string | undefined,
): Promise<Outcome> {
  const order = checkVoid(table, body)
  const read = readResponses(await exchangeReads(company, readRequests(table, order.id)), table, company)
  const [current] = read.elements
  if (current === undefined) throw new TypeError(`reading ${table.name} gave no record and no fault`)
  const write = { entity: table.name, operation: 'void', requestId } as const
  const requests = voidRequests(order, current)
  const responses = await exchangeSet(company, { requests, onError: 'stopOnError' }, { kind: 'write', write })
  const { records, warnings } = readVoided(responses, table, company)
  return { body: { [table.name]: records[0] }, warnings }
}
