import { describe, expect, it } from 'vitest'
import { describeRequest } from './request-sentence.ts'

const invoice = { operation: 'create', entity: 'Invoice', status: 200, code: null }

describe('the sentence of a request', () => {
  it.each([
    ['QuickBooks created the invoice.', invoice, undefined],
    ['QuickBooks voided the credit memo.', { ...invoice, operation: 'void', entity: 'CreditMemo' }, undefined],
    [
      'A write of the invoice was proposed. Nothing was sent to QuickBooks.',
      { ...invoice, operation: 'propose' },
      undefined,
    ],
    ['The query returned invoice records.', { ...invoice, operation: 'query' }, undefined],
    [
      'QuickBooks refused the invoice: the customer is inactive.',
      { ...invoice, code: '6240' },
      'QuickBooks Desktop: The customer is inactive. Activate it first.',
    ],
    [
      'The invoice was rejected before reaching QuickBooks: `Amount` must be a number.',
      { ...invoice, code: '2010' },
      '`Amount` must be a number.',
    ],
    [
      'The query on Customer was rejected before reaching QuickBooks: `Nmae` is not a field.',
      { ...invoice, operation: 'query', entity: 'Customer', code: '2010' },
      '`Nmae` is not a field.',
    ],
    [
      'The invoice did not reach QuickBooks: neither an agent nor a QuickBooks Web Connector is connected for the company file.',
      { ...invoice, code: 'AGENT_OFFLINE' },
      'Neither an agent nor a QuickBooks Web Connector is connected for the company file. Nothing was sent.',
    ],
    [
      "We don't know what QuickBooks did with the invoice: the request was sent to QuickBooks Desktop, but no response arrived in time.",
      { ...invoice, code: 'AGENT_TIMEOUT' },
      'The request was sent to QuickBooks Desktop, but no response arrived in time. Check first.',
    ],
    [
      'QuickBooks refused the invoice: the record is locked in QuickBooks Desktop (status 3175).',
      { ...invoice, code: '3175' },
      undefined,
    ],
  ])('is “%s”', (sentence, request, detail) => {
    expect(describeRequest(request, detail)).toBe(sentence)
  })
})
