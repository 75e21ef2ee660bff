import { describe, expect, it } from 'vitest'
import { findRedirectUrisError, parseRedirectUris } from './redirect-uris.ts'

describe('the field of redirect URIs', () => {
  it('has one in each line', () => {
    expect(parseRedirectUris(' https://a.example/cb \n\nhttp://localhost:3000/cb\n')).toEqual([
      'https://a.example/cb',
      'http://localhost:3000/cb',
    ])
  })

  it.each([
    ['https://a.example/cb', null],
    ['', 'Enter at least one redirect URI.'],
    ['http://a.example/cb', 'http://a.example/cb must use https (http only for localhost, 127.0.0.1 and [::1]).'],
    ['https://a.example/*', 'https://a.example/* must not contain a wildcard.'],
    [
      'https://a.example/*\nhttps://a.example/cb\n/cb',
      'https://a.example/* must not contain a wildcard. /cb must be an absolute URL.',
    ],
    ['https://a.example/cb\nhttps://a.example/cb', 'https://a.example/cb is listed twice.'],
    [
      Array.from({ length: 11 }, (_, index) => `https://a.example/${index}`).join('\n'),
      'An app has at most 10 redirect URIs.',
    ],
  ])('checks %j [cp-4.1]', (text, error) => {
    expect(findRedirectUrisError(text)).toBe(error)
  })
})
