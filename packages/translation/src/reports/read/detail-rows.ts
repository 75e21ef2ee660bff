import { childText } from '@bridge/qbxml'
import type { DetailCell, DetailColumn, DetailLayout } from '../table/detail-layout.ts'
import type { Cell, DataRow } from '../table/report.ts'
import { createCells } from './arrange-groups.ts'
import type { DesktopContent, FlatRow } from './desktop-report.ts'
import { isZero, negate } from './money.ts'
import { getShownId, type NameIndex, toShownLabel } from './name-index.ts'
import type { RowRenderer } from './nest-rows.ts'
import { isPosting, toClientType } from './txn-words.ts'

/** Creates the renderer for reports with one row per transaction line. */
export function createDetailRenderer(layout: DetailLayout, content: DesktopContent, names: NameIndex): RowRenderer {
  const { columns, sectionList, hasOpeningRows, isByTransaction, showsOpenOnly } = layout
  const indexByType = new Map([...content.columns].reverse().map(({ type, index }) => [type, index]))
  const read = (row: FlatRow, type: string): string => {
    const index = indexByType.get(type)
    return (index === undefined ? undefined : row.values[index]) ?? ''
  }
  const creditAccounts = createCreditAccounts(names)
  const cells = columns.map((column) => createCellReader(column.cell, read, names, creditAccounts))
  const findSection = (fullName: string | undefined) =>
    sectionList === undefined || fullName === undefined ? undefined : names.find([sectionList], fullName)
  let transaction: string | undefined

  /** Returns whether a row continues the previous row's transaction. */
  const continuesTransaction = (row: FlatRow): boolean => {
    const current = read(row, 'TxnID') || read(row, 'TxnNumber') || transaction
    const continues = transaction !== undefined && current === transaction
    transaction = current
    return continues
  }

  return {
    renderRow(row, section) {
      if (showsOpenOnly && indexByType.has('OpenBalance') && isZero(read(row, 'OpenBalance'))) return undefined
      const continues = isByTransaction === true && continuesTransaction(row)
      const fullName = row.fullName ?? section?.fullName
      const ColData = new Array<Cell>(cells.length)
      for (let index = 0; index < cells.length; index++) {
        const repeated = continues ? columns[index]?.repeated : undefined
        ColData[index] = repeated === undefined ? (cells[index]?.(row, fullName) ?? blank) : { value: repeated }
      }
      return { ColData, type: 'Data' }
    },
    showLabel: (label, fullName) => toShownLabel(label, findSection(fullName)),
    renderHeader(title, fullName) {
      const record = findSection(fullName)
      const [, ...rest] = createCells('', columns.length).ColData
      return { ColData: [withId(title, getShownId(names, record)), ...rest] }
    },
    renderSummary(title, row, fullName) {
      transaction = undefined
      return {
        ColData: columns.map((column, index) => {
          if (index === 0) return { value: title }
          return row !== undefined && isSummed(column) ? (cells[index]?.(row, fullName) ?? blank) : blank
        }),
      }
    },
    ...(hasOpeningRows && {
      readOpening(row) {
        if (read(row, 'TxnType') !== '' || read(row, 'TxnID') !== '') return undefined
        const ColData = columns.map(({ cell }, index): Cell => {
          if (index === 0) return { value: 'Beginning Balance' }
          return cell.kind === 'amount' && cell.isRunning ? (cells[index]?.(row, row.fullName) ?? blank) : blank
        })
        const rows: readonly DataRow[] = isZero(read(row, 'RunningBalance')) ? [] : [{ ColData, type: 'Data' }]
        return { rows }
      },
    }),
  }
}

const blank: Cell = { value: '' }

function isSummed({ cell }: DetailColumn): boolean {
  return cell.kind === 'amount' && !cell.isRunning
}

function withId(value: string, id: string | undefined): Cell {
  return id === undefined ? { value } : { value, id }
}

type CellReader = (row: FlatRow, sectionName: string | undefined) => Cell

function createCellReader(
  cell: DetailCell,
  read: (row: FlatRow, type: string) => string,
  names: NameIndex,
  isCreditAccount: (fullName: string | undefined) => boolean,
): CellReader {
  switch (cell.kind) {
    case 'text':
      return (row) => ({ value: read(row, cell.from) })
    case 'type':
      return (row) => {
        const id = read(row, 'TxnID')
        return withId(toClientType(read(row, 'TxnType')), id === '' ? undefined : names.formatId(id))
      }
    case 'posting':
      return (row) => ({ value: isPosting(read(row, 'TxnType')) ? 'Yes' : 'No' })
    case 'name': {
      const cellByName = new Map<string, Cell>()
      return (row) => {
        const value = read(row, cell.from)
        const known = cellByName.get(value) ?? createNameCell(value, cell.lists, names)
        cellByName.set(value, known)
        return known
      }
    }
    case 'amount':
      return (row, sectionName) => {
        const value = read(row, cell.from)
        if (cell.naturalOf === undefined) return { value }
        const account = cell.naturalOf === 'row' ? read(row, 'Account') : sectionName
        return { value: isCreditAccount(account) ? negate(value) : value }
      }
  }
}

type NameCell = Extract<DetailCell, { readonly kind: 'name' }>

/** Blank names and split accounts have a blank ID in QBO. */
function createNameCell(value: string, lists: NameCell['lists'], names: NameIndex): Cell {
  if (value === '') return { value, id: '' }
  if (/^-\s*split\s*-$/i.test(value)) return { value: '-Split-', id: '' }
  const record = names.find(lists, value)
  return withId(toShownLabel(value, record), getShownId(names, record))
}

/** Account types increased by credits. */
const creditTypes: ReadonlySet<string> = new Set([
  'AccountsPayable',
  'CreditCard',
  'OtherCurrentLiability',
  'LongTermLiability',
  'Equity',
  'Income',
  'OtherIncome',
])

function createCreditAccounts(names: NameIndex): (fullName: string | undefined) => boolean {
  const known = new Map<string, boolean>()
  return (fullName) => {
    if (fullName === undefined) return false
    const isCredit = known.get(fullName) ?? hasCreditType(fullName, names)
    known.set(fullName, isCredit)
    return isCredit
  }
}

function hasCreditType(fullName: string, names: NameIndex): boolean {
  const record = names.find(['account'], fullName)
  return creditTypes.has((record && childText(record, 'AccountType')) ?? '')
}
