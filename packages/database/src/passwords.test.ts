import { describe, expect, it } from 'vitest'
import { addKeyedHash, hashPassword, verifyKeyedHash, verifyPassword } from './passwords.ts'
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

describe('a keyed hash', () => {
  const [secret, next] = ['s'.repeat(32), 'n'.repeat(32)]

  it('is added to the slow hash, which earlier versions of the service still verify', async () => {
    const slow = await hashPassword('secret')
    const stored = await addKeyedHash('secret', slow, secret)
    expect(stored).toMatch(/^scrypt\$[\w+/=]{24}\$[\w+/=]{44}\$[0-9a-f]{8}\$[\w+/=]{44}$/)
    expect(stored.startsWith(slow)).toBe(true)
    expect(await verifyPassword('secret', stored)).toBe(true)
    expect(verifyKeyedHash('secret', stored, [secret])).toBe(true)
    expect(verifyKeyedHash('Secret', stored, [secret])).toBe(false)
  })

  it('is verified with every secret that is accepted, and says nothing without its own', async () => {
    const stored = await addKeyedHash('secret', await hashPassword('secret'), secret)
    expect(verifyKeyedHash('secret', stored, [next, secret])).toBe(true)
    expect(verifyKeyedHash('secret', stored, [next])).toBeUndefined()
    const replaced = await addKeyedHash('secret', stored, next)
    expect(replaced.split('$')).toHaveLength(5)
    expect([verifyKeyedHash('secret', replaced, [next]), verifyKeyedHash('secret', replaced, [secret])]).toEqual([
      true,
      undefined,
    ])
  })

  it('replaces an earlier hash', async () => {
    const earlier = hashSecret('secret')
    expect(verifyKeyedHash('secret', earlier, [secret])).toBeUndefined()
    const stored = await addKeyedHash('secret', earlier, secret)
    expect([await verifyPassword('secret', stored), verifyKeyedHash('secret', stored, [secret])]).toEqual([true, true])
  })

  it.each(['', 'scrypt$a$b$c', 'scrypt$a$b$c$', '$$$$'])('is not found in the text "%s"', (stored) => {
    expect(verifyKeyedHash('', stored, [secret])).not.toBe(true)
  })
})
