import { formatHresult } from '@bridge/agent-protocol'
import { childText } from '@bridge/qbxml'
import { type BeliefId, beliefs, noRedaction, type Redactor, type ReportRow, type TruthReport } from '@bridge/truth'
import { comChecks } from './com-checks.ts'
import { type BeliefCheck, type BeliefFinding, refuted, skipped } from './finding.ts'
import { guidedChecks } from './guided-checks.ts'
import { FailedCallError, Kit, type KitOptions, OtherFileError } from './kit.ts'
import { recordChecks } from './record-checks.ts'
import { toMessageSet } from './requests.ts'
import { VerifyError } from './verify-error.ts'
import { writeChecks } from './write-checks.ts'

export interface VerifyOptions extends Omit<KitOptions, 'redactor' | 'confirm'> {
  /** Removes the company's texts from the report. Intuit's sample company has none. */
  readonly redactor: Redactor
  /** Whether the open file has to be Intuit's sample company. */
  readonly isSample: boolean
  /** Whether only the twelve checks of an installation run. */
  readonly onlyFirst: boolean
  /** Shows a sentence to the person at the PC. Undefined if no one is there. */
  readonly guide: ((sentence: string) => Promise<'done' | 'skip'>) | undefined
  readonly onRow: (row: ReportRow, belief: string) => void
  readonly agentVersion: string
  readonly system: string
}

const checks: Readonly<Partial<Record<BeliefId, BeliefCheck>>> = {
  ...comChecks,
  ...recordChecks,
  ...writeChecks,
  ...guidedChecks,
}

/**
 * Checks the beliefs about QuickBooks on this PC, and returns the report.
 *
 * @throws {VerifyError} if the sample company is needed and another file is open, which was only sent the query for what it is
 */
export async function runVerify(options: VerifyOptions): Promise<TruthReport> {
  const { guide, isSample, redactor, writes, clock } = options
  if (writes && !isSample) throw new VerifyError('--writes needs --sample: only the sample company is written to.')
  const confirm = async (sentence: string): Promise<boolean> => (await guide?.(sentence)) === 'done'
  const kit = new Kit({ ...options, confirm, redactor: isSample ? noRedaction : redactor })
  try {
    if (!(await kit.findRequestProcessor())) throw new VerifyError('QuickBooks is not installed on this PC.')
    if (isSample) await requireSampleCompany(kit)
    const quickBooks = await readProduct(kit)
    const rows: ReportRow[] = []
    for (const row of inOrder(options)) {
      const finding = await runRow(kit, row, options)
      const { found } = finding
      rows.push({ id: row.id, outcome: finding.outcome, found: found.slice(0, 2_000) })
      options.onRow({ ...finding, id: row.id }, row.belief)
    }
    return {
      format: 1,
      at: clock().toISOString(),
      file: isSample ? 'sample' : 'books',
      agentVersion: options.agentVersion,
      system: options.system,
      quickBooks,
      rows,
      exchanges: kit.exchanges,
    }
  } finally {
    await kit.close()
  }
}

/** Checks without a person come first, and what depends on failed calls after them. */
const modes = ['reads', 'writes', 'guided', 'hand'] as const

function inOrder({ onlyFirst }: VerifyOptions): readonly (typeof beliefs)[number][] {
  if (onlyFirst) return beliefs.filter(({ first }) => first !== undefined)
  const byMode = modes.flatMap((mode) => beliefs.filter((row) => row.mode === mode && row.id !== 'A56'))
  return [...byMode, ...beliefs.filter(({ id }) => id === 'A56')]
}

async function runRow(
  kit: Kit,
  { id, mode, sentence = '' }: (typeof beliefs)[number],
  { guide, writes }: VerifyOptions,
): Promise<BeliefFinding> {
  const check = checks[id]
  if (check === undefined) return skipped('by hand')
  if (mode === 'writes' && !writes) return skipped('only in the sample company, with --writes')
  if (mode === 'guided') {
    if (guide === undefined) return skipped('no one at the PC')
    await kit.end()
    if ((await guide(sentence)) === 'skip') return skipped('skipped by the person at the PC')
  }
  try {
    return await check(kit)
  } catch (error) {
    if (error instanceof OtherFileError) return skipped(error.message)
    if (!(error instanceof FailedCallError)) return refuted(`the response cannot be read: ${getName(error)}`)
    const { result, dialogs } = error.probe
    const code = result.ok ? 'ok' : formatHresult(result.hresult)
    return skipped(`no session: ${code}${dialogs.length > 0 ? ', with a dialog' : ''}`)
  }
}

function getName(error: unknown): string {
  return error instanceof Error ? error.name : 'unknown'
}

/** @throws {VerifyError} unless QuickBooks calls the open file a sample */
async function requireSampleCompany(kit: Kit): Promise<void> {
  const answer = await kit.ask(
    'A88',
    toMessageSet('<CompanyQueryRq><IncludeRetElement>IsSampleCompany</IncludeRetElement></CompanyQueryRq>'),
    { isLiteral: true },
  )
  const [company] = answer.ok ? (answer.set.responses[0]?.elements ?? []) : []
  if (company !== undefined && childText(company, 'IsSampleCompany') === 'true') return
  throw new VerifyError(
    'The open company file is not a sample company. Choose File > Open Previous Company, or “Open a sample file” in the No Company Open window.',
  )
}

async function readProduct(kit: Kit): Promise<TruthReport['quickBooks']> {
  const unknown = { product: 'unknown', release: '0' }
  try {
    const answer = await kit.askOnce('A60', toMessageSet('<HostQueryRq/>'))
    const [host] = answer.ok ? (answer.set.responses[0]?.elements ?? []) : []
    if (host === undefined) return unknown
    const read = (name: string): string => childText(host, name) ?? '0'
    return {
      product: read('ProductName').slice(0, 100),
      release: `${read('MajorVersion')}.${read('MinorVersion')}`.slice(0, 20),
    }
  } catch {
    // The rows say why.
    return unknown
  }
}
