import { findMessageTable, getPlaces } from '@bridge/qbxml'
import { describe, expect, test } from 'vitest'
import { reports } from '../tables/index.ts'
import { idFilters, modifiedFilter, wordFilters } from './filter-rows.ts'
import { otherParameters } from './parameters.ts'

const requests = [...new Set(reports.map(({ desktop }) => `${desktop.request}ReportQueryRq`))]

/** Returns the elements directly in a request. */
function getElements(name: string): readonly string[] {
  return [...getPlaces(findMessageTable(name)?.content ?? []).keys()]
}

/** Elements that filter, and that reports set themselves or that say the same in the desktop's own words. */
const settings = ['ReportModifiedDateRangeMacro', 'ReportDetailLevelFilter', 'ReportPostingStatusFilter']

describe.each(requests)('%s', (request) => {
  const filters = getElements(request).filter((name) => /Filter$|ModifiedDateRange/.test(name))

  test('has no filter without a parameter [dp-7.2:REPORT_UNSUPPORTED_OPTION]', () => {
    const used = [...Object.values(idFilters), ...Object.values(wordFilters)].map(({ element }) => element)
    expect(new Set([...used, modifiedFilter, ...settings])).toEqual(new Set(filters))
  })

  test.each(Object.keys(otherParameters))('has no element that honors %s', (parameter) => {
    const subject = parameter.replace(/^(start|end)_|_macro$/g, '').replace(/_/g, '')
    const found = getElements(request).filter((name) => name.toLowerCase().includes(subject))
    expect(found).toEqual([])
  })

  test('has no order of rows', () => {
    expect(getElements(request).filter((name) => /sort|order/i.test(name))).toEqual([])
  })
})

test('sends the desktop only its own words', () => {
  const message = JSON.stringify(findMessageTable('GeneralDetailReportQueryRq'))
  const words = Object.values(wordFilters).flatMap(({ child, words }) => [child, ...Object.values(words)])
  expect(words.filter((word) => word !== undefined && !message.includes(`"${word}"`))).toEqual([])
})
