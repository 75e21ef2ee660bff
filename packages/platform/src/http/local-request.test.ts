import { expect, it } from 'vitest'
import { isLocalRequest } from './local-request.ts'

const local = { host: 'localhost:4000' }

it.each([
  ['localhost:4000', '127.0.0.1'],
  ['127.0.0.1:8080', '::1'],
  ['[::1]:4000', '::ffff:127.0.0.1'],
  ['localhost', '127.0.0.2'],
])('accepts %s from %s', (host, remoteAddress) => {
  expect(isLocalRequest({ headers: { host }, socket: { remoteAddress } })).toBe(true)
})

it.each(['evil.example:4000', 'localhost.evil.example', '192.168.0.7:4000', 'localhost:x', '', undefined])(
  'rejects the host %j',
  (host) => {
    expect(isLocalRequest({ headers: { host }, socket: { remoteAddress: '127.0.0.1' } })).toBe(false)
  },
)

it.each(['192.168.0.7', '::ffff:10.0.0.1', '2001:db8::1', 'unknown', undefined])('rejects the peer %s', (peer) => {
  expect(isLocalRequest({ headers: local, socket: { remoteAddress: peer } })).toBe(false)
})

it.each([
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'forwarded',
  'via',
  'x-real-ip',
  'x-original-host',
  'cf-connecting-ip',
  'true-client-ip',
])('rejects a request with %s, whose proxy may have rewritten the host', (name) => {
  const headers = { ...local, [name]: 'localhost' }
  expect(isLocalRequest({ headers, socket: { remoteAddress: '127.0.0.1' } })).toBe(false)
})
