export { isShortExchange, maxExchangeCharacters, redactAgain, redactFacts } from './received-report.ts'
export { redactFinding } from './redact/finding-words.ts'
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
export type { BeliefRow, CheckMode, FirstCheck } from './rows/belief-row.ts'
export { type BeliefId, beliefs, findBelief, type GuidedId, type ReadId, type WriteId } from './rows/index.ts'
