import { type AccountName, isProfitAndLoss } from './chart.ts'
import type { Paper, Posting } from './paper.ts'

export type Basis = 'Accrual' | 'Cash'

/** A posting as one basis counts it. */
export interface Entry extends Posting {
  readonly paper: Paper
}

/**
 * Recounts the papers. On a cash basis, income and expenses of a paper that is paid later count in proportion to what is
 * paid; the rest is held against its receivable or payable.
 */
export function recount(papers: readonly Paper[], basis: Basis): readonly Entry[] {
  return papers.flatMap((paper) => {
    const postings = basis === 'Cash' && paper.isPaidLater ? countPaid(paper, papers) : paper.postings
    return postings.map((posting) => ({ ...posting, paper }))
  })
}

function countPaid(paper: Paper, papers: readonly Paper[]): readonly Posting[] {
  const [control, ...others] = paper.postings
  if (control === undefined) return []
  const paid = papers.reduce((sum, { pays }) => sum + (pays?.title === paper.title ? pays.cents : 0), 0)
  const share = paid / Math.abs(control.cents)
  const counted = others.map((posting) =>
    isProfitAndLoss(posting.account) ? { ...posting, cents: Math.round(posting.cents * share) } : posting,
  )
  return [{ ...control, cents: -sumCents(counted) }, ...counted]
}

export function sumCents(postings: Iterable<Pick<Posting, 'cents'>>): number {
  let sum = 0
  for (const { cents } of postings) sum += cents
  return sum
}

/** Returns each account's balance, debits positive, without those at zero. */
export function getBalances(entries: readonly Entry[]): ReadonlyMap<AccountName, number> {
  return groupCents(entries, ({ account }) => account)
}

/** Returns sums by key, without those at zero. */
export function groupCents<Key>(
  entries: readonly Entry[],
  getKey: (entry: Entry) => Key | undefined,
): ReadonlyMap<Key, number> {
  const sums = new Map<Key, number>()
  for (const entry of entries) {
    const key = getKey(entry)
    if (key !== undefined) sums.set(key, (sums.get(key) ?? 0) + entry.cents)
  }
  return new Map([...sums].filter(([, cents]) => cents !== 0))
}
