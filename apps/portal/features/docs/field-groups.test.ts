import type { FieldDescription } from '@bridge/translation'
import { describe, expect, it } from 'vitest'
import { describeDifference, groupFields } from './field-groups.ts'

function createField(path: string, rest: Partial<FieldDescription> = {}): FieldDescription {
  return { path, type: 'text', access: 'read-write', ...rest }
}

describe('groupFields', () => {
  it('groups structures and kinds of lines, the record first and ignored fields last', () => {
    const fields = [
      createField('domain', { access: 'ignored' }),
      createField('BillAddr.Line1'),
      createField('DocNumber'),
      createField('Line.Amount', { lineKind: 'SalesItemLineDetail' }),
      createField('BillAddr.City'),
    ]
    expect(groupFields(fields).map((group) => [group.title, group.fields.map(({ path }) => path)])).toEqual([
      ['Record', ['DocNumber']],
      ['BillAddr', ['BillAddr.Line1', 'BillAddr.City']],
      ['Line: SalesItemLineDetail', ['Line.Amount']],
      ['Accepted and ignored', ['domain']],
    ])
  })
})

describe('describeDifference', () => {
  it('marks fields that QuickBooks Desktop does not have, and those that it treats differently', () => {
    expect(describeDifference(createField('County', { access: 'refused', reason: 'no such field' }))).toBe(
      'Not on Desktop',
    )
    expect(describeDifference(createField('LinkedTxn', { note: 'set on creation only' }))).toBe('Differs on Desktop')
    expect(describeDifference(createField('DocNumber'))).toBeUndefined()
  })
})
