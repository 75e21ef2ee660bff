import { redactFinding } from './redact/finding-words.ts'
import type { Redactor } from './redact/redact-exchange.ts'
import { toShape } from './redact/text-shape.ts'
import type { ReportExchange, TruthReport } from './report.ts'

/** The longest request or response that the service accepts in a report, in characters. */
export const maxExchangeCharacters = 512 * 1024

/** Whether the service accepts an exchange of this length. */
export function isShortExchange({ request, response = '' }: Pick<ReportExchange, 'request' | 'response'>): boolean {
  return request.length <= maxExchangeCharacters && response.length <= maxExchangeCharacters
}

/**
 * Removes from an exchange what the agent should have removed. A redacted one stays as it is, but for its pseudonyms,
 * which are others.
 */
export function redactAgain(exchange: ReportExchange, redactor: Redactor): ReportExchange {
  const { request, response, error, violations } = exchange
  return {
    ...exchange,
    request: redactor.request(request),
    ...(response !== undefined && { response: redactor.response(response) }),
    ...(error !== undefined && { error: redactor.status(error) }),
    violations: violations.map(redactFinding),
  }
}

const system = /^Node\.js v[\d.]{1,20}, [A-Z][A-Za-z_]{1,20} [\w.-]{1,40} \w{1,10}$/
const product = /^(?:QuickBooks[\w .:-]{0,60}|unknown)$/

/** Removes from a report's findings what the agent should have removed. Its exchanges are for {@link redactAgain}. */
export function redactFacts(report: TruthReport): TruthReport {
  const { quickBooks } = report
  return {
    ...report,
    agentVersion: /^[\d.]{1,20}$/.test(report.agentVersion) ? report.agentVersion : toShape(report.agentVersion),
    system: system.test(report.system) ? report.system : toShape(report.system),
    quickBooks: {
      product: product.test(quickBooks.product) ? quickBooks.product : toShape(quickBooks.product),
      release: /^[A-Z\d.]{1,20}$/.test(quickBooks.release) ? quickBooks.release : toShape(quickBooks.release),
    },
    rows: report.rows.map((row) => ({ ...row, found: redactFinding(row.found) })),
  }
}
