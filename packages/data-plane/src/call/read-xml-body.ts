import { Fault } from '@bridge/faults'
import type { Sliced } from '@bridge/qbxml'
import {
  type EntityTable,
  findEntity,
  type JsonObject,
  type JsonValue,
  type Registry,
  readXml,
  readXmlFields,
  readXmlRecordInSlices,
  XmlBodyError,
  type XmlElement,
} from '@bridge/translation'

/**
 * Reads a record in XML as JSON, with pauses in a long one.
 *
 * @throws Fault `BAD_REQUEST` unless the body is the entity's XML
 */
export function readXmlBody(table: EntityTable, text: string): Sliced<JsonObject> {
  return withFaults(readRecord(table, text))
}

/**
 * Reads a batch in XML (`IntuitBatchRequest`) as JSON, with pauses in a long one.
 *
 * @throws Fault `BAD_REQUEST` unless the body is a batch's XML
 */
export function readXmlBatch(text: string, entities?: Registry): Sliced<JsonObject> {
  return withFaults(readBatch(text, entities))
}

function* withFaults<Result>(work: Sliced<Result>): Sliced<Result> {
  try {
    return yield* work
  } catch (error) {
    if (error instanceof XmlBodyError) throw new Fault('BAD_REQUEST', error.message, { cause: error })
    throw error
  }
}

function* readRecord(table: EntityTable, text: string): Sliced<JsonObject> {
  return yield* readXmlRecordInSlices(table, yield* readXml(text))
}

function* readBatch(text: string, entities: Registry | undefined): Sliced<JsonObject> {
  const root = yield* readXml(text)
  if (root.name !== 'IntuitBatchRequest') {
    throw new XmlBodyError(`The root element is ${root.name.slice(0, 100)}, not IntuitBatchRequest.`)
  }
  const items: JsonObject[] = []
  for (const item of root.children.filter(isItem)) items.push(yield* readItem(item, entities))
  return { BatchItemRequest: items }
}

function isItem({ name }: XmlElement): boolean {
  return name === 'BatchItemRequest'
}

/** Reads an item: `bId`, `operation` and `optionsData` are attributes, the payload is an element. */
function* readItem({ attributes, children }: XmlElement, entities: Registry | undefined): Sliced<JsonObject> {
  const payloads = new Map<string, JsonValue>()
  for (const child of children) {
    const earlier = payloads.get(child.name)
    const payload = yield* readPayload(child, entities)
    payloads.set(child.name, earlier === undefined ? payload : [earlier, payload])
  }
  return Object.fromEntries([...attributes, ...payloads])
}

function* readPayload(element: XmlElement, entities: Registry | undefined): Sliced<JsonValue> {
  const found = findEntity(element.name, entities)
  if (found?.kind === 'built' && found.table.name === element.name) {
    return yield* readXmlRecordInSlices(found.table, element)
  }
  return element.children.length === 0 && found === undefined ? element.text : readXmlFields(element)
}
