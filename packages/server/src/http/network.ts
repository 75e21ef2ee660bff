import { isIPv6 } from 'node:net'

const groupsOfNetwork = 4
const groupsMax = 8
const ipv4InIpv6 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i

/**
 * What the limits per address count an address as. Whoever has one address of IPv6 has all of its network (/64), so it is
 * that; an IPv4 address is the same however its socket spells it, and anything else is as it is.
 */
export function toNetwork(address: string): string {
  const ipv4 = ipv4InIpv6.exec(address)?.[1]
  if (ipv4 !== undefined) return ipv4
  if (!isIPv6(address)) return address
  const [before = [], after = []] = address.split('::').map((part) => part.split(':').filter((group) => group !== ''))
  const zeros = Array.from({ length: Math.max(0, groupsMax - before.length - after.length) }, () => '0')
  const groups = [...before, ...zeros, ...after].slice(0, groupsOfNetwork)
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`
}
