import { expect, it } from 'vitest'
import { formatGapsAsMarkdown } from './gaps-as-markdown.ts'

it('prints a table per app', () => {
  const gap = {
    clientName: 'Shop | Sync',
    code: 'UNSUPPORTED_BY_DESKTOP',
    operation: 'create',
    entity: 'Attachable',
    field: null,
    reason: 'There is no\nway.',
    alternative: 'Omit it.',
    count: 3,
  }
  expect(formatGapsAsMarkdown([gap, { ...gap, clientName: null, entity: 'Invoice', field: 'Line[].X' }], 1200)).toBe(
    [
      '# Fit for QuickBooks Desktop',
      '',
      'From 1,200 calls of the last 30 days.',
      '',
      '## Shop \\| Sync',
      '',
      '| What | Reason | Alternative | Calls |',
      '| --- | --- | --- | ---: |',
      '| Attachable · create | There is no way. | Omit it. | 3 |',
      '',
      '## Unknown app',
      '',
      '| What | Reason | Alternative | Calls |',
      '| --- | --- | --- | ---: |',
      '| Invoice · Line[].X | There is no way. | Omit it. | 3 |',
      '',
    ].join('\n'),
  )
})
