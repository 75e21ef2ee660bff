import { parseAnswer, responseViolations } from '@bridge/translation/qbxml'
import { expect, it } from 'vitest'
import { invoiceAnswer } from './invoice-answer.ts'

it('answers invoices as QuickBooks would', () => {
  const [response] = parseAnswer(invoiceAnswer(3, 8)).responses
  expect(response?.elements).toHaveLength(3)
  expect(response && responseViolations(response)).toEqual([])
})
