import { employeeWithAddedFields } from '@bridge/translation/testing/added-fields'
import { describe, expect, it } from 'vitest'
import { entitySchema } from './entity-schemas.ts'

describe('entitySchema', () => {
  it('includes a field that one line adds to a table', () => {
    expect(entitySchema(employeeWithAddedFields())).toMatchObject({
      properties: {
        JobTitle: { type: 'string', maxLength: 41 },
        TargetBonus: { type: 'number' },
        SupervisorRef: { type: 'object', properties: { value: { type: 'string' } } },
      },
    })
  })
})
