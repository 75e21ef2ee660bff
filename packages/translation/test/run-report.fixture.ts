import { branch, type Element, leaf, type QbxmlResponse, runAtOnce } from '@bridge/qbxml'
import { parseReport } from '../src/reports/parse-report.ts'
import { type FinishedReport, planReport } from '../src/reports/plan-report.ts'
import type { CompanyCalendar } from '../src/reports/table/report-request.ts'
import { createResponse } from './desktop-report.fixture.ts'

/** A company's lists, and what its records show about it. */
export interface CompanyLists {
  /** IDs by full name; accounts also have a `type`. */
  readonly accounts?: Readonly<Record<string, { readonly id: string; readonly type?: string }>>
  readonly customers?: Readonly<Record<string, string>>
  readonly vendors?: Readonly<Record<string, string>>
  readonly employees?: Readonly<Record<string, string>>
  readonly classes?: Readonly<Record<string, string>>
  readonly items?: Readonly<Record<string, { readonly id: string; readonly sku?: string }>>
  readonly firstFiscalMonth?: string
  /** A record's time, with the company's offset. */
  readonly timeModified?: string
  readonly editSequence?: string
  readonly homeCurrency?: { readonly id: string; readonly code: string }
}

export const calendar: CompanyCalendar = { utcOffsetMinutes: 0, firstFiscalMonth: 1 }

/** Thursday noon. */
export const now = new Date('2026-01-15T12:00:00Z')

/** Runs a report to its end against a desktop response. Parameters are a query string's. */
export function runReport(
  name: string,
  parameters: string,
  response: QbxmlResponse,
  company: CompanyLists = {},
  at: { readonly now: Date; readonly calendar: CompanyCalendar } = { now, calendar },
): FinishedReport {
  const run = planReport(parseReport(name, parseParameters(parameters)), at.calendar, at.now)
  const lists = run.requests.slice(1).map((request) => createListResponse(request, company))
  const finished = runAtOnce(run.finish([response, ...lists]))
  if (!('body' in finished)) throw new Error('The company has another calendar.')
  return finished
}

/** Groups a query string's values by parameter. */
export function parseParameters(text: string): ReadonlyMap<string, readonly string[]> {
  const parameters = new Map<string, readonly string[]>()
  for (const [name, value] of new URLSearchParams(text)) {
    parameters.set(name, [...(parameters.get(name) ?? []), value])
  }
  return parameters
}

/** Responds to a list query or the company query. */
export function createListResponse(request: Element, company: CompanyLists): QbxmlResponse {
  const name = request.name.replace(/QueryRq$/, '')
  return createResponse(`${name}QueryRs`, createRecords(name, company))
}

function createRecords(list: string, company: CompanyLists): readonly Element[] {
  const { timeModified, editSequence } = company
  const createRecord = (ret: string, id: string, ...fields: readonly Element[]): Element =>
    branch(ret, [
      leaf('ListID', id),
      ...(timeModified === undefined ? [] : [leaf('TimeModified', timeModified)]),
      ...(editSequence === undefined ? [] : [leaf('EditSequence', editSequence)]),
      ...fields,
    ])
  const createNames = (ret: string, element: string, ids: Readonly<Record<string, string>> = {}): readonly Element[] =>
    Object.entries(ids).map(([name, id]) => createRecord(ret, id, leaf(element, name)))
  switch (list) {
    case 'Account':
      return Object.entries(company.accounts ?? {}).map(([name, { id, type = 'Bank' }]) =>
        createRecord('AccountRet', id, leaf('FullName', name), leaf('AccountType', type)),
      )
    case 'Customer':
      return createNames('CustomerRet', 'FullName', company.customers)
    case 'Vendor':
      return createNames('VendorRet', 'Name', company.vendors)
    case 'Employee':
      return createNames('EmployeeRet', 'Name', company.employees)
    case 'Class':
      return createNames('ClassRet', 'FullName', company.classes)
    case 'Item':
      return Object.entries(company.items ?? {}).map(([name, { id, sku }]) =>
        createRecord(
          'ItemInventoryRet',
          id,
          leaf('FullName', name),
          ...(sku === undefined ? [] : [leaf('ManufacturerPartNumber', sku)]),
        ),
      )
    case 'Company':
      return [branch('CompanyRet', [leaf('FirstMonthFiscalYear', company.firstFiscalMonth ?? 'January')])]
    case 'Preferences':
      return [createPreferences(company)]
    case 'Currency':
      return company.homeCurrency === undefined
        ? []
        : [
            branch('CurrencyRet', [
              leaf('ListID', company.homeCurrency.id),
              leaf('CurrencyCode', company.homeCurrency.code),
            ]),
          ]
    default:
      throw new Error(`The company has no list ${list}.`)
  }
}

function createPreferences({ homeCurrency }: CompanyLists): Element {
  return branch('PreferencesRet', [
    branch('MultiCurrencyPreferences', [
      leaf('IsMultiCurrencyOn', String(homeCurrency !== undefined)),
      ...(homeCurrency === undefined ? [] : [branch('HomeCurrencyRef', [leaf('ListID', homeCurrency.id)])]),
    ]),
  ])
}

/** Formats a report's rows as indented lines: cell values with IDs, and groups. */
export function formatRows({ body }: { readonly body: FinishedReport['body'] }): string {
  return formatEach(body.Rows.Row ?? [], '').join('\n')
}

type Row = NonNullable<FinishedReport['body']['Rows']['Row']>[number]

function formatEach(rows: readonly Row[], indent: string): readonly string[] {
  return rows.flatMap((row) => {
    const group = row.group === undefined ? '' : ` {${row.group}}`
    if ('ColData' in row) return [`${indent}${formatCells(row.ColData)}${group}`]
    return [
      ...(row.Header === undefined ? [] : [`${indent}> ${formatCells(row.Header.ColData)}${group}`]),
      ...formatEach(row.Rows?.Row ?? [], `${indent}  `),
      ...(row.Summary === undefined ? [] : [`${indent}= ${formatCells(row.Summary.ColData)}${group}`]),
    ]
  })
}

function formatCells(cells: readonly { readonly value: string; readonly id?: string }[]): string {
  return cells.map(({ value, id }) => (id === undefined ? value : `${value} #${id}`)).join(' | ')
}

/** Removes the lines' common indentation, and blank lines around them. */
export function dedent(text: string): string {
  const lines = text.replace(/^\s*\n|\n\s*$/g, '').split('\n')
  const indent = Math.min(...lines.filter((line) => line.trim() !== '').map((line) => line.search(/\S/)))
  return lines.map((line) => line.slice(indent)).join('\n')
}
