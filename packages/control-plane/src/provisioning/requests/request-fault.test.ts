import { Fault, faultFromStatus, renderFault, renderFaultSlot } from '@bridge/faults'
import { serializeXml } from '@bridge/translation'
import { describe, expect, it } from 'vitest'
import { findDetail } from './request-fault.ts'

const docsUrl = 'https://bridge.example/docs/errors'
const single = renderFault(faultFromStatus(3210, 'You cannot pay more than the due amount.'), {
  docsUrl,
  time: new Date('2026-03-16T12:00:00Z'),
}).body
const slots = (['610', '6240'] as const).map((code) => ({
  bId: code,
  ...renderFaultSlot(new Fault(code, `The detail of ${code}.`), { docsUrl }),
}))
const batch = { BatchItemResponse: [{ bId: '1', Customer: { Id: '1' } }, ...slots] }
const changes = { CDCResponse: [{ QueryResponse: slots.map(({ bId, ...slot }) => slot) }] }

describe.each([
  ['JSON', (body: object) => JSON.stringify(body)],
  ['XML', (body: object) => serializeXml('IntuitResponse', { ...body })],
])('findDetail in %s', (_format, print) => {
  it('finds the detail of a fault, without the link that ends it', () => {
    expect(findDetail(print(single), '3210')).toBe('QuickBooks Desktop: You cannot pay more than the due amount.')
  })

  it('finds the detail of the first item with the code', () => {
    expect(findDetail(print(batch), '6240')).toBe('The detail of 6240.')
    expect(findDetail(print(changes), '610')).toBe('The detail of 610.')
    expect(findDetail(print(batch), '2010')).toBeUndefined()
  })

  it('finds the detail of the first item whose code is shown as a number', () => {
    const numeric = (['AGENT_TIMEOUT', 'AGENT_OFFLINE'] as const).map((code) => ({
      bId: code,
      ...renderFaultSlot(new Fault(code, `The detail of ${code}.`), { docsUrl, faultCodes: 'numeric' }),
    }))
    expect(findDetail(print({ BatchItemResponse: numeric }), 'AGENT_OFFLINE')).toBe('The detail of AGENT_OFFLINE.')
  })

  it('finds nothing in a text that was cut off', () => {
    expect(findDetail(print(single).slice(0, -10), '3210')).toBeUndefined()
  })
})
