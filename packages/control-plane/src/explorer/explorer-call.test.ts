import { requireRealmId } from '@bridge/agent-protocol'
import { expect, it } from 'vitest'
import { toRequest } from './explorer-call.ts'

const call = { realmId: requireRealmId('1234567890123456'), path: '/customer', query: '', body: '{}' }

it('creates a request that ends when the browser closes the connection', () => {
  const browser = new AbortController()
  const request = toRequest('https://bridge.test', { ...call, method: 'POST' }, browser.signal)
  expect(request.signal.aborted).toBe(false)
  browser.abort()
  expect(request.signal.aborted).toBe(true)
})

it('adds a requestid to a write that has none', () => {
  expect(toRequest('https://bridge.test', { ...call, method: 'POST' }).url).toMatch(
    /\/customer\?requestid=[0-9a-f-]{36}$/,
  )
  expect(toRequest('https://bridge.test', { ...call, method: 'POST', query: 'requestid=mine' }).url).toMatch(
    /\/customer\?requestid=mine$/,
  )
})
