import { expect, it } from 'vitest'
import { hashPassword, verifyPassword } from './passwords.ts'
import { hashSecret } from './secrets.ts'

it('recognizes the password of a hash, which has a new salt each time', async () => {
  const [one, other] = await Promise.all([hashPassword('secret'), hashPassword('secret')])
  expect(one).toMatch(/^scrypt\$[\w+/=]{24}\$[\w+/=]{44}$/)
  expect(other).not.toBe(one)
  expect(await Promise.all([verifyPassword('secret', one), verifyPassword('Secret', one)])).toEqual([true, false])
})

it('recognizes the password of an earlier hash', async () => {
  expect(await verifyPassword('secret', hashSecret('secret'))).toBe(true)
  expect(await verifyPassword('other', hashSecret('secret'))).toBe(false)
})

it.each(['', 'scrypt$', 'scrypt$a$b', 'unknown$a$b'])('recognizes no password of the text "%s"', async (stored) => {
  expect(await verifyPassword('', stored)).toBe(false)
})
