import { expect, it } from 'vitest'
import { supportPage } from './support-page.ts'

/** Returns the page's steps for a message of the Web Connector. */
function findSteps(code: string): string | undefined {
  const rows = [...supportPage.matchAll(/<dt>(.*?)<\/dt><dd>(.*?)<\/dd>/g)]
  return rows.find(([, message]) => message?.includes(code))?.[2]
}

it.each([
  ['QBWC1012', /internet connection/],
  ['QBWC1013', /Open QuickBooks and the company file/],
  ['QBWC1022', /as Admin, in single-user mode.*add the \.qwc file again/],
  ['QBWC1023', /close every dialog/],
  ['QBWC1024', /close every dialog/],
  ['QBWC1026', /accepts each \.qwc file once/],
  ['QBWC1030', /Enter the one that you got with the \.qwc file/],
  ['QBWC1039', /“New file for another PC”.*CP3 tool \(QBWC_CP3Tool\.exe, Remove Stamp\)/],
  ['QBWC1040', /new password/],
  ['QBWC1085', /rename QWCLog\.txt/],
])('the support page says what to do about %s', (code, steps) => {
  expect(findSteps(code)).toMatch(steps)
})
