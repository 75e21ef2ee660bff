import { findResponseViolations, parseMessageSetResponse } from '@bridge/qbxml'
import { expect, it } from 'vitest'
import { invoiceResponse } from './invoice-response.ts'

it('conforms to the message tables', () => {
  const [response] = parseMessageSetResponse(invoiceResponse(3, 8)).responses
  expect(response?.elements).toHaveLength(3)
  expect(response && findResponseViolations(response)).toEqual([])
})
