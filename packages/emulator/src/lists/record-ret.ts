import { branch, type Element } from '@bridge/qbxml'
import type { Books } from '../books/books.ts'
import { findForeignCurrency, findHomeCurrency } from '../books/currencies.ts'
import { getText } from '../books/fields.ts'
import { getListKind } from '../books/lists.ts'
import type { Fields, FieldValue, ListRecord } from '../books/record.ts'
import { hostTime } from '../host/host-time.ts'
import type { RequestContext } from '../requests/request-context.ts'
import {
  addressBlock,
  computeOnce,
  customElements,
  fieldElements,
  isIncluded,
  type RetOptions,
} from '../responses/ret.ts'
import { getRetLayout } from '../responses/ret-layout.ts'
import { getListRules } from './list-rules.ts'

/** Returns a list record as a Ret, for example `CustomerRet`. */
export function toRecordRet(context: RequestContext, record: ListRecord, options: RetOptions): Element {
  const { books, switches } = context
  const { family } = getListKind(record)
  const getComputed = computeOnce(() => ({
    ...(switches.multiCurrency ? getCurrency(books, record) : {}),
    ...getListRules(record.kind).computed?.(record, context),
  }))
  const getField = (name: string): FieldValue | undefined =>
    headFields[name]?.(record, context) ?? getComputed()[name] ?? record.fields[name]
  const elements: Element[] = []
  for (const node of getRetLayout(record.kind)) {
    const { name } = node
    if (!isIncluded(options, name)) continue
    if (name.endsWith('AddressBlock')) elements.push(...addressBlock(name, getField(name.slice(0, -5))))
    else if (name === 'DataExtRet') elements.push(...customElements(record.custom, options.ownerIds))
    else elements.push(...fieldElements(books, node, getField(name), family))
  }
  return branch(`${record.kind}Ret`, elements)
}

function getCurrency(books: Books, record: ListRecord): Fields {
  const id = findForeignCurrency(books, record) ?? findHomeCurrency(books)?.id
  return id === undefined ? {} : { CurrencyRef: { ListID: id } }
}

/** The fields of every kind, which a query that looks for records requests without the others. */
const headFields: Readonly<Record<string, (record: ListRecord, context: RequestContext) => string | undefined>> = {
  ListID: ({ id }) => id,
  TimeCreated: ({ created }, { switches }) => hostTime(switches, created),
  TimeModified: ({ modified }, { switches }) => hostTime(switches, modified),
  EditSequence: ({ modified }) => String(modified),
  FullName: (record, { books }) => books.lists.fullName(record),
  Sublevel: (record, { books }) => String(books.lists.sublevel(record)),
  IsActive: ({ fields }) => getText(fields, 'IsActive'),
}
