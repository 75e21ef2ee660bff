import { branch, leaf } from '@bridge/qbxml'
import { expect, it } from 'vitest'
import { toStoredLetters } from './stored-letters.ts'

it('stores a question mark for each letter outside Windows-1252', () => {
  const request = (name: string) => branch('CustomerAddRq', [branch('CustomerAdd', [leaf('Name', name)])])
  expect(toStoredLetters(request('Łódź 日本 😀'))).toEqual(request('?ód? ?? ?'))
  expect(toStoredLetters(request('Größe €“ÿ”'))).toEqual(request('Größe €“ÿ”'))
})
