import ipaddr from 'ipaddr.js'

const networkGroups = 4

/**
 * Returns the rate-limit key of an IP address: an IPv4 address as is, even if it is written as IPv6, and the /64 of an
 * IPv6 address, because one client may own all of it. Other text is returned as is.
 */
export function toNetwork(address: string): string {
  if (!ipaddr.IPv6.isValid(address)) return address
  const ipv6 = ipaddr.IPv6.parse(address)
  if (ipv6.isIPv4MappedAddress()) return ipv6.toIPv4Address().toString()
  const groups = ipv6.parts.slice(0, networkGroups).map((group) => group.toString(16))
  return `${groups.join(':')}::/64`
}
