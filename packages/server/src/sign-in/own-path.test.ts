import { expect, it } from 'vitest'
import { toOwnPath } from './own-path.ts'

it.each([
  ['/orgs/acme?tab=1#top', '/orgs/acme?tab=1'],
  ['https://bridge.test/docs', '/docs'],
  ['https://evil.example/', '/'],
  ['//evil.example/', '/'],
  ['/\\evil.example', '/'],
  ['/\t/evil.example', '/'],
  ['https://bridge.test//evil.example', '/'],
  ['javascript:alert(1)', '/'],
  ['', '/'],
  [undefined, '/'],
])('%j leads to %s', (address, path) => {
  expect(toOwnPath(address, 'https://bridge.test')).toBe(path)
})
