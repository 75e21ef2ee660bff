import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { OAuthError, type OAuthErrorCode, oauthErrors } from './oauth.ts'
import { renderOAuthError } from './render-oauth-error.ts'

const docsUrl = 'https://bridge.example/docs/errors'

describe('renderOAuthError', () => {
  it.each(Object.keys(oauthErrors) as OAuthErrorCode[])('renders %s in the shape of RFC 6749', (code) => {
    const { status, headers, body } = renderOAuthError(new OAuthError(code), { docsUrl })
    expect(status).toBe(oauthErrors[code].status)
    expect(body).toEqual({ error: code, error_description: expect.any(String), error_uri: `${docsUrl}/${code}` })
    expect(headers['Cache-Control']).toBe('no-store')
  })

  it.each([
    ['invalid_client', /^Basic realm=/],
    ['invalid_token', /^Bearer realm=.*error="invalid_token"/],
  ] as const)('challenges a request with %s', (code, challenge) => {
    expect(renderOAuthError(new OAuthError(code), { docsUrl }).headers['WWW-Authenticate']).toMatch(challenge)
  })

  it('limits the description to the characters that RFC 6749 allows', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const { body } = renderOAuthError(new OAuthError('invalid_request', text), { docsUrl })
        expect(body.error_description).toMatch(/^[\x20-\x21\x23-\x5b\x5d-\x7e]*$/)
      }),
    )
  })
})
