import { describe, expect, it } from 'vitest'
import { createRecoveryCodes, hashRecoveryCode } from './recovery-code.ts'
import { openSecret, sealSecret } from './sealed-secret.ts'
import { createTotpSecret, findTotpStep, toOtpAuthUri } from './totp.ts'

/** `12345678901234567890` in base32, the secret behind RFC 6238's test values. */
const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'

function at(seconds: number) {
  return new Date(seconds * 1000)
}

describe('a code of an authenticator app', () => {
  it.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_234_567_890, '005924'],
    [20_000_000_000, '353130'],
  ])('is that of RFC 6238 at %d s', (seconds, code) => {
    expect(findTotpStep(secret, code, at(seconds))).toBe(Math.floor(seconds / 30))
  })

  it('is valid for one step before and after its own', () => {
    const steps = [-61, -31, -1, 0, 29, 30, 59, 60].map((offset) => findTotpStep(secret, '287082', at(30 + offset)))
    expect(steps).toEqual([undefined, undefined, 1, 1, 1, 1, 1, undefined])
  })

  it.each(['', '287083', '28708', '2870820', 'abcdef'])('is not %j', (code) => {
    expect(findTotpStep(secret, code, at(59))).toBeUndefined()
  })

  it('is made from a secret of 160 bits, which an app reads from an address', () => {
    const created = createTotpSecret()
    expect(created).toMatch(/^[A-Z2-7]{32}$/)
    const uri = new URL(toOtpAuthUri(created, { account: 'ada@example.com', issuer: 'bridge.test' }))
    expect(`${uri.protocol}//${uri.host}${decodeURIComponent(uri.pathname)}`).toBe(
      'otpauth://totp/bridge.test:ada@example.com',
    )
    expect(Object.fromEntries(uri.searchParams)).toMatchObject({
      secret: created,
      issuer: 'bridge.test',
      digits: '6',
      period: '30',
    })
  })
})

describe('a sealed secret', () => {
  it('opens for its user with the service secrets that are accepted only', () => {
    const sealed = sealSecret(secret, 'ada', 'service')
    expect(sealed).not.toContain(secret)
    expect(sealSecret(secret, 'ada', 'service')).not.toBe(sealed)
    expect(openSecret(sealed, 'ada', ['service'])).toBe(secret)
    expect(openSecret(sealed, 'ada', ['next', 'service'])).toBe(secret)
    expect(openSecret(sealed, 'eve', ['service'])).toBeUndefined()
    expect(openSecret(sealed, 'ada', ['other', 'next'])).toBeUndefined()
    expect(openSecret(`${sealed.slice(0, -1)}${sealed.endsWith('A') ? 'B' : 'A'}`, 'ada', ['service'])).toBeUndefined()
  })
})

it('recovery codes differ, and are read in any case, with or without hyphens', () => {
  const codes = createRecoveryCodes()
  expect(new Set(codes).size).toBe(10)
  for (const code of codes) expect(code).toMatch(/^[a-z2-9]{4}(-[a-z2-9]{4}){3}$/)
  const [code = ''] = codes
  expect(hashRecoveryCode(` ${code.toUpperCase().replaceAll('-', ' ')} `)).toBe(hashRecoveryCode(code))
})
