import { describe, expect, it } from 'vitest'
import { requireTable } from '../../test/translation.fixture.ts'
import { checkCreate } from './check.ts'
import { createCodePage } from './code-page.ts'
import { findForeignLetters, replaceForeignLetters } from './foreign-letters.ts'

describe('createCodePage', () => {
  it('finds exactly the Windows-1252 letters', () => {
    const isStorable = createCodePage(1252)
    for (const letter of 'Az09 é ß Ø ÿ € “ ” Œ Ž ™ \u00a0\n'.split(''))
      expect([letter, isStorable(letter)]).toEqual([letter, true])
    for (const letter of ['ż', 'Ł', '日', 'Ж', 'α', '😀', '\u0301', '\u0081', '\ufffd']) {
      expect([letter, isStorable(letter)]).toEqual([letter, false])
    }
  })

  it('finds the letters in other code pages', () => {
    expect([...'Łódź'].every(createCodePage(1250))).toBe(true)
    expect([...'Жук'].every(createCodePage(1251))).toBe(true)
  })
})

describe('findForeignLetters', () => {
  const isStorable = createCodePage(1252)
  const find = (entity: string, body: object) => findForeignLetters(checkCreate(requireTable(entity), body), isStorable)

  it('names a foreign letter and its field, in the header, in lines and in custom fields', () => {
    expect(find('Customer', { DisplayName: 'Łódź', BillAddr: { City: '日本' }, Notes: 'Ärger' })).toEqual([
      { path: 'DisplayName', letter: 'Ł' },
      { path: 'BillAddr.City', letter: '日' },
    ])
    const CustomField = [{ Name: 'Size', StringValue: '大' }]
    const line = { DetailType: 'DescriptionOnly', Description: '😀' }
    const ref = { CustomerRef: { value: '1-1', name: '日本' } }
    expect(find('Invoice', { ...ref, Line: [line], CustomField })).toEqual([
      { path: 'CustomField[0].StringValue', letter: '大' },
      { path: 'Line[0].Description', letter: '😀' },
    ])
  })

  it('finds no foreign letters in unwritten values', () => {
    expect(find('Customer', { DisplayName: 'A', FullyQualifiedName: '日本', Source: '日' })).toEqual([])
  })
})

describe('replaceForeignLetters', () => {
  it('stores one question mark per letter', () => {
    expect(replaceForeignLetters({ a: ['Żółć 😀', 1, null] }, createCodePage(1252))).toEqual({ a: ['?ó?? ?', 1, null] })
  })
})
