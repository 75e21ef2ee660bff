import fc from 'fast-check'
import { expect, it } from 'vitest'
import { RecordText } from '../table/record-text.ts'
import { serializeJson } from './serialize-json.ts'

it('prints every value around a text as JSON.stringify does', () => {
  const values = fc.jsonValue({ maxDepth: 4 }).map((value) => ({ value, absent: undefined, list: [undefined, value] }))
  fc.assert(
    fc.property(values, (value) => {
      const printed = serializeJson({ ...value, record: new RecordText('{"Id":"1"}') }).join('')
      expect(printed).toBe(JSON.stringify({ ...value, record: { Id: '1' } }))
    }),
  )
})

it('inserts records that are text', () => {
  const Customer = [new RecordText('{"Id":"1"}'), new RecordText('{"Id":"2"}')]
  expect(serializeJson({ QueryResponse: { Customer, maxResults: 2 } }).join('')).toBe(
    '{"QueryResponse":{"Customer":[{"Id":"1"},{"Id":"2"}],"maxResults":2}}',
  )
})
