import { Fault } from '@bridge/faults'
import { identify, type Registry } from '@bridge/translation'
import type { ItemTarget, Operation } from '../operations/operation.ts'
import { type NamedWrite, requireWritableEntity, toWriteOperation } from './parse-write.ts'
import type { Batch, BatchItem } from './request.ts'

const maxItems = 30

/**
 * Parses a batch and checks its envelope before anything runs [dp-4.4.2]. An invalid request in a valid envelope
 * becomes its item's fault.
 *
 * @param body the request's JSON
 * @param requestId the whole batch's; each write gets `requestid:bId`
 * @throws Fault `BATCH_INVALID_REQUEST`, `BATCH_TOO_MANY_ITEMS`, `REQUESTID_INVALID`
 */
export function parseBatch(body: unknown, requestId: string | undefined, entities?: Registry): Batch {
  const sent = isObject(body) ? body.BatchItemRequest : undefined
  if (!Array.isArray(sent)) {
    throw invalid('The body has no array `BatchItemRequest` with the items of the batch.', 'BatchItemRequest')
  }
  if (sent.length > maxItems) {
    const detail = `The batch has ${sent.length} items, but at most ${maxItems} are allowed. Nothing was run.`
    throw new Fault('BATCH_TOO_MANY_ITEMS', detail, { element: 'BatchItemRequest' })
  }
  const envelopes = sent.map(parseEnvelope)
  rejectDuplicates(envelopes)
  if (requestId !== undefined) checkKeys(envelopes)
  return { kind: 'batch', items: envelopes.map((envelope) => toItem(envelope, requestId, entities)) }
}

type JsonObject = Readonly<Record<string, unknown>>

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function invalid(detail: string, element: string): Fault {
  return new Fault('BATCH_INVALID_REQUEST', `${detail} Nothing was run.`, { element })
}

/** An item with a valid envelope. */
interface Envelope {
  readonly path: string
  readonly bId: string
  readonly optionsData: unknown
  readonly payload:
    | { readonly query: string }
    | { readonly name: string; readonly named: NamedWrite; readonly body: JsonObject }
}

function parseEnvelope(item: unknown, index: number): Envelope {
  const path = `BatchItemRequest[${index}]`
  if (!isObject(item)) throw invalid(`${path} is not an object.`, path)
  const { bId: sentId, operation, optionsData, ...rest } = item
  const bId = typeof sentId === 'number' ? String(sentId) : sentId
  if (typeof bId !== 'string' || bId === '') throw invalid(`${path} needs a \`bId\`, a string.`, `${path}.bId`)
  const payloads = Object.entries(rest).filter(([, value]) => value !== null)
  const [payload] = payloads
  if (payload === undefined || payloads.length > 1) {
    const found = payloads.length === 0 ? 'none' : payloads.map(([name]) => name).join(', ')
    throw invalid(`${formatItem(path, bId)} needs exactly one payload, \`Query\` or an entity; it has ${found}.`, path)
  }
  return { path, bId, optionsData, payload: parsePayload({ path, bId, operation }, payload) }
}

function formatItem(path: string, bId: string): string {
  return `${path} (bId ${JSON.stringify(bId.slice(0, 64))})`
}

function parsePayload(
  { path, bId, operation: sent }: { readonly path: string; readonly bId: string; readonly operation: unknown },
  [name, value]: readonly [string, unknown],
): Envelope['payload'] {
  const operation = typeof sent === 'string' ? sent.toLowerCase() : sent
  if (name.toLowerCase() === 'query') {
    if (typeof value !== 'string')
      throw invalid(`${formatItem(path, bId)}: \`Query\` is not a string.`, `${path}.${name}`)
    if (!isBlank(operation) && operation !== 'query') {
      throw invalid(`${formatItem(path, bId)} is a query, which has no \`operation\`.`, `${path}.operation`)
    }
    return { query: value }
  }
  if (!isObject(value)) throw invalid(`${formatItem(path, bId)}: ${name} is not an object.`, `${path}.${name}`)
  if (operation !== 'create' && operation !== 'update' && operation !== 'delete' && operation !== 'void') {
    const detail = `${formatItem(path, bId)} needs an \`operation\`: create, update, delete or void.`
    throw invalid(detail, `${path}.operation`)
  }
  const hasId = identify(value).id !== undefined
  if (operation === 'create' && hasId) {
    const detail = `${formatItem(path, bId)} creates a record with an Id. Omit the Id, or send an update.`
    throw invalid(detail, `${path}.${name}.Id`)
  }
  if (operation !== 'create' && !hasId) {
    throw invalid(`${formatItem(path, bId)}: this \`operation\` needs the Id of the record.`, `${path}.${name}.Id`)
  }
  return { name, named: operation === 'create' ? undefined : operation, body: value }
}

function isBlank(value: unknown): boolean {
  return value === undefined || value === null || value === ''
}

function rejectDuplicates(envelopes: readonly Envelope[]): void {
  const seen = new Set<string>()
  for (const { path, bId } of envelopes) {
    if (seen.has(bId)) throw invalid(`${formatItem(path, bId)} has the \`bId\` of an earlier item.`, `${path}.bId`)
    seen.add(bId)
  }
}

function checkKeys(envelopes: readonly Envelope[]): void {
  for (const { path, bId } of envelopes) {
    if (keyPart.test(bId)) continue
    const detail = `${formatItem(path, bId)}: with a requestid, a \`bId\` has at most 10 printable characters. Nothing was run.`
    throw new Fault('REQUESTID_INVALID', detail, { element: `${path}.bId` })
  }
}

function toItem(envelope: Envelope, requestId: string | undefined, entities: Registry | undefined): BatchItem {
  const { bId } = envelope
  const target = toTarget(envelope)
  try {
    const key = requestId === undefined ? undefined : `${requestId}:${bId}`
    return { bId, target, operation: toOperation(envelope, key, entities) }
  } catch (error) {
    if (error instanceof Fault) return { bId, target, operation: error }
    throw error
  }
}

function toTarget({ payload }: Envelope): ItemTarget {
  return 'query' in payload
    ? { kind: 'query', queryText: payload.query }
    : { kind: payload.named ?? 'create', entity: payload.name }
}

function toOperation(
  { payload, optionsData, path }: Envelope,
  requestId: string | undefined,
  entities: Registry | undefined,
): Operation {
  const allowsVoid = 'named' in payload && (payload.named === 'update' || payload.named === 'void')
  const isVoid = typeof optionsData === 'string' && optionsData.toLowerCase() === 'void'
  if (!isBlank(optionsData) && !(isVoid && allowsVoid)) {
    const sent = typeof optionsData === 'string' ? JSON.stringify(optionsData) : typeof optionsData
    const detail = `\`optionsData\` (here ${sent}) can only be "void" on an update.`
    throw new Fault('BATCH_UNSUPPORTED_OPTION', detail, { element: `${path}.optionsData` })
  }
  if ('query' in payload) return { kind: 'query', text: payload.query }
  const named = isVoid ? 'void' : payload.named
  return toWriteOperation(requireWritableEntity(payload.name, named, entities), named, payload.body, requestId)
}

/** A `bId` fit for a `requestid`: 1 to 10 characters without control characters. */
const keyPart = /^\P{C}{1,10}$/u
