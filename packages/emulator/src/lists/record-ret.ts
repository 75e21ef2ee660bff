import { branch, type Element, leaf } from '@bridge/qbxml'
import { getAggregate } from '../books/fields.ts'
import { getListKind } from '../books/lists.ts'
import type { Fields, ListRecord } from '../books/record.ts'
import { hostTime } from '../host/host-time.ts'
import type { RequestContext } from '../requests/request-context.ts'
import {
  addressBlock,
  customElements,
  fieldElements,
  isIncluded,
  type RetOptions,
  selectsOnly,
} from '../responses/ret.ts'
import { getRetLayout } from '../responses/ret-layout.ts'
import { homeCurrency } from './currency-rules.ts'
import { toDefaultReference } from './default-reference.ts'
import { getListRules } from './list-rules.ts'

/** Returns a list record as a Ret, for example `CustomerRet`. */
export function toRecordRet(context: RequestContext, record: ListRecord, options: RetOptions): Element {
  if (selectsOnly(options, 'ListID')) return branch(`${record.kind}Ret`, [leaf('ListID', record.id)])
  const { books } = context
  const { family } = getListKind(record)
  const fields: Fields = { ...record.fields, ...computedFields(context, record) }
  const elements: Element[] = []
  for (const node of getRetLayout(record.kind)) {
    const { name } = node
    if (!isIncluded(options, name)) continue
    if (name.endsWith('AddressBlock')) elements.push(...addressBlock(name, getAggregate(fields, name.slice(0, -5))))
    else if (name === 'DataExtRet') elements.push(...customElements(record.custom, options.ownerIds))
    else elements.push(...fieldElements(books, node, fields[name], family))
  }
  return branch(`${record.kind}Ret`, elements)
}

function computedFields(context: RequestContext, record: ListRecord): Fields {
  const { books, switches } = context
  return {
    ListID: record.id,
    TimeCreated: hostTime(switches, record.created),
    TimeModified: hostTime(switches, record.modified),
    EditSequence: String(record.modified),
    FullName: books.lists.fullName(record),
    Sublevel: String(books.lists.sublevel(record)),
    ...(switches.multiCurrency ? toDefaultReference(books, 'CurrencyRef', 'Currency', homeCurrency) : {}),
    ...getListRules(record.kind).computed?.(record, context),
  }
}
