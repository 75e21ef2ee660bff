import { expect, it } from 'vitest'
import { parseComputedMs } from './processor-time.ts'

it('returns the time that a thread has computed', () => {
  expect(parseComputedMs('1234567890 5000000 42\n')).toBeCloseTo(1_234.57)
})
