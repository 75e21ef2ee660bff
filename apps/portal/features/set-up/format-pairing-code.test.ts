import { expect, it } from 'vitest'
import { formatPairingCode } from './format-pairing-code.ts'

it('writes a pairing code in two groups', () => {
  expect(formatPairingCode('K7PM2XQAC')).toBe('K7PM2-XQAC')
})
