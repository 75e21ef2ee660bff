import { expect, it } from 'vitest'
import { createStepsText } from './steps-for-person.ts'

it('says what is wrong with which company file, and numbers the steps', () => {
  expect(createStepsText('Rock Castle', 'quickbooks_closed')).toBe(
    [
      'QuickBooks company file “Rock Castle”: QuickBooks is closed. The agent is connected.',
      '',
      '1. Open QuickBooks at the PC.',
      '2. Open the company file, and leave it open.',
    ].join('\n'),
  )
})
