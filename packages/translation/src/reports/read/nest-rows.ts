import type { Sliced } from '@bridge/qbxml'
import type { Cells, DataRow, ReportRow, SectionRow } from '../table/report.ts'
import type { LineRule, RowRules, SectionRule } from '../table/section-rules.ts'
import { type DesktopContent, type FlatRow, isEndOfSlice } from './desktop-report.ts'
import { fold } from './fold.ts'

/** Turns a report's parts into rows of cells. */
export interface RowRenderer {
  /** Returns undefined for a row to leave out. */
  renderRow(row: FlatRow, section: OpenSection | undefined): DataRow | undefined
  /** Returns a record's label as QBO shows it. */
  showLabel(label: string, fullName: string | undefined): string
  /** @param ownRow the row with the postings on a parent itself */
  renderHeader(title: string, fullName: string | undefined, ownRow: FlatRow | undefined): Cells
  renderSummary(title: string, row: FlatRow | undefined, fullName: string | undefined): Cells
  /** Returns whether a row begins a name's section, and its first row. Without it, only text rows do. */
  readOpening?(row: FlatRow): { readonly rows: readonly DataRow[] } | undefined
}

export interface OpenSection {
  readonly text: string
  readonly rule: SectionRule | undefined
  /** The full name of the section's list record, if known. */
  readonly fullName: string | undefined
  readonly rows: ReportRow[]
  ownRow: FlatRow | undefined
  hasOwnSection: boolean
  /** How many first rows there are, such as an opening balance. */
  openingCount: number
  /** How many other rows there are, including those in inner sections. */
  lineCount: number
}

export interface NestedRows {
  readonly rows: readonly ReportRow[]
  readonly total: FlatRow | undefined
  /** How many rows hold the company's data. */
  readonly dataCount: number
}

const ownSuffix = ' - Other'

/**
 * Nests a desktop report's flat rows. A text row opens a section; a closing row closes the innermost section whose
 * heading it names, and otherwise is a separate line. A closing row with a name closes a name's section, one without
 * closes a report section, since accounts may be named like sections. Data rows never close anything, since accounts
 * may be named "Total …".
 */
export function* nestRows(content: DesktopContent, rules: RowRules, renderer: RowRenderer): Sliced<NestedRows> {
  const sectionRules = new Map(rules.sections?.map((rule) => [fold(rule.text), rule]))
  const lineRules = new Map(rules.lines?.map((rule) => [fold(rule.text), rule]))
  const root: ReportRow[] = []
  const stack: OpenSection[] = []
  let total: FlatRow | undefined
  let dataCount = 0

  const top = (): OpenSection | undefined => stack[stack.length - 1]
  const rowsOnTop = (): ReportRow[] => top()?.rows ?? root

  const open = (text: string, fullName: string | undefined, rows: readonly ReportRow[] = []): void => {
    const rule = fullName === undefined ? sectionRules.get(fold(text)) : undefined
    const parent = top()?.fullName
    const path = parent === undefined ? text : `${parent}:${text}`
    stack.push({
      text,
      rule,
      fullName: fullName ?? (rule === undefined ? path : undefined),
      rows: [...rows],
      ownRow: undefined,
      hasOwnSection: false,
      openingCount: rows.length,
      lineCount: 0,
    })
  }

  const close = (row: FlatRow | undefined, isClosedEarly = false): void => {
    const section = stack.pop()
    if (section === undefined) return
    const rule = row?.fullName === undefined ? section.rule : undefined
    const parentRows = rowsOnTop()
    const isWithoutHeader = rule !== undefined || (rules.unwrapsOthers && row?.fullName === undefined)
    const ownRow = section.ownRow && isWithoutHeader ? renderer.renderRow(section.ownRow, section) : undefined
    if (ownRow !== undefined) section.rows.push(ownRow)
    if (rule !== undefined) {
      closeSectionOfReport(section, rule, row, parentRows, renderer)
      return
    }
    if (rules.dropsEmpty && section.rows.length === 0 && section.ownRow === undefined) return
    if (isWithoutHeader) {
      for (const each of section.rows) parentRows.push(each)
      return
    }
    const fullName = row?.fullName ?? section.fullName
    const parent = top()
    if (parent !== undefined) parent.lineCount += section.lineCount
    const isOwn = parent !== undefined && isOwnLabel(section.text, parent.text, row?.fullName ?? section.fullName)
    const title = getTitle(renderer.showLabel(isOwn ? parent.text : section.text, fullName), rules)
    const sumRow = rules.sumsNeedRows && section.lineCount === 0 ? undefined : row
    const suffix = section.hasOwnSection ? (rules.parentSuffix ?? '') : ''
    const closed: SectionRow = {
      Header: renderer.renderHeader(title, fullName, section.ownRow),
      ...(section.rows.length > 0 && { Rows: { Row: section.rows } }),
      ...((row !== undefined || isClosedEarly) && {
        Summary: renderer.renderSummary(`${rules.summaryPrefix ?? 'Total '}${title}${suffix}`, sumRow, fullName),
      }),
      type: 'Section',
    }
    if (isOwn) {
      parent.hasOwnSection = true
      parentRows.unshift(closed)
    } else parentRows.push(closed)
  }

  const addLine = (rule: LineRule, row: FlatRow): void => {
    rowsOnTop().push(renderLine(rule, row, renderer))
  }

  const readData = (row: FlatRow): void => {
    const line = row.fullName === undefined ? lineRules.get(fold(row.label)) : undefined
    if (line !== undefined) {
      dataCount++
      addLine(line, row)
      return
    }
    const opening = renderer.readOpening?.(row)
    if (opening !== undefined) {
      dataCount++
      const label = row.label || (row.fullName ?? '')
      while (stack.length > 0 && !isInside(row, label, top())) close(undefined, true)
      dropOpeningRows(top())
      open(label, row.fullName, opening.rows)
      return
    }
    const section = top()
    if (section !== undefined && isOwnLabel(row.label, section.text, row.fullName)) {
      section.ownRow = row
      dataCount++
      return
    }
    const rendered = renderer.renderRow(row, section)
    if (rendered === undefined) return
    dataCount++
    rowsOnTop().push(rendered)
    if (section !== undefined) section.lineCount++
  }

  const readClosing = (row: FlatRow): void => {
    const depth = stack.findLastIndex((section) => isClosedBy(section, row))
    if (depth >= 0) {
      while (stack.length > depth + 1) close(undefined)
      close(row)
      return
    }
    const line = row.fullName === undefined ? lineRules.get(fold(row.label)) : undefined
    if (line !== undefined) addLine(line, row)
    else if (row.isTotal || fold(row.label) === 'total') {
      while (stack.length > 0) close(undefined, true)
      total = row
    } else if (rules.subtotals !== undefined) {
      const { title, isFollowedByBlank } = rules.subtotals
      const Summary = renderer.renderSummary(title, row, undefined)
      rowsOnTop().push({ Summary, type: 'Section' })
      if (isFollowedByBlank) rowsOnTop().push({ ColData: Summary.ColData.map(() => ({ value: '' })), type: 'Data' })
    } else rowsOnTop().push({ Summary: renderer.renderSummary(row.label, row, row.fullName), type: 'Section' })
  }

  for (let position = 0; position < content.rowCount; position++) {
    const row = content.readRow(position)
    if (row.kind === 'text') open(row.label, undefined)
    else if (row.kind === 'data') readData(row)
    else readClosing(row)
    if (isEndOfSlice(position)) yield
  }
  while (stack.length > 0) close(undefined)
  return { rows: rules.isReversed ? root.reverse() : root, total, dataCount }
}

