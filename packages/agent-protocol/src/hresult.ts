import type { DesktopError } from './exchange-outcome.ts'
import { type HresultRow, hresultRows, unknownHresultRow } from './hresult-rows.ts'

/** Whether a call failed before ProcessRequest, or inside it. */
export type CallStage = 'before' | 'inside'

/** Formats an HRESULT as QuickBooks' documentation does: `0x8004040A`. */
export function formatHresult(hresult: number): string {
  return `0x${(hresult >>> 0).toString(16).toUpperCase().padStart(8, '0')}`
}

/** Returns the row of an HRESULT: a number, signed or not, or a transport's text for it. */
export function findHresult(hresult: number | string): HresultRow {
  const name = typeof hresult === 'number' ? formatHresult(hresult) : hresult.trim().toUpperCase().replace(/^0X/, '0x')
  return Object.hasOwn(hresultRows, name) ? (hresultRows[name] ?? unknownHresultRow) : unknownHresultRow
}

/** Returns what a person at the PC reads about a failed call; the message is from QuickBooks or Windows. */
export function describeFailure({ hresult, message }: DesktopError, stage: CallStage): string {
  const { advice, beginAdvice, showsText } = findHresult(hresult)
  const text = (stage === 'before' && beginAdvice) || advice
  const detail = message.trim()
  if (!showsText || detail === '') return text
  return detail.startsWith(text) ? detail : `${text} ${detail}`
}
