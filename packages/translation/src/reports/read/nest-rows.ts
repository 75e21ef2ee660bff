import type { Sliced } from '@bridge/qbxml'
import type { Cells, DataRow, ReportRow, SectionRow } from '../table/report.ts'
import type { LineRule, RowRules, SectionRule } from '../table/section-rules.ts'
import { type DesktopContent, type FlatRow, isEndOfSlice } from './desktop-report.ts'
import { fold } from './fold.ts'
import { type AddRow, createAddRow } from './serialize-rows.ts'

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
export function* nestRows(
  content: DesktopContent,
  rules: RowRules,
  renderer: RowRenderer,
  addRow: AddRow = createAddRow(content, rules.isReversed),
): Sliced<NestedRows> {
  const nesting = new Nesting(rules, renderer, addRow)
  let position = 0
  for (const row of content.readRows()) {
    nesting.add(row)
    if (isEndOfSlice(position++)) yield
  }
  return nesting.finish()
}

class Nesting {
  readonly #rules: RowRules
  readonly #renderer: RowRenderer
  readonly #addRow: AddRow
  readonly #sectionRules: ReadonlyMap<string, SectionRule>
  readonly #lineRules: ReadonlyMap<string, LineRule>
  readonly #root: ReportRow[] = []
  readonly #open: OpenSection[] = []
  #total: FlatRow | undefined
  #dataCount = 0

  constructor(rules: RowRules, renderer: RowRenderer, addRow: AddRow) {
    this.#rules = rules
    this.#renderer = renderer
    this.#addRow = addRow
    this.#sectionRules = new Map(rules.sections?.map((rule) => [fold(rule.text), rule]))
    this.#lineRules = new Map(rules.lines?.map((rule) => [fold(rule.text), rule]))
  }

  add(row: FlatRow): void {
    if (row.kind === 'text') this.#openSection(row.label, undefined)
    else if (row.kind === 'data') this.#addData(row)
    else this.#addClosing(row)
  }

  finish(): NestedRows {
    while (this.#open.length > 0) this.#close(undefined)
    const rows = this.#rules.isReversed ? this.#root.reverse() : this.#root
    return { rows, total: this.#total, dataCount: this.#dataCount }
  }

  get #innermost(): OpenSection | undefined {
    return this.#open.at(-1)
  }

  get #rows(): ReportRow[] {
    return this.#innermost?.rows ?? this.#root
  }

  #openSection(text: string, fullName: string | undefined, rows: readonly ReportRow[] = []): void {
    const rule = fullName === undefined ? this.#sectionRules.get(fold(text)) : undefined
    const parent = this.#innermost?.fullName
    const path = parent === undefined ? text : `${parent}:${text}`
    this.#open.push({
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

  #close(row: FlatRow | undefined, isClosedEarly = false): void {
    const section = this.#open.pop()
    if (section === undefined) return
    const rule = row?.fullName === undefined ? section.rule : undefined
    const isWithoutHeader = rule !== undefined || (this.#rules.unwrapsOthers && row?.fullName === undefined)
    const ownRow = section.ownRow && isWithoutHeader ? this.#renderer.renderRow(section.ownRow, section) : undefined
    if (ownRow !== undefined) this.#addRow(section.rows, ownRow)
    if (rule !== undefined) {
      closeSectionOfReport(section, rule, row, this.#rows, this.#renderer)
      return
    }
    if (this.#rules.dropsEmpty && section.rows.length === 0 && section.ownRow === undefined) return
    if (!isWithoutHeader) this.#closeNamed(section, row, isClosedEarly)
    else for (const each of section.rows) this.#rows.push(each)
  }

  #closeNamed(section: OpenSection, row: FlatRow | undefined, isClosedEarly: boolean): void {
    const { summaryPrefix = 'Total ', sumsNeedRows, parentSuffix = '' } = this.#rules
    const fullName = row?.fullName ?? section.fullName
    const parent = this.#innermost
    if (parent !== undefined) parent.lineCount += section.lineCount
    const isOwn = parent !== undefined && isOwnLabel(section.text, parent.text, fullName)
    const title = getTitle(this.#renderer.showLabel(isOwn ? parent.text : section.text, fullName), this.#rules)
    const sumRow = sumsNeedRows && section.lineCount === 0 ? undefined : row
    const summary = `${summaryPrefix}${title}${section.hasOwnSection ? parentSuffix : ''}`
    const closed: SectionRow = {
      Header: this.#renderer.renderHeader(title, fullName, section.ownRow),
      ...(section.rows.length > 0 && { Rows: { Row: section.rows } }),
      ...((row !== undefined || isClosedEarly) && { Summary: this.#renderer.renderSummary(summary, sumRow, fullName) }),
      type: 'Section',
    }
    if (!isOwn) {
      this.#addRow(this.#rows, closed)
      return
    }
    parent.hasOwnSection = true
    const first: ReportRow[] = []
    this.#addRow(first, closed)
    this.#rows.unshift(...first)
  }

  #addData(row: FlatRow): void {
    if (this.#addLine(row)) {
      this.#dataCount++
      return
    }
    const opening = this.#renderer.readOpening?.(row)
    if (opening !== undefined) {
      this.#dataCount++
      this.#openAfter(row, opening.rows)
      return
    }
    const section = this.#innermost
    if (section !== undefined && isOwnLabel(row.label, section.text, row.fullName)) {
      section.ownRow = row
      this.#dataCount++
      return
    }
    const rendered = this.#renderer.renderRow(row, section)
    if (rendered === undefined) return
    this.#dataCount++
    this.#addRow(this.#rows, rendered)
    if (section !== undefined) section.lineCount++
  }

  /** Opens a name's section after closing those it does not belong into. */
  #openAfter(row: FlatRow, rows: readonly DataRow[]): void {
    const label = row.label || (row.fullName ?? '')
    while (this.#open.length > 0 && !isInside(row, label, this.#innermost)) this.#close(undefined, true)
    dropOpeningRows(this.#innermost)
    this.#openSection(label, row.fullName, rows)
  }

  /** Adds a row with a line rule. Returns whether it has one. */
  #addLine(row: FlatRow): boolean {
    const rule = row.fullName === undefined ? this.#lineRules.get(fold(row.label)) : undefined
    if (rule !== undefined) this.#rows.push(renderLine(rule, row, this.#renderer))
    return rule !== undefined
  }

  #addClosing(row: FlatRow): void {
    const depth = this.#open.findLastIndex((section) => isClosedBy(section, row))
    if (depth >= 0) {
      while (this.#open.length > depth + 1) this.#close(undefined)
      this.#close(row)
    } else if (this.#addLine(row)) return
    else if (row.isTotal || fold(row.label) === 'total') {
      while (this.#open.length > 0) this.#close(undefined, true)
      this.#total = row
    } else this.#addSubtotal(row)
  }

  #addSubtotal(row: FlatRow): void {
    const { subtotals } = this.#rules
    const Summary = this.#renderer.renderSummary(
      subtotals?.title ?? row.label,
      row,
      subtotals ? undefined : row.fullName,
    )
    this.#rows.push({ Summary, type: 'Section' })
    if (subtotals?.isFollowedByBlank) {
      this.#rows.push({ ColData: Summary.ColData.map(() => ({ value: '' })), type: 'Data' })
    }
  }
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
