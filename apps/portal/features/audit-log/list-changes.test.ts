import { expect, it } from 'vitest'
import { listChanges } from './list-changes.ts'

it('lists the fields that differ, and values without a counterpart', () => {
  const details = {
    before: { name: 'Old', redirectUris: ['https://a.example/'] },
    after: { name: 'New', redirectUris: ['https://a.example/'] },
    userId: 'u1',
  }
  expect(listChanges(details)).toEqual([
    { field: 'name', before: 'Old', after: 'New' },
    { field: 'userId', before: undefined, after: 'u1' },
  ])
  expect(listChanges(null)).toEqual([])
})
