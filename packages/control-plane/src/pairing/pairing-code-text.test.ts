import { expect, it } from 'vitest'
import { mintPairingCode, parsePairingCode } from './pairing-code-text.ts'

const alphabet = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'

it('reads a code however it is typed', () => {
  const code = mintPairingCode()
  expect(code).toMatch(/^[A-HJKMNP-Z2-9]{9}$/)
  expect(parsePairingCode(` ${code.slice(0, 5).toLowerCase()}-${code.slice(5)}\t`)).toBe(code)
})

it('rejects a code with one wrong character, or with two that are swapped', () => {
  for (let time = 1; time <= 20; time += 1) {
    const code = mintPairingCode()
    for (let at = 0; at < code.length; at += 1) {
      for (const other of alphabet) {
        const wrong = code.slice(0, at) + other + code.slice(at + 1)
        expect(parsePairingCode(wrong)).toBe(wrong === code ? code : undefined)
      }
      const [first = '', second = ''] = code.slice(at, at + 2)
      const swapped = code.slice(0, at) + second + first + code.slice(at + 2)
      expect(parsePairingCode(swapped)).toBe(swapped === code ? code : undefined)
    }
  }
})

it('reads a code without a check character, as servers of the previous version issue it', () => {
  expect(parsePairingCode('k7pm-2xqa')).toBe('K7PM2XQA')
})

it.each(['', 'A', 'AAAAAAA', 'AAAAAAAAAA', 'AAAAAAAO', 'AAAA0AAA', 'Ａ'.repeat(8), '-'.repeat(40)])(
  'rejects the text "%s"',
  (text) => {
    expect(parsePairingCode(text)).toBeUndefined()
  },
)
