import ipaddr from 'ipaddr.js'

const groupBits = 16

/**
 * Returns an IP address's rate-limit key: an IPv4 address as is, even written as IPv6, and an IPv6 address's network,
 * because one client may own all of it. Other text is returned as is.
 *
 * @param bits the network's prefix length; a client has a /64 at least, a site up to a /48
 */
export function toNetwork(address: string, bits: 48 | 56 | 64 = 64): string {
  if (!ipaddr.IPv6.isValid(address)) return address
  const ipv6 = ipaddr.IPv6.parse(address)
  if (ipv6.isIPv4MappedAddress()) return ipv6.toIPv4Address().toString()
  const groups = ipv6.parts.slice(0, Math.ceil(bits / groupBits))
  const unused = groups.length * groupBits - bits
  return `${groups.map((group, index) => toGroup(group, index === groups.length - 1 ? unused : 0)).join(':')}::/${bits}`
}

function toGroup(group: number, unusedBits: number): string {
  return ((group >> unusedBits) << unusedBits).toString(16)
}
