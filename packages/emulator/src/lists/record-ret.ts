import { branch, type Element, leaf } from '@bridge/translation/qbxml'
import { balanceOfAccount, balanceOfCustomer, balanceOfVendor } from '../books/balances.ts'
import { amountText } from '../books/decimal.ts'
import { aggregateOf } from '../books/fields.ts'
import { kindOf } from '../books/lists.ts'
import type { Fields, FieldValue, ListRecord } from '../books/record.ts'
import { hostTime } from '../host-time.ts'
import type { RequestContext } from '../request-context.ts'
import { addressBlock, customElements, elementsOf, isAskedFor, type RetOptions } from './ret.ts'

/** A list record as QuickBooks answers it, for example `CustomerRet`. */
export const recordRet = (context: RequestContext, record: ListRecord, options: RetOptions): Element => {
  const { books, switches } = context
  const kind = kindOf(record)
  const fields: Fields = { ...record.fields, ...computedFields(context, record) }
  const elements = [
    leaf('ListID', record.id),
    leaf('TimeCreated', hostTime(switches, record.created)),
    leaf('TimeModified', hostTime(switches, record.modified)),
    leaf('EditSequence', String(record.modified)),
  ]
  for (const name of kind.layout) {
    if (name.endsWith('AddressBlock')) elements.push(...addressBlock(name, aggregateOf(fields, name.slice(0, -5))))
    else if (name === 'DataExtRet') elements.push(...customElements(record.custom, options.ownerIds))
    else elements.push(...elementsOf(books, fields, [name], kind.family))
  }
  return branch(
    `${record.kind}Ret`,
    elements.filter((element) => isAskedFor(options, element.name)),
  )
}

const computedFields = (context: RequestContext, record: ListRecord): Fields => {
  const { books } = context
  const fields: Record<string, FieldValue> = {
    FullName: books.lists.fullName(record),
    Sublevel: String(books.lists.sublevel(record)),
  }
  const balances =
    record.kind === 'Account'
      ? balanceOfAccount(books, record)
      : record.kind === 'Customer'
        ? balanceOfCustomer(books, record)
        : undefined
  if (balances !== undefined) {
    fields.Balance = amountText(balances.own)
    fields.TotalBalance = amountText(balances.total)
  }
  if (record.kind === 'Vendor') fields.Balance = amountText(balanceOfVendor(books, record))
  return fields
}
