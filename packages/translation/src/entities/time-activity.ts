import { Fault } from '@bridge/faults'
import { child, childText, type Element } from '@bridge/qbxml'
import { isBlank, isMeaningful } from '../check/check-value.ts'
import { envelope, txnIdentity } from '../parts/identity.ts'
import { nameLists } from '../parts/name-lists.ts'
import { noProjects } from '../parts/only-in-qbo.ts'
import { billableStatus } from '../parts/statuses.ts'
import { duration, timeWorked, toMinutes } from '../parts/time-worked.ts'
import type { CheckedValues } from '../table/checked-value.ts'
import { transaction } from '../table/entity-table.ts'
import { type JsonObject, type JsonValue, scalarText } from '../table/json.ts'
import {
  acceptsNumbers,
  between,
  borrowed,
  derived,
  echo,
  field,
  filter,
  lost,
  notClearable,
  note,
  readFrom,
  refused,
  sameRow,
  typed,
} from '../table/rows.ts'
import type { ReadContext, Traits } from '../table/traits.ts'

/** The values for `NameOf`, each with its reference and name list. */
const names = [
  { nameOf: 'Employee', key: 'EmployeeRef', list: 'Employee' },
  { nameOf: 'Vendor', key: 'VendorRef', list: undefined },
  { nameOf: 'Other', key: 'OtherNameRef', list: 'OtherName' },
] as const

const startAndEnd = note(
  'used for the duration, which is all that QuickBooks Desktop stores: reads show Hours and Minutes',
)
const billedByItem = 'QuickBooks Desktop bills time at the price of its service item: ItemRef'
const noSuchField = refused(
  'QuickBooks Desktop has no such field on time activities',
  'Put the text in Description of the time activity.',
)

type NameOf = (typeof names)[number]['nameOf']

export const TimeActivity = transaction('TimeActivity', {
  desktop: 'TimeTracking',
  can: ['create', 'update', 'delete'],
  iterates: true,
  companions: { remembered: [nameLists] },
  rows: {
    ...envelope,
    ...txnIdentity,
    TxnDate: field('TxnDate', notClearable, filter('byTxnDate')),
    NameOf: derived('text', readNameOf, { reads: ['EntityRef'] }),
    EmployeeRef: field('EntityRef', notClearable, readName('Employee')),
    VendorRef: field('EntityRef', notClearable, readName('Vendor')),
    OtherNameRef: field('EntityRef', notClearable, readName('Other')),
    CustomerRef: field('CustomerRef'),
    ItemRef: field('ItemServiceRef'),
    Hours: field(
      'Duration',
      typed('integer'),
      between(0, 8760),
      readFrom((record) => Math.floor(toMinutes(childText(record, 'Duration')) / 60)),
    ),
    Minutes: field(
      'Duration',
      typed('integer'),
      between(0, 8760),
      readFrom((record) => toMinutes(childText(record, 'Duration')) % 60),
    ),
    StartTime: field('Duration', typed('dateTime'), lost, startAndEnd),
    EndTime: field('Duration', typed('dateTime'), lost, startAndEnd),
    BreakHours: field('Duration', typed('integer'), between(0, 8760), lost, startAndEnd),
    BreakMinutes: field('Duration', typed('integer'), between(0, 8760), lost, startAndEnd),
    ClassRef: field('ClassRef'),
    PayrollItemRef: field('PayrollItemWageRef'),
    Description: field('Notes', acceptsNumbers),
    BillableStatus: billableStatus,

    HourlyRate: borrowed({
      type: 'price',
      reason: billedByItem,
      instead: 'Set UnitPrice on the service Item that ItemRef names.',
      ref: 'ItemRef',
      query: 'ItemService',
      elements: ['SalesOrPurchase/Price', 'SalesAndPurchase/SalesPrice'],
      isUsed: () => true,
    }),
    CostRate: refused(billedByItem, 'Set UnitPrice on the service Item that ItemRef names.'),
    Taxable: refused(
      'QuickBooks Desktop taxes billed time by the tax code of its service item',
      'Set SalesTaxCodeRef on the service Item that ItemRef names.',
    ),
    ProjectRef: noProjects('CustomerRef'),
    ...sameRow(
      ['Seconds', 'BreakSeconds'],
      refused('QuickBooks Desktop keeps time to the minute', 'Round to Minutes.'),
    ),
    ...sameRow(['TransactionLocationType', 'TimeZone', 'CustomField'], noSuchField),
    ...sameRow(['TimeChargeId', 'HoursInEmployeeTimeZone'], echo),
  },
  alsoCheck: ({ operation, body, values }) => {
    checkNames(operation, body)
    if (operation === 'create') requireBillable(body)
    timeWorked(operation, values)
  },
  beforeWrite: repeatNameAndDuration,
})

