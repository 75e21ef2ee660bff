import { branch, child, type Element, leaf } from '@bridge/qbxml'
import type { Deletion } from '../books/record.ts'
import { hostTime } from '../host/host-time.ts'
import { isKept, toDeletionElements } from '../requests/deletions.ts'
import type { RequestContext, RequestResult } from '../requests/request-context.ts'
import { isIncluded } from '../responses/ret.ts'
import { getRetOptions } from '../responses/ret-options.ts'
import { getTexts, timeFilter } from './filters.ts'
import { runQuery } from './run-query.ts'

/** Runs `ListDeletedQueryRq` and `TxnDeletedQueryRq`: returns deletions from the last 90 days by type and time. */
export function queryDeleted(of: 'List' | 'Txn', request: Element, context: RequestContext): RequestResult {
  const types = getTexts(request, `${of}DelType`)
  const options = getRetOptions(request)
  const range = child(request, 'DeletedDateRangeFilter')
  const isDeletedThen = timeFilter(context.switches, range, 'FromDeletedDate', 'ToDeletedDate')
  return runQuery(request, context, () => ({
    pending: types.flatMap((type) =>
      [...context.books.deletions.values()]
        .filter((each) => each.kind === type && isKept(context, each) && isDeletedThen(each.deleted))
        .sort((a, b) => a.deleted - b.deleted)
        .map((each) => () => {
          const elements = toDeletedElements(of, each, context)
          return branch(
            `${of}DeletedRet`,
            elements.filter((element) => isIncluded(options, element.name)),
          )
        }),
    ),
  }))
}

function toDeletedElements(of: 'List' | 'Txn', deletion: Deletion, context: RequestContext): readonly Element[] {
  return [
    leaf(`${of}DelType`, deletion.kind),
    leaf(of === 'List' ? 'ListID' : 'TxnID', deletion.id),
    leaf('TimeCreated', hostTime(context.switches, deletion.created)),
    ...toDeletionElements(context, deletion, of === 'List' ? 'FullName' : 'RefNumber'),
  ]
}
