import { expect, it } from 'vitest'
import { findOlderVersion, withQbxmlVersion } from './qbxml-version.ts'

const messageSet = '<?xml version="1.0" encoding="utf-8"?><?qbxml version="13.0"?><QBXML />'

it('replaces the version of a message set', () => {
  expect(withQbxmlVersion(messageSet, '12.0')).toBe(messageSet.replace('13.0', '12.0'))
  expect(withQbxmlVersion(messageSet, undefined)).toBe(messageSet)
})

it.each([
  ['12.0', ['1.0', '2.0', '12.0', '9.0']],
  ['8.0', ['8.0', '13.0', '14.0']],
  [undefined, ['13.0', '16.0']],
  [undefined, ['CA2.0', 'UK3.0', '', 'newest']],
])('finds %s as the newest older version', (expected, supported) => {
  expect(findOlderVersion(messageSet, supported)).toBe(expected)
})

it('finds no version for a text that is no message set', () => {
  expect(findOlderVersion('<QBXML />', ['1.0'])).toBeUndefined()
})
