import { requireRealmId } from '@bridge/agent-protocol'
import { describe, expect, it } from 'vitest'
import { decodeExplorerCall, type ExplorerCall, encodeExplorerCall, explorerLink } from './explorer-link.ts'

const call: ExplorerCall = {
  realmId: requireRealmId('9130350000000001'),
  method: 'POST',
  path: '/invoice',
  query: 'requestid=a%201',
  body: '{"DisplayName":"Müller 🌲 <script>"}',
}

function encode(value: unknown) {
  return btoa(JSON.stringify(value).replace(/[^ -~]/g, '?'))
}

describe('the link to a call in the Explorer', () => {
  it('carries the call after #', () => {
    const link = explorerLink('acme', call)
    expect(link).toMatch(/^\/orgs\/acme\/explorer#[\w-]+$/)
    expect(decodeExplorerCall(link.slice(link.indexOf('#')))).toEqual(call)
  })

  it('accepts a whole path and a query with its question mark', () => {
    const sent = { ...call, path: '/v3/company/9130350000000001/customer/1?x', query: '?a=b', body: undefined }
    expect(decodeExplorerCall(encode(sent))).toEqual({ ...call, path: '/customer/1', query: 'a=b', body: '' })
  })

  it.each([
    ['a tax number', { body: '{"SSN":"987654321","GivenName":"Ada"}' }, '987654321'],
    ['a number in the form of a social security number', { body: '{"Notes":"123-45-6789"}' }, '123-45-6789'],
    ['a token', { query: 'access_token=svct_secret&a=b' }, 'svct_secret'],
    ['a value that is cut off', { body: '{"client_secret":"svcs_abc' }, 'svcs_abc'],
  ])('contains no secret: %s', (_what, change, secret) => {
    const read = decodeExplorerCall(encodeExplorerCall({ ...call, ...change }))
    expect(JSON.stringify(read)).not.toContain(secret)
  })

  it('leaves out a body that is too long for an address', () => {
    expect(decodeExplorerCall(encodeExplorerCall({ ...call, body: 'x'.repeat(2_000_000) }))?.body).toBe('')
  })

  it.each([
    '',
    '#',
    'not base64!',
    encode(null),
    encode({ ...call, realmId: '1' }),
    encode({ ...call, method: 'PUT' }),
  ])('ignores %j', (fragment) => {
    expect(decodeExplorerCall(fragment)).toBeUndefined()
  })
})
