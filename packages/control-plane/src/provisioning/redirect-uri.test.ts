import { findRedirectUriViolation } from '@bridge/identity/access/redirect-uri-violation'
import { describe, expect, it } from 'vitest'
import { redirectUrisSchema } from './redirect-uri.ts'

describe('redirect URIs [cp-4.1]', () => {
  it.each([
    'https://app.example/callback',
    'https://app.example:8443/callback?tenant=1',
    'http://localhost:8000/callback',
    'http://127.0.0.1/',
    'http://[::1]:3000/callback',
  ])('accepts %s', (uri) => {
    expect(findRedirectUriViolation(uri)).toBeUndefined()
  })

  it.each([
    ['http://app.example/callback', 'must use https (http only for localhost, 127.0.0.1 and [::1])'],
    ['javascript:alert(1)', 'must use https (http only for localhost, 127.0.0.1 and [::1])'],
    ['/callback', 'must be an absolute URL'],
    ['https://ada:secret@app.example/', 'must not contain a user name or a password'],
    ['https://app.example/#fragment', 'must not have a fragment'],
    ['https://app.example/#', 'must not have a fragment'],
    ['https://*.example/callback', 'must not contain a wildcard'],
    ['https://app.example:443/callback', 'must be in its normal form, which is https://app.example/callback'],
    ['https://app.example', 'must be in its normal form, which is https://app.example/'],
    ['https://APP.example/', 'must be in its normal form, which is https://app.example/'],
    [' https://app.example/', 'must not contain white space'],
    ['https://app.example/\tcallback', 'must not contain white space'],
    ['https://app.example/\ncallback', 'must not contain white space'],
  ])('rejects %j', (uri, violation) => {
    expect(findRedirectUriViolation(uri)).toBe(violation)
  })

  it('accepts 1 to 10 [cp-8:3]', () => {
    const list = (length: number) => Array.from({ length }, (_, index) => `https://app.example/${index}`)
    expect([0, 1, 10, 11].map((length) => redirectUrisSchema.safeParse(list(length)).success)).toEqual([
      false,
      true,
      true,
      false,
    ])
  })
})
