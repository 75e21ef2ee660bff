import type { Sliced } from '@bridge/qbxml'
import Big from 'big.js'
import type { DetailColumn } from '../table/detail-layout.ts'
import type { Cells, DataRow, ReportRow } from '../table/report.ts'
import { formatAmount, readAmount } from './money.ts'

/** Rows with running balances and their sums. */
export interface Recounted {
  readonly rows: readonly ReportRow[]
  /** By column; undefined for columns without sums. */
  readonly sums: readonly (Big | undefined)[]
}

/**
 * Recomputes running balances and section sums after rows without an open balance were left out. The running balance
 * adds up the open balances.
 */
export function* recount(rows: readonly ReportRow[], columns: readonly DetailColumn[]): Sliced<Recounted> {
  const openIndex = columns.findIndex(({ cell }) => cell.kind === 'amount' && cell.from === 'OpenBalance')
  const runningIndex = columns.findIndex(({ cell }) => cell.kind === 'amount' && cell.isRunning)
  function* countSection(section: readonly ReportRow[]): Sliced<Recounted> {
    const sums = columns.map(({ cell }) => (cell.kind === 'amount' ? new Big(0) : undefined))
    const counted: ReportRow[] = []
    let running = new Big(0)
    const add = (index: number, amount: Big): void => {
      sums[index] = sums[index]?.plus(amount)
    }
    for (const row of section) {
      if ('ColData' in row) {
        running = running.plus(readAmount(row.ColData[openIndex]?.value ?? ''))
        row.ColData.forEach(({ value }, index) => {
          if (index !== runningIndex) add(index, readAmount(value))
        })
        add(runningIndex, readAmount(row.ColData[openIndex]?.value ?? ''))
        counted.push(withBalance(row, runningIndex, running))
      } else {
        const inner = yield* countSection(row.Rows?.Row ?? [])
        inner.sums.forEach((sum, index) => {
          if (sum !== undefined) add(index, sum)
        })
        counted.push({
          ...row,
          Rows: { Row: inner.rows },
          ...(row.Summary && { Summary: replaceSums(row.Summary, inner.sums) }),
        })
      }
      yield
    }
    return { rows: counted, sums }
  }
  return yield* countSection(rows)
}

function withBalance(row: DataRow, index: number, balance: Big): DataRow {
  return { ...row, ColData: row.ColData.map((cell, at) => (at === index ? { value: formatAmount(balance) } : cell)) }
}

/** Replaces a summary's amounts. */
export function replaceSums({ ColData }: Cells, sums: readonly (Big | undefined)[]): Cells {
  return {
    ColData: ColData.map((cell, index) => {
      const sum = sums[index]
      return sum === undefined ? cell : { value: formatAmount(sum) }
    }),
  }
}
