import { expect, it } from 'vitest'
import { insertPlaceholders } from './insert-placeholders.ts'
import { fillText, type Values } from './placeholders.ts'

const values: Values = {
  names: { realmId: '1234567890123456', tag: 'a+b', accessToken: 'secret a+b' },
  parameters: ['Customer', 20],
  bodies: [{ Invoice: { Id: '1F-1700000000', DueDate: '2026-11-27', TxnDate: '2026-11-27', DocNumber: '7' } }],
}

it.each([
  ['names', 'Bearer secret a+b', 'Bearer {{accessToken}}'],
  ['an encoded name', '/v3/company/1234567890123456?query=a%2Bb', '/v3/company/{{realmId}}?query={{url tag}}'],
  ['an ID', '<Id>1F-1700000000</Id>', '<Id>{{body 0.Invoice.Id}}</Id>'],
  [
    'the date in the field of its name',
    '<TxnDate>2026-11-27</TxnDate>',
    '<TxnDate>{{body 0.Invoice.TxnDate}}</TxnDate>',
  ],
  ['a number of a transaction', '{"DocNumber":"7","Qty":7}', '{"DocNumber":"{{body 0.Invoice.DocNumber}}","Qty":7}'],
  ['a page', 'startposition 41 maxresults 20', 'startposition {{page 2}} maxresults {{1}}'],
])('replaces %s, and filling it in returns the text', (_what, text, expected) => {
  expect(insertPlaceholders(text, values)).toBe(expected)
  expect(fillText(expected, values)).toBe(text)
})

it('keeps a changing value of unknown origin', () => {
  expect(insertPlaceholders('<Id>2A-1700000001</Id>', values)).toBe('<Id>2A-1700000001</Id>')
})
