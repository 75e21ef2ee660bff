export type { Digest } from './redact/pseudonyms.ts'
export { createRedactor, noRedaction, type Redactor } from './redact/redact-exchange.ts'
export {
  getReleaseName,
  maxReportBytes,
  type Outcome,
  parseTruthReport,
  type ReportExchange,
  type ReportRow,
  type TruthReport,
} from './report.ts'
export type { BeliefRow, CheckMode } from './rows/belief-row.ts'
export { type BeliefId, beliefs, findBelief, type GuidedId, type ReadId, type WriteId } from './rows/index.ts'
