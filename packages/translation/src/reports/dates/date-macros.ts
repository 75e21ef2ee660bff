import { shift, startOf, type Unit } from './unit.ts'

/** A period's days, both inclusive, in days since 1970. */
export interface Period {
  readonly from: number
  readonly to: number
}

/** A macro's period, relative to the unit containing today. */
export interface DateMacro {
  readonly unit: Unit
  /** 0 for this unit, -1 for the last one, 1 for the next one. */
  readonly offset: number
  /** How many units; 1 by default. */
  readonly count?: number
  /** Whether the period ends on the day corresponding to today. */
  readonly isToDate?: true
}

/** QBO's date macros (`Report.xsd`). `All` has no dates. */
export const dateMacros: Readonly<Record<string, DateMacro | undefined>> = {
  All: undefined,
  Today: { unit: 'day', offset: 0 },
  Yesterday: { unit: 'day', offset: -1 },
  'This Week': { unit: 'week', offset: 0 },
  'This Week-to-date': { unit: 'week', offset: 0, isToDate: true },
  'This Month': { unit: 'month', offset: 0 },
  'This Month-to-date': { unit: 'month', offset: 0, isToDate: true },
  'This Fiscal Quarter': { unit: 'fiscalQuarter', offset: 0 },
  'This Fiscal Quarter-to-date': { unit: 'fiscalQuarter', offset: 0, isToDate: true },
  'This Fiscal Year': { unit: 'fiscalYear', offset: 0 },
  'This Fiscal Year-to-date': { unit: 'fiscalYear', offset: 0, isToDate: true },
  'This Calendar Quarter': { unit: 'calendarQuarter', offset: 0 },
  'This Calendar Quarter-to-date': { unit: 'calendarQuarter', offset: 0, isToDate: true },
  'This Calendar Year': { unit: 'calendarYear', offset: 0 },
  'This Calendar Year-to-date': { unit: 'calendarYear', offset: 0, isToDate: true },
  'Last Week': { unit: 'week', offset: -1 },
  'Last Week-to-date': { unit: 'week', offset: -1, isToDate: true },
  'Last Month': { unit: 'month', offset: -1 },
  'Last Month-to-date': { unit: 'month', offset: -1, isToDate: true },
  'Last Fiscal Quarter': { unit: 'fiscalQuarter', offset: -1 },
  'Last Fiscal Quarter-to-date': { unit: 'fiscalQuarter', offset: -1, isToDate: true },
  'Last Fiscal Year': { unit: 'fiscalYear', offset: -1 },
  'Last Fiscal Year-to-date': { unit: 'fiscalYear', offset: -1, isToDate: true },
  'Last Calendar Quarter': { unit: 'calendarQuarter', offset: -1 },
  'Last Calendar Quarter-to-date': { unit: 'calendarQuarter', offset: -1, isToDate: true },
  'Last Calendar Year': { unit: 'calendarYear', offset: -1 },
  'Last Calendar Year-to-date': { unit: 'calendarYear', offset: -1, isToDate: true },
  'Next Week': { unit: 'week', offset: 1 },
  'Next 4 Weeks': { unit: 'week', offset: 1, count: 4 },
  'Next Month': { unit: 'month', offset: 1 },
  'Next Fiscal Quarter': { unit: 'fiscalQuarter', offset: 1 },
  'Next Fiscal Year': { unit: 'fiscalYear', offset: 1 },
  'Next Calendar Quarter': { unit: 'calendarQuarter', offset: 1 },
  'Next Calendar Year': { unit: 'calendarYear', offset: 1 },
}

const nameByFoldedText = new Map(Object.keys(dateMacros).map((name) => [fold(name), name]))

function fold(text: string): string {
  return text.toLowerCase().replace(/[\s_-]+/g, '')
}

/** Finds a macro's name in any case and spacing. */
export function findDateMacro(text: string): string | undefined {
  return nameByFoldedText.get(fold(text))
}

/** Returns a macro's days; undefined for `All`. Throws on an unknown name. */
export function resolveDateMacro(name: string, today: number, firstFiscalMonth: number): Period | undefined {
  if (!(name in dateMacros)) throw new Error(`There is no date macro ${name}`)
  const macro = dateMacros[name]
  if (macro === undefined) return undefined
  const { unit, offset, count = 1, isToDate } = macro
  const from = shift(unit, startOf(unit, today, firstFiscalMonth), offset)
  const last = shift(unit, from, count) - 1
  return { from, to: isToDate ? Math.min(shift(unit, today, offset), last) : last }
}
