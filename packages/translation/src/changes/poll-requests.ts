import { arrange, branch, formatEpoch, leaf, type QbxmlRequest } from '@bridge/qbxml'
import { getQueries, supports } from '../read/requests.ts'
import type { EntityTable } from '../table/entity-table.ts'

/** Transactions that QuickBooks' query over all types leaves out, or may leave out. */
export const queriedApart: readonly string[] = ['TimeTracking', 'Transfer']

const versionFields = ['TimeCreated', 'TimeModified', 'EditSequence']
const summaryFields = ['TxnType', 'TxnID', 'TimeCreated', 'TimeModified', 'Amount', 'Memo']

/**
 * Creates the message set that finds what has changed since a time: the company's activity, the changed transactions,
 * the changed records of each list, and the deletions.
 *
 * @param from seconds since 1970
 */
export function createPollRequests(tables: readonly EntityTable[], from: number): readonly QbxmlRequest[] {
  const since = leaf('FromModifiedDate', formatEpoch(from))
  const lists = new Set(tables.filter(({ kind }) => kind === 'list').flatMap(getQueries))
  return [
    branch('CompanyActivityQueryRq', []),
    arrange(
      branch('TransactionQueryRq', [
        branch('TransactionModifiedDateRangeFilter', [since]),
        leaf('TransactionDetailLevelFilter', 'SummaryOnly'),
        ...include(summaryFields),
      ]),
    ),
    ...queriedApart.map((type) =>
      arrange(
        branch(`${type}QueryRq`, [
          branch('ModifiedDateRangeFilter', [since]),
          ...include(['TxnID', ...versionFields, 'Memo']),
        ]),
      ),
    ),
    ...[...lists].map((query) =>
      arrange(
        branch(
          `${query}QueryRq`,
          [leaf('ActiveStatus', 'All'), since, ...include(['ListID', ...versionFields])].filter(({ name }) =>
            supports(query, name),
          ),
        ),
      ),
    ),
    ...createDeletionsRequests(tables, from),
  ]
}

/** Creates the query for the versions of transactions. */
export function createVersionsRequest(type: string, ids: readonly string[]): QbxmlRequest {
  return arrange(
    branch(`${type}QueryRq`, [...ids.map((id) => leaf('TxnID', id)), ...include(['TxnID', ...versionFields])]),
  )
}

function createDeletionsRequests(tables: readonly EntityTable[], from: number): readonly QbxmlRequest[] {
  const filter = branch('DeletedDateRangeFilter', [leaf('FromDeletedDate', formatEpoch(from))])
  const ofKind = (kind: EntityTable['kind']) => [
    ...new Set(
      tables
        .filter((table) => table.kind === kind)
        .flatMap((table) => table.deletedAs ?? table.variants.map(({ desktop }) => desktop)),
    ),
  ]
  return [
    branch('TxnDeletedQueryRq', [...ofKind('transaction').map((type) => leaf('TxnDelType', type)), filter]),
    branch('ListDeletedQueryRq', [...ofKind('list').map((type) => leaf('ListDelType', type)), filter]),
  ]
}

function include(names: readonly string[]) {
  return names.map((name) => leaf('IncludeRetElement', name))
}
