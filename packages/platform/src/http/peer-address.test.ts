import { expect, it } from 'vitest'
import { createPeerAddress, type TrustedProxy } from './peer-address.ts'

function find(trustedProxy: TrustedProxy, peer: string | undefined, forwarded?: string) {
  const socket = { remoteAddress: peer } as never
  return createPeerAddress(trustedProxy)({ socket, headers: { ...(forwarded && { 'x-forwarded-for': forwarded }) } })
}

it('returns the last forwarded address of a trusted proxy', () => {
  expect(find(true, '203.0.113.1', 'forged, 198.51.100.7')).toBe('198.51.100.7')
  expect(find(true, '203.0.113.1')).toBe('203.0.113.1')
  expect(find(false, '10.0.0.1', '198.51.100.7')).toBe('10.0.0.1')
  expect(find(true, undefined)).toBe('local')
})

it.each(['127.0.0.1', '::1', '10.1.2.3', '172.16.0.1', '192.168.1.1', '::ffff:10.0.0.1', 'fd00::1', 'fe80::1'])(
  'returns the address that the private address %s forwards',
  (peer) => {
    expect(find('private', peer, '198.51.100.7')).toBe('198.51.100.7')
  },
)

it.each(['203.0.113.1', '2001:db8::1', '::ffff:203.0.113.1', 'local', ''])(
  'returns no address that the peer "%s" forwards',
  (peer) => {
    expect(find('private', peer, '198.51.100.7')).toBe(peer || 'local')
  },
)
