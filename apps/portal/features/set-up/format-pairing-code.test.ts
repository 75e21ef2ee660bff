import { expect, it } from 'vitest'
import { formatPairingCode } from './format-pairing-code.ts'

it('writes a pairing code in two groups', () => {
  expect(formatPairingCode('K7PM2XQA')).toBe('K7PM-2XQA')
})
