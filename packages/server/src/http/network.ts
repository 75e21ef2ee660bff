import ipaddr from 'ipaddr.js'

const networkGroups = 4

/**
 * Returns the rate-limit key of an IP address: IPv4 as is, also where IPv6 spells it, and IPv6 by its /64, which one
 * client may own in full. Other text is returned as is.
 */
export function toNetwork(address: string): string {
  if (!ipaddr.IPv6.isValid(address)) return address
  const ipv6 = ipaddr.IPv6.parse(address)
  if (ipv6.isIPv4MappedAddress()) return ipv6.toIPv4Address().toString()
  const groups = ipv6.parts.slice(0, networkGroups).map((group) => group.toString(16))
  return `${groups.join(':')}::/64`
}
