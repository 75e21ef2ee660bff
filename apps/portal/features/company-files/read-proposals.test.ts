import { parseQuery } from '@bridge/translation'
import { expect, it } from 'vitest'
import { isCutOff, readProposals, searchProposals, withChosen } from './read-proposals.ts'

const body = JSON.stringify({
  QueryResponse: {
    Item: [
      { Id: '2-1', FullyQualifiedName: 'Freight' },
      { Id: '1-1', FullyQualifiedName: 'Bolt' },
    ],
  },
})

it('reads the records of a query by name', () => {
  expect(readProposals(200, body)).toEqual([
    { value: '1-1', label: 'Bolt' },
    { value: '2-1', label: 'Freight' },
  ])
  expect(readProposals(200, '{"QueryResponse":{}}')).toEqual([])
})

it('throws for a fault or another body', () => {
  expect(() => readProposals(503, '{}')).toThrow('503')
  expect(() => readProposals(200, '[]')).toThrow()
})

it('keeps a chosen record that the company file no longer has', () => {
  expect(withChosen([{ value: '1-1', label: 'Bolt' }], '9-9')).toEqual([
    { value: '9-9', label: '9-9' },
    { value: '1-1', label: 'Bolt' },
  ])
  expect(withChosen([], null)).toEqual([])
})

const query = 'SELECT Id, FullyQualifiedName FROM Item MAXRESULTS 2'

it('asks for a search when the list has as many records as the query returns', () => {
  const [bolt] = readProposals(200, body)
  expect(isCutOff(query, readProposals(200, body))).toBe(true)
  expect(isCutOff(query, bolt === undefined ? [] : [bolt])).toBe(false)
})

it.each(['bolt', "O'Brien", String.raw`C:\Bolt`, '$& 50%'])('searches for names that contain %s', (text) => {
  const [condition, ...others] = parseQuery(searchProposals(query, text)).conditions
  expect([condition, others]).toEqual([
    { property: 'FullyQualifiedName', operator: 'LIKE', values: [{ kind: 'string', text: `%${text}%` }] },
    [],
  ])
  expect(searchProposals(query, '')).toBe(query)
})
