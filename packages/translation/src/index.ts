export { type FinishedPoll, type PollRun, planPoll } from './changes/change-poll.ts'
export type { PollState, ResynchronizeReason } from './changes/poll-state.ts'
export { readWrittenChanges, type SeenChange } from './changes/written-changes.ts'
export { checkCreate, checkUpdate } from './check/check.ts'
export { createCodePage } from './check/code-page.ts'
export { composeLetters } from './check/compose-letters.ts'
export { findForeignLetters, replaceForeignLetters } from './check/foreign-letters.ts'
export { type Identity, identify } from './check/identify.ts'
export {
  describeEntity,
  type EntityDescription,
  type FieldAccess,
  type FieldDescription,
  type VariantDescription,
} from './describe/describe-entity.ts'
export { type FoundRejection, findRejection, type RejectedCall } from './describe/find-rejection.ts'
export { departmentsFromClasses } from './entities/departments.ts'
export { type FoundEntity, findEntity, type RefusedEntity, type Registry, registry } from './entities/index.ts'
export { readIds, withNumericIds } from './ids/map-ids.ts'
export { fromNumericId, toNumericId } from './ids/numeric-id.ts'
export { serializeJson } from './json/serialize-json.ts'
export {
  type Currencies,
  createCurrencyQueries,
  getKnownCurrencies,
  namesUnknownCurrency,
  UnknownCurrencyError,
} from './parts/currencies.ts'
export { createDefinitionsQuery } from './parts/custom-fields.ts'
export { replaceStandIns, showStandIns } from './parts/stand-ins.ts'
export { type ChangesRun, planChanges } from './query/changes.ts'
export { createHostClock, type HostClock } from './query/host-clock.ts'
export { IdList } from './query/id-list.ts'
export { parseSpan, type Span } from './query/literal.ts'
export { parseQuery } from './query/parse.ts'
export { planQuery, planRows } from './query/plan.ts'
export type { Query } from './query/query.ts'
export { readQueryIds } from './query/query-ids.ts'
export type { QueryRun, ToRow } from './query/query-run.ts'
export { queryByParameter, requireRecordForDay } from './query/read-by-parameter.ts'
export { findDiscountTaxWarnings } from './read/discount-tax-warnings.ts'
export { findDifferences } from './read/find-differences.ts'
export { readRecord } from './read/read.ts'
export { rememberCurrencies } from './read/remember-currencies.ts'
export { createReadRequests, getCompanionQueries } from './read/requests.ts'
export { extendContext, findTaxWarnings, type ReadResult, readResponse, readResponses } from './read/response.ts'
export { getReportParameters, parseReport, reportParameters } from './reports/parse-report.ts'
export { type FinishedReport, planReport, type ReportRun } from './reports/plan-report.ts'
export { serializeReport } from './reports/serialize-report.ts'
export type { Report, ReportColumn, ReportRow, ReportRows } from './reports/table/report.ts'
export type { CompanyCalendar, ReportRequest } from './reports/table/report-request.ts'
export type { ReportTable } from './reports/table/report-table.ts'
export { reports } from './reports/tables/index.ts'
export type { CheckedRecord } from './table/checked.ts'
export {
  type CompanyMemory,
  createCompanyMemory,
  estimateListBytes,
  type RememberedLists,
} from './table/company-memory.ts'
export type { EntityTable, Operation, Variant } from './table/entity-table.ts'
export { isJsonObject, type JsonObject, type JsonValue } from './table/json.ts'
export { RecordText } from './table/record-text.ts'
export type { NamedRecords, ReadContext } from './table/traits.ts'
export { createNameRequests, isNameAddition, requireAddedNames } from './write/added-names.ts'
export { type AdjustedUpdate, planAdjustments, requireAdjusted } from './write/adjustments.ts'
export { planConfirmation } from './write/confirm-record.ts'
export {
  type CustomFieldHolder,
  type CustomValue,
  createCustomFieldFault,
  createCustomFieldRequests,
  resolveCustomFields,
} from './write/custom-fields.ts'
export { decideCurrencies, explainsCurrencies } from './write/decide-currencies.ts'
export {
  createAddRequest,
  createDeleteRequest,
  createModAfterAdd,
  createModRequest,
  createNewRecord,
  createReadAfterMod,
  needsCurrent,
  newRecordId,
  repeatsUnchangeable,
} from './write/requests.ts'
export { checkVoid, createVoidRequests, readVoided, type VoidOrder } from './write/void.ts'
export { parseXml, readXml, XmlBodyError, type XmlElement } from './xml/parse-xml.ts'
export { readXmlFields, readXmlRecord, readXmlRecordInSlices } from './xml/read-xml-record.ts'
export { serializeXml, serializeXmlMember } from './xml/serialize-xml.ts'
