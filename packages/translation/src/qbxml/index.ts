export { arrange } from './arrange.ts'
export {
  requestViolations,
  responseViolations,
  type StructureViolation,
  type ValueViolation,
  type Violation,
} from './conforms.ts'
export { branch, child, childrenOf, childText, type Element, leaf } from './element.ts'
export type { Answer, MessageSet, OnError, Request, Response, StatusSeverity } from './message-set.ts'
export { type MessageTable, messageNames, messageTable } from './messages/message-table.ts'
export type { ChoiceNode, ElementNode, Node, ValueType } from './messages/notation.ts'
export {
  type AnswerHandlers,
  type AnswerHead,
  type AnswerReader,
  createAnswerReader,
  parseAnswer,
  type ReadLimits,
} from './parse-answer.ts'
export { type ParsedMessageSet, parseMessageSet } from './parse-message-set.ts'
export {
  InvalidCharacterError,
  isXmlCharacter,
  printAnswer,
  printElement,
  printMessageSet,
} from './print.ts'
export { isTransientStatus, type Status, severityOf, statuses } from './status.ts'
export { QbxmlSyntaxError } from './syntax-error.ts'
export { type TypeRule, types, type ValueFault, valueFault } from './types.ts'
