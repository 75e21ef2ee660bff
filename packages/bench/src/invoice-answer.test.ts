import { findResponseViolations, parseMessageSetResponse } from '@bridge/translation/qbxml'
import { expect, it } from 'vitest'
import { invoiceAnswer } from './invoice-answer.ts'

it('answers invoices as QuickBooks would', () => {
  const [response] = parseMessageSetResponse(invoiceAnswer(3, 8)).responses
  expect(response?.elements).toHaveLength(3)
  expect(response && findResponseViolations(response)).toEqual([])
})
