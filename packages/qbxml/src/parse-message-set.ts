import { ElementReader } from './element-reader.ts'
import type { MessageSet, OnError, QbxmlRequest } from './message-set.ts'
import type { ReadLimits } from './parse-message-set-response.ts'
import { runAtOnce } from './sliced.ts'

/** A parsed message set, with the version always written by `serializeMessageSet`. */
export interface ParsedMessageSet extends MessageSet {
  /** From the `qbxml` instruction, for example `13.0`. */
  readonly version: string
}

const maxMessageSetCharacters = 64 * 1024 * 1024

/**
 * Parses a message set as strictly as QuickBooks does; `findRequestViolations` checks the requests' content. Throws
 * `QbxmlSyntaxError`.
 */
export function parseMessageSet(text: string, limits: ReadLimits = {}): ParsedMessageSet {
  let version: string | undefined
  let head: Omit<MessageSet, 'requests'> | undefined
  const requests: QbxmlRequest[] = []

  const options = { depth: 3, maxCharacters: limits.maxCharacters ?? maxMessageSetCharacters }
  const reader = new ElementReader(text, options, {
    onInstruction(target, body) {
      if (target !== 'qbxml') return
      const match = /^version\s*=\s*(?:"([^"]+)"|'([^']+)')\s*$/.exec(body)
      if (match === null) throw reader.error('the qbxml instruction has no version')
      version = match[1] ?? match[2]
    },
    onFrameOpen(name, attributes, depth) {
      if (depth === 1) {
        if (name !== 'QBXML') throw reader.error(`the root element is ${name}, not QBXML`)
        if (version === undefined) throw reader.error('there is no qbxml instruction with a version')
        return
      }
      if (name !== 'QBXMLMsgsRq') throw reader.error(`QBXML contains ${name}, not QBXMLMsgsRq`)
      if (head !== undefined) throw reader.error('there is more than one QBXMLMsgsRq')
      head = readHead(attributes, (reason) => reader.error(reason))
    },
    onElement(element) {
      requests.push(element)
    },
  })

  runAtOnce(reader.read())
  if (head === undefined || version === undefined) throw reader.error('QBXML contains no QBXMLMsgsRq')
  return { version, ...head, requests }
}

function readHead(
  attributes: Readonly<Record<string, string>>,
  error: (reason: string) => Error,
): Omit<MessageSet, 'requests'> {
  const { onError, newMessageSetID, oldMessageSetID, responseData, ...unknown } = attributes
  const unknownName = Object.keys(unknown)[0]
  if (unknownName !== undefined) throw error(`QBXMLMsgsRq has no attribute ${unknownName}`)
  if (onError !== 'stopOnError' && onError !== 'continueOnError') throw error('onError is missing or invalid')
  if (responseData !== undefined && responseData !== 'includeAll' && responseData !== 'includeNone')
    throw error('responseData is invalid')
  return {
    onError: onError satisfies OnError,
    ...(newMessageSetID === undefined ? {} : { newMessageSetId: newMessageSetID }),
    ...(oldMessageSetID === undefined ? {} : { oldMessageSetId: oldMessageSetID }),
  }
}