/** Reads a name's kind, which is never a customer. Without the lists, the written body decides. */
function readNameOf(record: Element, { nameLists, sent }: ReadContext): NameOf {
  const id = childText(child(record, 'EntityRef') ?? record, 'ListID') ?? ''
  if (nameLists !== undefined) return names.find(({ list }) => list === nameLists.get(id))?.nameOf ?? 'Vendor'
  return names.find(({ key }) => sent !== undefined && isMeaningful(sent[key]))?.nameOf ?? 'Employee'
}

function readName(nameOf: NameOf): Traits {
  return readFrom((record, context) => {
    const found = child(record, 'EntityRef')
    if (found === undefined || readNameOf(record, context) !== nameOf) return undefined
    return { value: childText(found, 'ListID') ?? '', name: childText(found, 'FullName') ?? '' }
  })
}

/** Rejects a missing reference, and one contradicting `NameOf` or another reference. */
function checkNames(operation: 'create' | 'update', body: JsonObject): void {
  const { NameOf: word } = body
  const sent = names.filter(({ key }) => isMeaningful(body[key]))
  const named = names.find(({ nameOf }) => matchesNameOf(word, nameOf))
  if (!isBlank(word) && named === undefined) {
    throw new Fault('2010', 'NameOf must be one of Employee, Vendor, Other.', { element: 'NameOf' })
  }
  const chosen = named ?? sent[0] ?? names[0]
  const other = sent.find(({ key }) => key !== chosen.key)
  if (other !== undefined) {
    throw new Fault('2010', `${other.key} contradicts ${chosen.key} or NameOf ${chosen.nameOf}.`, {
      element: other.key,
    })
  }
  if (sent.length === 0 && (operation === 'create' || named !== undefined)) {
    throw new Fault('2020', `${chosen.key} is required.`, { element: chosen.key })
  }
}

function matchesNameOf(word: JsonValue | undefined, nameOf: NameOf): boolean {
  return scalarText(word)?.trim().toLowerCase() === nameOf.toLowerCase()
}

/** Requires a customer and an item on billable time. */
function requireBillable({ BillableStatus: status, CustomerRef: customer, ItemRef: item }: JsonObject): void {
  if (scalarText(status)?.toLowerCase() !== 'billable') return
  for (const [element, value] of [
    ['CustomerRef', customer],
    ['ItemRef', item],
  ] as const) {
    if (!isMeaningful(value))
      throw new Fault('2020', `${element} is required where BillableStatus is Billable.`, { element })
  }
}

/** Completes a Mod's values, which include the name and the whole duration even if an update omits them. */
function repeatNameAndDuration(values: CheckedValues, current: Element | undefined): CheckedValues {
  const written = new Map(values)
  const stored = toMinutes(current && childText(current, 'Duration'))
  const hours = Number(values.get('Hours') ?? Math.floor(stored / 60))
  const minutes = Number(values.get('Minutes') ?? stored % 60)
  written.delete('Minutes')
  written.set('Hours', duration(hours * 60 + minutes))
  const entity = current && child(current, 'EntityRef')
  if (entity !== undefined && !names.some(({ key }) => written.has(key))) {
    written.set('EmployeeRef', { listId: childText(entity, 'ListID') ?? '' })
  }
  return written
}
