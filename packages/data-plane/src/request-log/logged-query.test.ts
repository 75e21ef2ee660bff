import { expect, it } from 'vitest'
import { pickLoggedQuery } from './logged-query.ts'

const company = '/v3/company/9130350000000001'

it.each([
  ['/customer/1', '', ''],
  ['/customer/1', '?MinorVersion=75&note=a&&minorversion=70', '?MinorVersion=75&minorversion=70'],
  ['/query', '?query=select%20*+from Customer&explain=1&x=%zz', '?query=select * from Customer&explain=1'],
  ['/invoice', '?operation=delete&include=void&requestid=a1&password=b', '?operation=delete&include=void&requestid=a1'],
  ['/cdc', '?entities=Invoice,Customer&changedSince=2026-03-02', '?entities=Invoice,Customer&changedSince=2026-03-02'],
  ['/exchangerate', '?sourcecurrencycode=EUR&asofdate=2026-03-02', '?sourcecurrencycode=EUR&asofdate=2026-03-02'],
  [
    '/reports/ProfitAndLoss',
    '?start_date=2026-01-01&customer=1&sort_by=name&x=1',
    '?start_date=2026-01-01&customer=1&sort_by=name',
  ],
  ['/customer/1', '?start_date=2026-01-01&memo=a', ''],
])('keeps of %s%s what the service reads', (path, query, expected) => {
  expect(pickLoggedQuery(company + path, query)).toBe(expected)
})
