import { expect, it } from 'vitest'
import { z } from 'zod'
import { describeSettings } from './describe-settings.ts'
import { realmSettings } from './settings.ts'

it('describes every row of the table for the settings page', () => {
  expect(describeSettings().map(({ name }) => name)).toEqual(Object.keys(realmSettings))
})

it('keeps a number’s limits, and rejects a type no form can show', () => {
  const row = { title: 'Lines', default: 1, description: 'Lines.' }
  expect(describeSettings({ maxLines: { ...row, schema: z.int().min(1).max(9) } })).toEqual([
    { name: 'maxLines', title: 'Lines', description: 'Lines.', type: 'integer', minimum: 1, maximum: 9 },
  ])
  const named = { ...row, schema: z.string().nullable(), proposals: 'SELECT Id FROM Item' }
  expect(describeSettings({ item: named })).toMatchObject([{ type: 'string', proposals: 'SELECT Id FROM Item' }])
  const chosen = { ...row, schema: z.enum(['all', 'none']) }
  expect(describeSettings({ log: chosen })).toMatchObject([{ type: 'string', choices: ['all', 'none'] }])
  expect(() => describeSettings({ lines: { ...row, schema: z.array(z.string()) } })).toThrow('lines')
})
