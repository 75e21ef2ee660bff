import { Fault } from '@bridge/faults'
import { isBlank, isMeaningful } from '../check/check-value.ts'
import { sameRow } from '../parts/contact.ts'
import { envelope, txnIdentity } from '../parts/identity.ts'
import { noProjects } from '../parts/only-in-qbo.ts'
import { billableStatus } from '../parts/statuses.ts'
import { duration, minutesOf, timeWorked } from '../parts/time-worked.ts'
import { child, childText, type Element } from '../qbxml/element.ts'
import type { CheckedValues } from '../table/checked.ts'
import { transaction } from '../table/entity-table.ts'
import { type JsonObject, type JsonValue, scalarText } from '../table/json.ts'
import type { ReadContext, Traits } from '../table/row.ts'
import {
  between,
  date,
  derived,
  filter,
  ignored,
  max,
  note,
  permanent,
  readFrom,
  ref,
  refused,
  text,
  whole,
  writeOnly,
} from '../table/rows.ts'

/** Whose time it is: the word of `NameOf`, the reference that goes with it, and the list in which the name stands. */
const names = [
  { nameOf: 'Employee', key: 'EmployeeRef', list: 'Employee' },
  { nameOf: 'Vendor', key: 'VendorRef', list: undefined },
  { nameOf: 'Other', key: 'OtherNameRef', list: 'OtherName' },
] as const

const startAndEnd = note(
  'taken for the duration; QuickBooks Desktop keeps that alone, and reads show Hours and Minutes',
)
const noRate = refused('QuickBooks Desktop bills time at the price of its service item: ItemRef')
const noSuchField = refused('QuickBooks Desktop has no such field on time activities')

type NameOf = (typeof names)[number]['nameOf']

export const TimeActivity = transaction('TimeActivity', {
  desktop: 'TimeTracking',
  can: ['create', 'update', 'delete'],
  iterates: true,
  nameLists: ['Employee', 'OtherName'],
  rows: {
    ...envelope,
    ...txnIdentity,
    TxnDate: date('TxnDate', permanent, filter('byTxnDate')),
    NameOf: derived('text', nameOfRecord),
    EmployeeRef: ref('EntityRef', permanent, readName('Employee')),
    VendorRef: ref('EntityRef', permanent, readName('Vendor')),
    OtherNameRef: ref('EntityRef', permanent, readName('Other')),
    CustomerRef: ref('CustomerRef', permanent),
    ItemRef: ref('ItemServiceRef', permanent),
    Hours: whole(
      'Duration',
      between(0, 8760),
      readFrom((record) => Math.floor(minutesOf(childText(record, 'Duration')) / 60)),
    ),
    Minutes: whole(
      'Duration',
      between(0, 8760),
      readFrom((record) => minutesOf(childText(record, 'Duration')) % 60),
    ),
    StartTime: { kind: 'dateTime', element: 'Duration', ...writeOnly, ...startAndEnd },
    EndTime: { kind: 'dateTime', element: 'Duration', ...writeOnly, ...startAndEnd },
    BreakHours: whole('Duration', between(0, 8760), writeOnly, startAndEnd),
    BreakMinutes: whole('Duration', between(0, 8760), writeOnly, startAndEnd),
    ClassRef: ref('ClassRef', permanent),
    PayrollItemRef: ref('PayrollItemWageRef', permanent),
    Description: text('Notes', max(4095)),
    BillableStatus: billableStatus,

    HourlyRate: noRate,
    CostRate: noRate,
    Taxable: refused('QuickBooks Desktop taxes billed time by the tax code of its service item'),
    ProjectRef: noProjects('CustomerRef'),
    ...sameRow(['Seconds', 'BreakSeconds'], refused('QuickBooks Desktop keeps time to the minute')),
    ...sameRow(['TransactionLocationType', 'TimeZone', 'CustomField'], noSuchField),
    ...sameRow(['TimeChargeId', 'HoursInEmployeeTimeZone'], ignored),
  },
  alsoCheck: ({ operation, body, values }) => {
    settleName(operation, body)
    if (operation === 'create') requireBillable(body)
    timeWorked(operation, values)
  },
  beforeWrite: repeatWhole,
})

/** A name that is in none of the lists asked along is a vendor's; on a write, the client has said whose it is. */
function nameOfRecord(record: Element, { nameLists, sent }: ReadContext): NameOf {
  const id = childText(child(record, 'EntityRef') ?? record, 'ListID') ?? ''
  if (nameLists !== undefined) return names.find(({ list }) => list === nameLists.get(id))?.nameOf ?? 'Vendor'
  return names.find(({ key }) => sent !== undefined && isMeaningful(sent[key]))?.nameOf ?? 'Employee'
}

function readName(nameOf: NameOf): Traits {
  return readFrom((record, context) => {
    const found = child(record, 'EntityRef')
    if (found === undefined || nameOfRecord(record, context) !== nameOf) return undefined
    return { value: childText(found, 'ListID') ?? '', name: childText(found, 'FullName') ?? '' }
  })
}

/** `NameOf` and one reference go together. */
function settleName(operation: 'create' | 'update', body: JsonObject): void {
  const { NameOf: word } = body
  const given = names.filter(({ key }) => isMeaningful(body[key]))
  const named = names.find(({ nameOf }) => isNameOf(word, nameOf))
  if (!isBlank(word) && named === undefined) {
    throw new Fault('2010', 'NameOf must be Employee, Vendor or Other', { element: 'NameOf' })
  }
  const wanted = named ?? given[0] ?? names[0]
  const other = given.find(({ key }) => key !== wanted.key)
  if (other !== undefined) {
    throw new Fault('2010', `${other.key} does not go with ${wanted.key}, nor with NameOf ${wanted.nameOf}`, {
      element: other.key,
    })
  }
  if (given.length === 0 && (operation === 'create' || named !== undefined)) {
    throw new Fault('2020', `${wanted.key} is required: it says whose time it is`, { element: wanted.key })
  }
}

function isNameOf(word: JsonValue | undefined, nameOf: NameOf): boolean {
  return scalarText(word)?.trim().toLowerCase() === nameOf.toLowerCase()
}

/** Billable time needs somebody to bill and something to bill (facts/qbxml.md, section 6.1). */
function requireBillable({ BillableStatus: status, CustomerRef: customer, ItemRef: item }: JsonObject): void {
  if (scalarText(status)?.toLowerCase() !== 'billable') return
  for (const [element, value] of [
    ['CustomerRef', customer],
    ['ItemRef', item],
  ] as const) {
    if (!isMeaningful(value)) throw new Fault('2020', `${element} is required on billable time`, { element })
  }
}

/** A Mod repeats the name and the whole duration, whatever an update leaves out. */
function repeatWhole(values: CheckedValues, current: Element | undefined): CheckedValues {
  const written = new Map(values)
  const stored = minutesOf(current && childText(current, 'Duration'))
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
