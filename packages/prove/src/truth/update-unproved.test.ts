import type { TruthReport } from '@bridge/truth'
import { expect, it } from 'vitest'
import { updateUnproved } from './update-unproved.ts'

const page = `# Page

## Unproved

| Not proved | Reason | Check |
| --- | --- | --- |
| A dialog comes first | It needs QuickBooks. | A26, A97 |
| Threads | It needs QuickBooks. | A41 |
| Screens | Wine draws them. | |

## Manual tests
`

function prove(...ids: readonly string[]): TruthReport {
  return {
    format: 1,
    at: '2026-12-01T10:00:00.000Z',
    file: 'books',
    agentVersion: '0.2.0',
    system: 'Windows',
    quickBooks: { product: 'QuickBooks Pro 2021', release: '31.0' },
    rows: ids.map((id) => ({ id, outcome: 'proved', found: '' })),
    exchanges: [],
  }
}

it('moves the rows whose beliefs are all proved', () => {
  const updated = updateUnproved(page, prove('A41', 'A26'))
  expect(updated).toBe(`# Page

## Proved on a real QuickBooks

| Proved | With |
| --- | --- |
| Threads | QuickBooks Pro 2021, release 31.0, 2026-12-01 (A41) |

## Unproved

| Not proved | Reason | Check |
| --- | --- | --- |
| A dialog comes first | It needs QuickBooks. | A26, A97 |
| Screens | Wine draws them. | |

## Manual tests
`)
  const later = updateUnproved(updated, prove('A26', 'A97'))
  expect(later).toContain(
    '| --- | --- |\n| A dialog comes first | QuickBooks Pro 2021, release 31.0, 2026-12-01 (A26, A97) |\n| Threads |',
  )
})

it('leaves the page as it is without a proof', () => {
  expect(updateUnproved(page, prove('A97'))).toBe(page)
})
