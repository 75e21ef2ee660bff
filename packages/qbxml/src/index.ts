export { arrange } from './arrange.ts'
export {
  findRequestViolations,
  findResponseViolations,
  type StructureViolation,
  type ValueViolation,
  type Violation,
} from './conforms.ts'
export { copyTexts } from './copy-texts.ts'
export { branch, child, childrenByName, childText, type Element, type ElementList, leaf } from './element.ts'
export { ElementReader } from './element-reader.ts'
export type { ElementHandlers, ElementReaderOptions } from './element-reader-options.ts'
export { formatGuid, normalizeGuid, readFileIds, readPrivateValues, serializeFileIdQuery } from './file-ids.ts'
export type {
  MessageSet,
  MessageSetResponse,
  OnError,
  QbxmlRequest,
  QbxmlResponse,
  StatusSeverity,
  StreamedMessageSetResponse,
  StreamedResponse,
} from './message-set.ts'
export { findElementType } from './messages/element-types.ts'
export {
  findMessageTable,
  getMessageNames,
  getPlaces,
  type MessageTable,
  type Place,
} from './messages/message-table.ts'
export type { ChoiceNode, ElementNode, Node, ValueType } from './messages/notation.ts'
export { monthNames } from './month-names.ts'
export { type ParsedMessageSet, parseMessageSet } from './parse-message-set.ts'
export {
  parseMessageSetResponse,
  type ReadLimits,
  readMessageSetResponse,
  streamMessageSetResponse,
} from './parse-message-set-response.ts'
export {
  InvalidCharacterError,
  isXmlCharacter,
  serializeElement,
  serializeMessageSet,
  serializeMessageSetResponse,
} from './serialize.ts'
export { runAtOnce, type Sliced } from './sliced.ts'
export { getSeverity, isStatusIn, isTransientStatus, type Status, type StatusGroup, statuses } from './status.ts'
export { readWhole } from './streamed-elements.ts'
export { QbxmlLimitError, QbxmlSyntaxError } from './syntax-error.ts'
export { correctEpoch, formatEpoch, getIdSuffix, parseEpoch } from './times.ts'
export { findValueError, type TypeRule, types, type ValueError } from './types.ts'
