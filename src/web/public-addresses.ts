import { BlockList, isIPv4, isIPv6 } from 'node:net'

/** Everything that is not the public internet: this machine, local networks, cloud metadata, reserved and test ranges. */
const PRIVATE_4 = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const

/** Of IPv6 only 2000::/3 is public; these are the exceptions in it: tunnels that carry IPv4, documentation, benchmarks. */
const PRIVATE_6_WITHIN_PUBLIC = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const

const blocked4 = new BlockList()
for (const [net, bits] of PRIVATE_4) blocked4.addSubnet(net, bits, 'ipv4')
const public6 = new BlockList()
public6.addSubnet('2000::', 3, 'ipv6')
const blocked6 = new BlockList()
for (const [net, bits] of PRIVATE_6_WITHIN_PUBLIC) blocked6.addSubnet(net, bits, 'ipv6')

/** IPv4 inside IPv6 (::ffff:127.0.0.1, 64:ff9b::) is outside 2000::/3 and so never public. */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !blocked4.check(address, 'ipv4')
  return isIPv6(address) && public6.check(address, 'ipv6') && !blocked6.check(address, 'ipv6')
}
