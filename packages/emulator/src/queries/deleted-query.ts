import { branch, child, type Element, leaf } from '@bridge/translation/qbxml'
import type { Deletion } from '../books/record.ts'
import { hostTime } from '../host/host-time.ts'
import { deletionElements, isRemembered } from '../requests/deletions.ts'
import type { RequestContext, RequestResult } from '../requests/request-context.ts'
import { isAskedFor } from '../responses/ret.ts'
import { retOptionsOf } from '../responses/ret-options.ts'
import { textsOf, timeFilter } from './filters.ts'
import { answerQuery } from './run-query.ts'

/**
 * Answers `ListDeletedQueryRq` and `TxnDeletedQueryRq`: the deletions of the last 90 days, grouped by
 * type, by time within a type. Source: facts/qbxml.md, section 4.5.
 */
export function queryDeleted(of: 'List' | 'Txn', request: Element, context: RequestContext): RequestResult {
  const types = textsOf(request, `${of}DelType`)
  const options = retOptionsOf(request)
  const range = child(request, 'DeletedDateRangeFilter')
  const isDeletedThen = timeFilter(context.switches, range, 'FromDeletedDate', 'ToDeletedDate')
  return answerQuery(request, context, () => ({
    pending: types.flatMap((type) =>
      [...context.books.deletions.values()]
        .filter((each) => each.kind === type && isRemembered(context, each) && isDeletedThen(each.deleted))
        .sort((a, b) => a.deleted - b.deleted)
        .map((each) => () => {
          const elements = deletedElements(of, each, context)
          return branch(
            `${of}DeletedRet`,
            elements.filter((element) => isAskedFor(options, element.name)),
          )
        }),
    ),
  }))
}

function deletedElements(of: 'List' | 'Txn', deletion: Deletion, context: RequestContext): readonly Element[] {
  return [
    leaf(`${of}DelType`, deletion.kind),
    leaf(of === 'List' ? 'ListID' : 'TxnID', deletion.id),
    leaf('TimeCreated', hostTime(context.switches, deletion.created)),
    ...deletionElements(context, deletion, of === 'List' ? 'FullName' : 'RefNumber'),
  ]
}
