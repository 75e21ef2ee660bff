export { isNameAddition, nameAdditions, requireAddedNames } from './added-names.ts'
export { checkCreate, checkUpdate } from './check.ts'
export {
  type CustomFieldHolder,
  type CustomValue,
  customFieldDefinitions,
  customFieldRequests,
  customFieldsFailed,
  resolveCustomFields,
} from './custom-fields.ts'
export {
  describeEntity,
  type EntityDescription,
  type FieldAccess,
  type FieldDescription,
  type VariantDescription,
} from './describe.ts'
export { departmentsFromClasses } from './entities/departments.ts'
export { type FoundEntity, findEntity, type RefusedEntity, type Registry, registry } from './entities/index.ts'
export { createHostClock, type HostClock } from './host-clock.ts'
export { type Identity, identify } from './identify.ts'
export { withNameLists } from './name-lists.ts'
export { namedItemsRequests, requireNamedItems } from './named-items.ts'
export { type ReadResult, readResponse, readResponses, writeWarnings } from './outcome.ts'
export { type ChangesRun, planChanges } from './query/changes.ts'
export { parseSpan, type Span } from './query/literal.ts'
export { parseQuery } from './query/parse.ts'
export { planQuery, type QueryRun } from './query/plan.ts'
export type { Query } from './query/query.ts'
export { queryByParameter, requireRecordForDay } from './query/read-by-parameter.ts'
export { readRecord } from './read.ts'
export {
  addRequest,
  alongRequests,
  deleteRequest,
  modAfterAdd,
  modRequest,
  needsCurrent,
  readAfterMod,
  readRequests,
  repeatsUnchangeable,
} from './requests.ts'
export type { CheckedRecord } from './table/checked.ts'
export type { EntityTable, Operation, Variant } from './table/entity-table.ts'
export type { JsonObject, JsonValue } from './table/json.ts'
export type { ReadContext } from './table/row.ts'
export { checkVoid, readVoided, type VoidOrder, voidRequests } from './void.ts'
