import { z } from 'zod'

/** The largest report, in bytes, a good deal more than one of a company with long lists. */
export const maxReportBytes = 8 * 1024 * 1024

/**
 * A check's outcome: QuickBooks does as the product believes, or not; something to note for a belief without an
 * expectation; nothing, because no one was there or a part is missing.
 */
export type Outcome = 'proved' | 'refuted' | 'noted' | 'skipped'

const text = z.string().max(2_000)
const hresult = z.string().regex(/^0x[0-9A-F]{8}$/)

const exchangeSchema = z.object({
  row: z.string().regex(/^A\d{2,3}$/),
  request: z.string(),
  /** The response, or why there is none. */
  response: z.string().optional(),
  hresult: hresult.optional(),
  error: text.optional(),
  ms: z.number().int().min(0),
  /** How the response contradicts the message tables. */
  violations: z.array(text).max(200),
})

const rowSchema = z.object({
  id: z.string().regex(/^A\d{2,3}$/),
  outcome: z.enum(['proved', 'refuted', 'noted', 'skipped']),
  found: text,
})

const reportSchema = z.object({
  format: z.literal(1),
  at: z.iso.datetime(),
  /** The file's kind: `sample` is Intuit's sample company, whose texts are not redacted. */
  file: z.enum(['books', 'sample']),
  agentVersion: z.string().max(20),
  system: z.string().max(200),
  quickBooks: z.object({ product: z.string().max(100), release: z.string().max(20) }),
  rows: z.array(rowSchema).max(200),
  exchanges: z.array(exchangeSchema).max(20_000),
})

/** The kit's findings on a PC. Texts are redacted unless the file is Intuit's sample company. */
export type TruthReport = z.infer<typeof reportSchema>
export type ReportRow = TruthReport['rows'][number]
export type ReportExchange = TruthReport['exchanges'][number]

/** Parses a report; `undefined` for anything else. */
export function parseTruthReport(json: string): TruthReport | undefined {
  try {
    return reportSchema.parse(JSON.parse(json))
  } catch {
    return undefined
  }
}

/** Returns the report's folder name, such as `quickbooks-enterprise-solutions-24.0-r14`. */
export function getReleaseName({ quickBooks: { product, release } }: Pick<TruthReport, 'quickBooks'>): string {
  return `${product} ${release}`
    .toLowerCase()
    .replace(/[^a-z0-9.]+/g, '-')
    .replace(/^[-.]+|[-.]+$/g, '')
}
