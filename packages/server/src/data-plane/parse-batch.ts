import { Fault } from '@bridge/faults'
import { identify, type Registry } from '@bridge/translation'
import type { Batch, BatchItem, Operation } from './operation.ts'
import { type AskedWrite, writeOperation, writtenEntity } from './write-operation.ts'

const itemsMax = 30

/**
 * Reads the envelope of a batch, whole, before anything of it runs (specification, section 4.4, rules 2 to 4). What is
 * wrong with an item alone becomes that item's fault.
 *
 * @param body the JSON of the request
 * @param requestId the batch's, which makes that of each write `requestid:bId`
 * @throws Fault `BATCH_INVALID_REQUEST`, `BATCH_TOO_MANY_ITEMS`, `REQUESTID_INVALID`
 */
export function parseBatch(body: unknown, requestId: string | undefined, entities?: Registry): Batch {
  const sent = isObject(body) ? body.BatchItemRequest : undefined
  if (!Array.isArray(sent)) {
    throw invalid('The body has no array `BatchItemRequest`, which holds the items of the batch.', 'BatchItemRequest')
  }
  if (sent.length > itemsMax) {
    const detail = `The batch holds ${sent.length} items, and ${itemsMax} at most are allowed. Nothing was run.`
    throw new Fault('BATCH_TOO_MANY_ITEMS', detail, { element: 'BatchItemRequest' })
  }
  const envelopes = sent.map(readEnvelope)
  refuseDuplicates(envelopes)
  if (requestId !== undefined) checkKeys(envelopes)
  return { kind: 'batch', items: envelopes.map((envelope) => itemOf(envelope, requestId, entities)) }
}

type JsonObject = Readonly<Record<string, unknown>>

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function invalid(detail: string, element: string): Fault {
  return new Fault('BATCH_INVALID_REQUEST', `${detail} Nothing was run.`, { element })
}

/** An item whose structure is right. */
interface Envelope {
  readonly path: string
  readonly bId: string
  readonly optionsData: unknown
  readonly payload:
    | { readonly query: string }
    | { readonly name: string; readonly asked: AskedWrite; readonly body: JsonObject }
}

function readEnvelope(item: unknown, index: number): Envelope {
  const path = `BatchItemRequest[${index}]`
  if (!isObject(item)) throw invalid(`${path} is not an object.`, path)
  const { bId, operation, optionsData, ...rest } = item
  const id = typeof bId === 'number' ? String(bId) : bId
  if (typeof id !== 'string' || id === '') throw invalid(`${path} has no \`bId\`, a text.`, `${path}.bId`)
  const payloads = Object.entries(rest).filter(([, value]) => value !== null)
  const [payload] = payloads
  if (payload === undefined || payloads.length > 1) {
    const found = payloads.length === 0 ? 'none' : payloads.map(([name]) => name).join(', ')
    throw invalid(`${named(path, id)} holds one payload, \`Query\` or one entity; it has ${found}.`, path)
  }
  const known = { path, bId: id, optionsData }
  return { ...known, payload: readPayload({ path, id, operation }, payload) }
}

function named(path: string, bId: string): string {
  return `${path} (bId ${JSON.stringify(bId.slice(0, 64))})`
}

function readPayload(
  { path, id, operation }: { readonly path: string; readonly id: string; readonly operation: unknown },
  [name, value]: readonly [string, unknown],
): Envelope['payload'] {
  const asked = typeof operation === 'string' ? operation.toLowerCase() : operation
  if (name.toLowerCase() === 'query') {
    if (typeof value !== 'string') throw invalid(`${named(path, id)}: \`Query\` is not a text.`, `${path}.${name}`)
    if (!isBlank(asked) && asked !== 'query') {
      throw invalid(`${named(path, id)} holds a query, which has no \`operation\`.`, `${path}.operation`)
    }
    return { query: value }
  }
  if (!isObject(value)) throw invalid(`${named(path, id)}: ${name} is not an object.`, `${path}.${name}`)
  if (asked !== 'create' && asked !== 'update' && asked !== 'delete' && asked !== 'void') {
    const detail = `${named(path, id)} needs an \`operation\`: create, update, delete or void.`
    throw invalid(detail, `${path}.operation`)
  }
  const hasId = identify(value).id !== undefined
  if (asked === 'create' && hasId) {
    throw invalid(`${named(path, id)} creates a record that has an Id; an update changes one.`, `${path}.${name}.Id`)
  }
  if (asked !== 'create' && !hasId) {
    throw invalid(`${named(path, id)}: this \`operation\` needs the Id of the record.`, `${path}.${name}.Id`)
  }
  return { name, asked: asked === 'create' ? undefined : asked, body: value }
}

function isBlank(value: unknown): boolean {
  return value === undefined || value === null || value === ''
}

function refuseDuplicates(envelopes: readonly Envelope[]): void {
  const seen = new Set<string>()
  for (const { path, bId } of envelopes) {
    if (seen.has(bId)) throw invalid(`${named(path, bId)} has the \`bId\` of an item before it.`, `${path}.bId`)
    seen.add(bId)
  }
}

function checkKeys(envelopes: readonly Envelope[]): void {
  for (const { path, bId } of envelopes) {
    if (keyable.test(bId)) continue
    const detail = `${named(path, bId)}: with a requestid, a \`bId\` has 10 printable characters at most. Nothing was run.`
    throw new Fault('REQUESTID_INVALID', detail, { element: `${path}.bId` })
  }
}

function itemOf(envelope: Envelope, requestId: string | undefined, entities: Registry | undefined): BatchItem {
  const { bId } = envelope
  try {
    const key = requestId === undefined ? undefined : `${requestId}:${bId}`
    return { bId, asked: operationOf(envelope, key, entities) }
  } catch (error) {
    if (error instanceof Fault) return { bId, asked: error }
    throw error
  }
}

function operationOf(
  { payload, optionsData, path }: Envelope,
  requestId: string | undefined,
  entities: Registry | undefined,
): Operation {
  const asked = 'query' in payload ? 'query' : payload.asked
  const isVoid = typeof optionsData === 'string' && optionsData.toLowerCase() === 'void'
  if (!isBlank(optionsData) && !(isVoid && (asked === 'update' || asked === 'void'))) {
    const sent = typeof optionsData === 'string' ? JSON.stringify(optionsData) : typeof optionsData
    const detail = `\`optionsData\` (here ${sent}) can be "void" on an update, and is not supported otherwise.`
    throw new Fault('BATCH_UNSUPPORTED_OPTION', detail, { element: `${path}.optionsData` })
  }
  if ('query' in payload) return { kind: 'query', text: payload.query }
  const write = isVoid ? 'void' : payload.asked
  return writeOperation(writtenEntity(payload.name, write, entities), write, payload.body, requestId)
}

/** 1 to 10 characters that a person can see, or blanks: what is not one of them cannot be part of a `requestid`. */
const keyable = /^\P{C}{1,10}$/u
