import { parseMessageSetResponse } from '@bridge/qbxml'
import { findBelief, type TruthReport } from '@bridge/truth'
import { compareEmulator } from './compare-emulator.ts'
import type { Difference } from './difference.ts'
import { findDropped, findTable } from './find-dropped.ts'

/** A report's differences from the product, and what could not be compared. */
export interface Comparison {
  readonly differences: readonly Difference[]
  /** Values that QuickBooks returns and no entity reads, by path. */
  readonly dropped: readonly string[]
  readonly unseeded: readonly string[]
}

/** Compares a report with the beliefs, the message tables, the reader and the emulator. */
export async function compareReport(report: TruthReport): Promise<Comparison> {
  const { differences, unseeded } = await compareEmulator(report)
  return {
    differences: [...compareBeliefs(report), ...compareTables(report), ...compareReader(report), ...differences],
    dropped: listDropped(report),
    unseeded,
  }
}

function compareBeliefs({ rows }: TruthReport): Difference[] {
  return rows
    .filter(({ outcome }) => outcome === 'refuted')
    .map(({ id, found }) => {
      const { belief = 'unknown', place = 'packages/truth' } = findBelief(id) ?? {}
      return { row: id, with: 'belief', path: 'check', quickBooks: found, product: belief, place }
    })
}

function compareTables({ exchanges }: TruthReport): Difference[] {
  return exchanges.flatMap(({ row, violations }) =>
    [...new Set(violations)].map((violation) => {
      const [path = '', ...reason] = violation.split(' ')
      const product = reason.join(' ')
      return { row, with: 'tables', path, quickBooks: 'returns it', product, place: 'packages/qbxml/src/messages' }
    }),
  )
}

/** Finds records that the reader fails on. */
function compareReader(report: TruthReport): Difference[] {
  return listRecords(report).flatMap(({ row, record }) => {
    try {
      findDropped(record)
      return []
    } catch (error) {
      const product = error instanceof Error ? error.name : 'fails'
      const place = `packages/translation/src/entities (${findTable(record.name)?.name})`
      return [{ row, with: 'reader', path: record.name, quickBooks: 'returns it', product, place } as const]
    }
  })
}

function listDropped(report: TruthReport): readonly string[] {
  const paths = listRecords(report).flatMap(({ record }) => {
    try {
      return findDropped(record)
    } catch {
      return []
    }
  })
  return [...new Set(paths)].sort()
}

function listRecords({ exchanges }: TruthReport) {
  return exchanges.flatMap(({ row, response }) =>
    (response === undefined ? [] : parseMessageSetResponse(response).responses)
      .flatMap(({ elements }) => elements)
      .map((record) => ({ row, record })),
  )
}
