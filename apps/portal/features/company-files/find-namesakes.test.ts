import { expect, it } from 'vitest'
import { findNamesakes } from './find-namesakes.ts'

it('returns the company files that share a name', () => {
  const files = ['Acme', 'Other', 'Acme'].map((name, index) => ({ id: String(index), name }))
  expect([...findNamesakes(files)]).toEqual(['0', '2'])
})