function closeSectionOfReport(
  section: OpenSection,
  rule: SectionRule,
  row: FlatRow | undefined,
  parentRows: ReportRow[],
  renderer: RowRenderer,
): void {
  const Summary = row && renderer.renderSummary(rule.summary, row, undefined)
  const Rows = section.rows.length > 0 ? { Rows: { Row: section.rows } } : undefined
  const Header = renderer.renderHeader(rule.header, undefined, undefined)
  const group = rule.group === undefined ? undefined : { group: rule.group }
  if (rule.separate === undefined) {
    parentRows.push({ Header, ...Rows, ...(Summary && { Summary }), type: 'Section', ...group })
    return
  }
  if (rule.separate === 'lift') for (const each of section.rows) parentRows.push(each)
  else parentRows.push({ Header, ...Rows, type: 'Section' })
  if (Summary !== undefined) parentRows.push({ Summary, type: 'Section', ...group })
}

function renderLine(rule: LineRule, row: FlatRow, renderer: RowRenderer): ReportRow {
  const { ColData } = renderer.renderSummary(rule.title, row, undefined)
  const group = rule.group === undefined ? undefined : { group: rule.group }
  return rule.isData ? { ColData, type: 'Data', ...group } : { Summary: { ColData }, type: 'Section', ...group }
}

function isClosedBy({ text, rule }: OpenSection, { label, fullName }: FlatRow): boolean {
  const folded = fold(label)
  if (fullName === undefined && rule?.closing !== undefined && folded === fold(rule.closing)) return true
  return folded === fold(`Total ${text}`)
}

/** Returns whether a label marks the postings on a parent itself. A child may have that label as its name. */
function isOwnLabel(label: string, parent: string, fullName: string | undefined): boolean {
  if (label !== `${parent}${ownSuffix}`) return false
  return fullName === undefined || getLastPart(fullName) !== label
}

function getLastPart(fullName: string): string {
  return fullName.slice(fullName.lastIndexOf(':') + 1)
}

/** Returns whether a row opening a name's section belongs into an open section. */
function isInside({ fullName }: FlatRow, label: string, section: OpenSection | undefined): boolean {
  if (section?.fullName === undefined || fullName === undefined) return true
  return fullName.startsWith(`${section.fullName}:`) || isOwnLabel(label, section.text, fullName)
}

/** A parent's opening balance adds up those shown by its sections. */
function dropOpeningRows(section: OpenSection | undefined): void {
  if (section === undefined) return
  section.rows.splice(0, section.openingCount)
  section.openingCount = 0
}

function getTitle(text: string, { agesSections }: RowRules): string {
  if (!agesSections || fold(text) === 'current') return text
  const more = /^>\s*(\d+)$/.exec(text)
  return more === null ? `${text} days past due` : `${Number(more[1]) + 1} or more days past due`
}
