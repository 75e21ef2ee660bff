import { Fault } from '@bridge/faults'
import {
  type EntityTable,
  findEntity,
  type JsonObject,
  type JsonValue,
  parseXml,
  type Registry,
  readXmlFields,
  readXmlRecord,
  XmlBodyError,
  type XmlElement,
} from '@bridge/translation'

/**
 * Reads a record in XML as JSON.
 *
 * @throws Fault `BAD_REQUEST` unless the body is XML of the entity
 */
export function readXmlBody(table: EntityTable, text: string): JsonObject {
  return readAs(() => readXmlRecord(table, parseXml(text)))
}

/**
 * Reads a batch in XML (`IntuitBatchRequest`) as JSON.
 *
 * @throws Fault `BAD_REQUEST` unless the body is XML of a batch
 */
export function readXmlBatch(text: string, entities?: Registry): JsonObject {
  return readAs(() => {
    const root = parseXml(text)
    if (root.name !== 'IntuitBatchRequest') {
      throw new XmlBodyError(`The root element is ${root.name.slice(0, 100)}, not IntuitBatchRequest.`)
    }
    return { BatchItemRequest: root.children.filter(isItem).map((item) => readItem(item, entities)) }
  })
}

function readAs(read: () => JsonObject): JsonObject {
  try {
    return read()
  } catch (error) {
    if (error instanceof XmlBodyError) throw new Fault('BAD_REQUEST', error.message, { cause: error })
    throw error
  }
}

function isItem({ name }: XmlElement): boolean {
  return name === 'BatchItemRequest'
}

/** Reads an item: `bId`, `operation` and `optionsData` are attributes, the payload is an element. */
function readItem({ attributes, children }: XmlElement, entities: Registry | undefined): JsonObject {
  const payloads = new Map<string, JsonValue>()
  for (const child of children) {
    const earlier = payloads.get(child.name)
    const payload = readPayload(child, entities)
    payloads.set(child.name, earlier === undefined ? payload : [earlier, payload])
  }
  return Object.fromEntries([...attributes, ...payloads])
}

function readPayload(element: XmlElement, entities: Registry | undefined): JsonValue {
  const found = findEntity(element.name, entities)
  if (found?.kind === 'built' && found.table.name === element.name) return readXmlRecord(found.table, element)
  return element.children.length === 0 && found === undefined ? element.text : readXmlFields(element)
}
