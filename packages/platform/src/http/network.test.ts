import { expect, it } from 'vitest'
import { toNetwork } from './network.ts'

it.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::FFFF:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:0001:2::7', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['1::2:3:4:5:6:7', '1:0:2:3::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['local', 'local'],
  ['', ''],
])('maps %s to %s', (address, network) => {
  expect(toNetwork(address)).toBe(network)
})

it.each([
  ['2001:db8:1:23ff::7', 56, '2001:db8:1:2300::/56'],
  ['2001:db8:1:23ff::7', 48, '2001:db8:1::/48'],
  ['2001:db8:ffff:ff::', 56, '2001:db8:ffff:0::/56'],
  ['203.0.113.7', 48, '203.0.113.7'],
  ['::ffff:203.0.113.7', 56, '203.0.113.7'],
  ['local', 48, 'local'],
] as const)('maps %s to its /%i: %s', (address, bits, network) => {
  expect(toNetwork(address, bits)).toBe(network)
})
