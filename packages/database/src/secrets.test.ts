import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hashSecret, isWellFormedSecret, mintSecret, secretsMatch } from './secrets.ts'

describe('secrets', () => {
  it('creates a prefix, 30 random characters and a checksum of 6', () => {
    expect(mintSecret('svca_')).toMatch(/^svca_[0-9A-Za-z]{36}$/)
    expect(new Set(Array.from({ length: 200 }, () => mintSecret('svc_')))).toHaveLength(200)
  })

  it('recognizes prefix and checksum', () => {
    const secret = mintSecret('svcs_')
    expect(isWellFormedSecret('svcs_', secret)).toBe(true)
    expect(isWellFormedSecret('svcc_', secret)).toBe(false)
    expect(isWellFormedSecret('svcs_', secret.slice(0, -1))).toBe(false)
    expect(isWellFormedSecret('svcs_', '')).toBe(false)
  })

  it('rejects a secret with one mistyped character', () => {
    const character = fc.constantFrom(...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz')
    fc.assert(
      fc.property(fc.nat(35), character, (position, typed) => {
        const secret = mintSecret('svca_')
        const index = 'svca_'.length + position
        fc.pre(secret[index] !== typed)
        expect(isWellFormedSecret('svca_', secret.slice(0, index) + typed + secret.slice(index + 1))).toBe(false)
      }),
    )
  })

  it('hashes with SHA-256 in hex', () => {
    expect(hashSecret('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
  })

  it('compares secrets of any length', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (left, right) => {
        expect(secretsMatch(left, right)).toBe(left === right)
        expect(secretsMatch(left, left)).toBe(true)
      }),
    )
  })
})
