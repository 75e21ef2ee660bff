import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type CloseName, closeCodes, closeWith, reactionTo } from './close-code.ts'

it('documents every close code in PROTOCOL.md', () => {
  const page = readFileSync(new URL('../PROTOCOL.md', import.meta.url), 'utf8').replace(/ +/g, ' ')
  for (const { code, reason } of Object.values(closeCodes)) expect(page).toContain(`| ${code} | ${reason} |`)
})

it('closes the socket of a deleted realm with 4003 [cp-3:5]', () => {
  expect(closeWith('realmDeleted')).toEqual([4003, 'realm deleted'])
})

it('cuts the reason to the size of a close frame', () => {
  const names = Object.keys(closeCodes) as CloseName[]
  fc.assert(
    fc.property(fc.constantFrom(...names), fc.string({ unit: 'binary', maxLength: 300 }), (name, detail) => {
      expect(Buffer.byteLength(closeWith(name, detail)[1])).toBeLessThanOrEqual(123)
    }),
  )
})

it('stops after a final code and reconnects after any other', () => {
  expect([4001, 4003, 4004, 4006].map(reactionTo)).toEqual(['stop', 'stop', 'stop', 'stop'])
  expect([1000, 1006, 1009, 1012, 4005, 4008, 4999].map(reactionTo)).toEqual(Array(7).fill('reconnect'))
})
