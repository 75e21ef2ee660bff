import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type CloseName, closeCodes, closeWith, reactionTo } from './close-code.ts'

it('stands in PROTOCOL.md, code by code', () => {
  const page = readFileSync(new URL('../PROTOCOL.md', import.meta.url), 'utf8').replace(/ +/g, ' ')
  for (const { code, reason } of Object.values(closeCodes)) expect(page).toContain(`| ${code} | ${reason} |`)
})

it('gives a deleted realm its code and reason [cp-3:5]', () => {
  expect(closeWith('realmDeleted')).toEqual([4003, 'realm deleted'])
})

it('keeps the reason within what a close frame holds', () => {
  const names = Object.keys(closeCodes) as CloseName[]
  fc.assert(
    fc.property(fc.constantFrom(...names), fc.string({ unit: 'binary', maxLength: 300 }), (name, detail) => {
      expect(Buffer.byteLength(closeWith(name, detail)[1])).toBeLessThanOrEqual(123)
    }),
  )
})

it('stops where dialling again is of no use, and dials again after anything unknown', () => {
  expect([4001, 4003, 4004, 4006].map(reactionTo)).toEqual(['stop', 'stop', 'stop', 'stop'])
  expect([1000, 1006, 1009, 1012, 4005, 4008, 4999].map(reactionTo)).toEqual(Array(7).fill('reconnect'))
})
