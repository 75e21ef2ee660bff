import { childText, type Element, monthNames, parseEpoch, type QbxmlResponse, type Sliced } from '@bridge/qbxml'
import type { CompanyCalendar } from '../table/report-request.ts'

/** Returns the calendar shown by the responses; the rest stays as planned. */
export function* observeCalendar(
  responses: readonly QbxmlResponse[],
  planned: CompanyCalendar,
  now: Date,
): Sliced<CompanyCalendar> {
  const records = responses.flatMap(({ elements }) => elements)
  const company = records.find(({ name }) => name === 'CompanyRet')
  const month = monthNames.indexOf((company && childText(company, 'FirstMonthFiscalYear')) ?? '') + 1
  return {
    utcOffsetMinutes: (yield* observeOffset(records, now)) ?? planned.utcOffsetMinutes,
    firstFiscalMonth: month === 0 ? planned.firstFiscalMonth : month,
  }
}

/** Returns the offset from the record nearest to this time in the year, since clocks change with seasons. */
function* observeOffset(records: readonly Element[], now: Date): Sliced<number | undefined> {
  let nearest = Number.POSITIVE_INFINITY
  let offset: number | undefined
  for (const record of records) {
    yield
    const printed = childText(record, 'TimeModified')
    const epoch = printed === undefined ? undefined : parseEpoch(printed)
    if (printed === undefined || epoch === undefined || !/T/.test(printed)) continue
    const distance = getSeasonalDistance(epoch, now.getTime() / 1000)
    if (distance >= nearest) continue
    nearest = distance
    offset = getOffset(printed, epoch, childText(record, 'EditSequence'))
  }
  return offset
}

const day = 86_400
const year = 365.25 * day

function getSeasonalDistance(left: number, right: number): number {
  const apart = Math.abs(left - right) % year
  return Math.min(apart, year - apart)
}

/**
 * Returns the minutes by which clocks were ahead of UTC. QuickBooks prints its standard offset all year; the edit
 * sequence, which is the true time, shows whether clocks were an hour ahead.
 */
function getOffset(printed: string, epoch: number, editSequence: string | undefined): number {
  const wallTime = parseEpoch(printed.replace(/(?:[+-]\d\d:\d\d|Z)$/, '')) ?? epoch
  const exact = /^\d{9,11}$/.test(editSequence ?? '') ? Number(editSequence) : epoch
  const isHourAhead = Math.abs(epoch - exact - 3600) <= 1
  return Math.round((wallTime - epoch) / 60) + (isHourAhead ? 60 : 0)
}
