import { expect, it } from 'vitest'
import { toOwnLocation, toOwnPath } from './own-path.ts'

it.each([
  ['/orgs/acme?tab=1#top', '/orgs/acme?tab=1'],
  ['https://bridge.test/docs', '/docs'],
  ['https://evil.example/', '/'],
  ['//evil.example/', '/'],
  ['/\\evil.example', '/'],
  ['/\t/evil.example', '/'],
  ['https://bridge.test//evil.example', '/'],
  ['javascript:alert(1)', '/'],
  ['http://[', '/'],
  ['https://bridge.test.evil.example/', '/'],
  ['https://bridge.test:3300.evil.example/', '/'],
  ['foo', '/foo'],
  ['', '/'],
  [undefined, '/'],
])('%j leads to %s', (address, path) => {
  expect(toOwnPath(address, 'https://bridge.test')).toBe(path)
})

it.each([
  ['/orgs/acme?tab=1#top', '/orgs/acme?tab=1#top'],
  ['https://bridge.test/docs#a', '/docs#a'],
  ['/\t/evil.example#a', '/'],
  ['http://[', '/'],
  [undefined, '/'],
])('%j leads to %s with its fragment', (address, location) => {
  expect(toOwnLocation(address, 'https://bridge.test')).toBe(location)
})
