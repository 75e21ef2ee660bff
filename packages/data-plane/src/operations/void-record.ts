import { runInSlices } from '@bridge/platform/run-in-slices'
import { checkVoid, createReadRequests, createVoidRequests, readResponses, readVoided } from '@bridge/translation'
import type { CompanyFile } from './company-file.ts'
import { learnCurrencies } from './currencies.ts'
import { exchangeReads, exchangeSet } from './exchange.ts'
import type { Outcome, VoidOperation } from './operation.ts'

/**
 * Voids a transaction and returns it as QuickBooks stored it. Takes two exchanges: one reads the current record to
 * compare its SyncToken, the other voids it and reads it back.
 *
 * @throws Fault `5010` for a stale token, `VOID_APPLIED_READBACK_FAILED`
 */
export async function voidRecord(company: CompanyFile, { table, body, write }: VoidOperation): Promise<Outcome> {
  const order = checkVoid(table, body)
  const found = await exchangeReads(company, createReadRequests(table, order.id, company.readContext))
  await learnCurrencies(company, found)
  const read = await runInSlices(readResponses(found, table, company.readContext, order.id))
  const [current] = read.elements
  if (current === undefined) throw new TypeError(`Reading ${table.name} returned neither a record nor a fault.`)
  const requests = createVoidRequests(order, current)
  const responses = await exchangeSet(company, { requests, onError: 'stopOnError' }, { kind: 'write', write })
  const { records, warnings } = readVoided(responses, table, read.context)
  return { body: { [table.name]: records[0] }, warnings }
}
