import type { RealmState } from '@bridge/data-plane/realms/realm-states'
import { expect, it } from 'vitest'
import { findNamesakes, orderCompanyFiles, searchCompanyFiles } from './order-company-files.ts'

function file(id: string, name: string, state: RealmState, companyFile: string | null = null) {
  return { id, name, connection: { state, companyFile } }
}

const files = [
  file('1', 'Sandbox', 'sandbox'),
  file('2', 'Shop 10', 'connected', 'shop.qbw'),
  file('3', 'Shop 9', 'connected'),
  file('4', 'Depot', 'quickbooks_closed'),
  file('5', 'Office', 'offline'),
  file('6', 'New', 'never_connected'),
  file('7', 'Shop 9', 'connected'),
]

it('puts company files in trouble first, then orders by name', () => {
  expect(orderCompanyFiles(files).map(({ id }) => id)).toEqual(['5', '4', '6', '3', '7', '2', '1'])
})

it('finds a text in the name, the file and the realm ID', () => {
  const find = (text: string) => searchCompanyFiles(files, text).map(({ id }) => id)
  expect(find(' SHOP ')).toEqual(['2', '3', '7'])
  expect(find('.qbw')).toEqual(['2'])
  expect(find('5')).toEqual(['5'])
})

it('finds company files of the same name', () => {
  expect([...findNamesakes(files)]).toEqual(['3', '7'])
})
