import { Fault } from '@bridge/faults'
import { branch, type Element, leaf, type QbxmlRequest, type QbxmlResponse, runAtOnce } from '@bridge/qbxml'
import { asObject, maxTokenLength, requiredToken } from '../check/check.ts'
import { maxIdLength } from '../check/check-value.ts'
import { createQueryById, variantOfRecord } from '../read/requests.ts'
import { type ReadResult, readResponse, readResponses } from '../read/response.ts'
import type { EntityTable } from '../table/entity-table.ts'
import type { ReadContext } from '../table/traits.ts'
import { requireFresh } from './requests.ts'

/** The record to void, and the client's version. */
export interface VoidOrder {
  readonly table: EntityTable
  readonly id: string
  readonly syncToken: string
}

/** Reads a void's `Id` and `SyncToken`; other fields are ignored. Throws 2020 and 2010 with `element`. */
export function checkVoid(table: EntityTable, body: unknown): VoidOrder {
  const object = asObject(body)
  const id = requiredToken(object, 'Id', maxIdLength, 'a void')
  return { table, id, syncToken: requiredToken(object, 'SyncToken', maxTokenLength, 'a void') }
}

/**
 * Creates a record's void and the query reading it afterwards, for one message set. QuickBooks does not check a sync
 * token here, so it is compared with the current record. Throws 5010, and UNSUPPORTED_BY_DESKTOP for a variant that
 * cannot be voided.
 */
export function createVoidRequests(order: VoidOrder, current: Element): readonly [QbxmlRequest, QbxmlRequest] {
  const { table, id, syncToken } = order
  requireFresh(current, syncToken)
  const variant = variantOfRecord(table, current)
  if (variant === undefined || !variant.can.includes('void')) {
    throw new Fault('UNSUPPORTED_BY_DESKTOP', `This ${table.name} cannot be voided.`, {
      status: 400,
      element: 'operation',
    })
  }
  return [
    branch('TxnVoidRq', [leaf('TxnVoidType', variant.desktop), leaf('TxnID', id)]),
    createQueryById(table, variant.query ?? table.query, id),
  ]
}

/**
 * Reads the responses to {@link createVoidRequests}: the record after the void. Throws an error status's fault, and
 * VOID_APPLIED_READBACK_FAILED if the void succeeded and the read did not.
 */
export function readVoided(responses: readonly QbxmlResponse[], table: EntityTable, context: ReadContext): ReadResult {
  const [voided, readBack] = responses
  if (voided === undefined) throw new Fault('500', 'QuickBooks Desktop returned no response to a void.')
  const { warnings } = readResponse(voided, table, context)
  try {
    const read = runAtOnce(readResponses(readBack === undefined ? [] : [readBack], table, context))
    return { ...read, warnings: [...warnings, ...read.warnings] }
  } catch (cause) {
    if (!(cause instanceof Fault)) throw cause
    throw new Fault(
      'VOID_APPLIED_READBACK_FAILED',
      `The ${table.name} was voided, but reading it afterwards failed: ${cause.detail}`,
      { cause },
    )
  }
}
