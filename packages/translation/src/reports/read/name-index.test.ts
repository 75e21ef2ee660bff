import { branch, childText, leaf, runAtOnce } from '@bridge/qbxml'
import { expect, test } from 'vitest'
import { createErrorResponse, createResponse } from '../../../test/desktop-report.fixture.ts'
import { createNameIndex, toShownLabel } from './name-index.ts'

function createRecord(id: string, name: string) {
  return branch('Ret', [leaf('ListID', id), leaf('FullName', name)])
}

const index = runAtOnce(
  createNameIndex(
    new Map([
      [
        'account' as const,
        createResponse('AccountQueryRs', [
          createRecord('A-1', 'Bank:Euro'),
          createRecord('A-2', '1000 · Odd'),
          createRecord('A-3', 'Odd'),
          createRecord('A-4', 'Twice'),
          createRecord('A-5', 'Twice'),
        ]),
      ],
      [
        'customer' as const,
        createResponse('CustomerQueryRs', [createRecord('C-1', 'Jones'), createRecord('C-2', 'Both')]),
      ],
      ['vendor' as const, createResponse('VendorQueryRs', [createRecord('V-1', 'Both')])],
      ['employee' as const, createErrorResponse('EmployeeQueryRs', 3260, 'No permission')],
    ]),
  ),
)

function findId(lists: Parameters<typeof index.find>[0], name: string): string | undefined {
  const record = index.find(lists, name)
  return record && childText(record, 'ListID')
}

test.each([
  ['Bank:Euro', 'A-1'],
  ['1010 · Bank:1020 · Euro', 'A-1'],
  ['1000 · Odd', 'A-2'],
  ['2000 · Odd', 'A-3'],
  ['Euro', undefined],
  ['Twice', undefined],
  ['', undefined],
])('finds the account %j as %s', (name, id) => {
  expect(findId(['account'], name)).toBe(id)
})

test('finds no name shared by two lists', () => {
  expect(findId(['customer', 'vendor', 'employee'], 'Jones')).toBe('C-1')
  expect(findId(['customer', 'vendor', 'employee'], 'Both')).toBeUndefined()
})

test('knows the IDs in lists that were read', () => {
  expect(index.contains('customer', 'C-1')).toBe(true)
  expect(index.contains('customer', 'V-1')).toBe(false)
  expect(index.contains('employee', 'E-1')).toBeUndefined()
})

test.each([
  ['1020 · Euro', 'Bank:Euro', '1020 Euro'],
  ['1010 · Bank:1020 · Euro', 'Bank:Euro', '1010 Bank:1020 Euro'],
  ['Euro', 'Bank:Euro', 'Euro'],
  ['1000 · Odd', '1000 · Odd', '1000 · Odd'],
  ['2000 · 1000 · Odd', '1000 · Odd', '2000 1000 · Odd'],
  ['1020 · Other', 'Bank:Euro', '1020 · Other'],
])('shows %s, a label on %s, as %s', (label, fullName, shown) => {
  expect(toShownLabel(label, createRecord('A-1', fullName))).toBe(shown)
})
