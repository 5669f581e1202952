import { BlockList, isIP } from 'node:net';

/** Addresses that are not on the public internet (IANA special-purpose address registries). */
const ranges: readonly (readonly [address: string, prefix: number, family: 'ipv4' | 'ipv6'])[] = [
  ['0.0.0.0', 8, 'ipv4'],
  ['10.0.0.0', 8, 'ipv4'],
  ['100.64.0.0', 10, 'ipv4'],
  ['127.0.0.0', 8, 'ipv4'],
  ['169.254.0.0', 16, 'ipv4'],
  ['172.16.0.0', 12, 'ipv4'],
  ['192.0.0.0', 24, 'ipv4'],
  ['192.0.2.0', 24, 'ipv4'],
  ['192.168.0.0', 16, 'ipv4'],
  ['198.18.0.0', 15, 'ipv4'],
  ['198.51.100.0', 24, 'ipv4'],
  ['203.0.113.0', 24, 'ipv4'],
  ['224.0.0.0', 4, 'ipv4'],
  ['240.0.0.0', 4, 'ipv4'],
  ['::', 96, 'ipv6'],
  ['64:ff9b:1::', 48, 'ipv6'],
  ['100::', 64, 'ipv6'],
  ['2001::', 23, 'ipv6'],
  ['2001:db8::', 32, 'ipv6'],
  ['2002::', 16, 'ipv6'],
  ['3fff::', 20, 'ipv6'],
  ['5f00::', 16, 'ipv6'],
  ['fc00::', 7, 'ipv6'],
  ['fe80::', 9, 'ipv6'],
  ['ff00::', 8, 'ipv6'],
];

/** One for each family: a list for both would find an IPv6 range in the IPv4 addresses that it maps. */
const lists = { ipv4: createList('ipv4'), ipv6: createList('ipv6') };

/** Returns whether an IP address is private, loopback, link-local or otherwise not on the public internet, also within IPv6. */
export function isForbiddenAddress(address: string): boolean {
  const [ip = ''] = address.split('%'); // without the zone
  const family = isIP(ip);
  if (family === 0) return true;
  const embedded = family === 6 ? findEmbeddedIpv4(ip) : ip;
  return embedded === null ? lists.ipv6.check(ip, 'ipv6') : lists.ipv4.check(embedded, 'ipv4');
}

function createList(family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList();
  for (const [address, prefix, of] of ranges) if (of === family) list.addSubnet(address, prefix, family);
  return list;
}

/** Returns the IPv4 address of a mapped one (`::ffff:0:0/96`) and of one for NAT64 (`64:ff9b::/96`, RFC 6052); otherwise null. */
function findEmbeddedIpv4(ip: string): string | null {
  // A URL writes an IPv6 address in its shortest form, in hexadecimal digits only (RFC 5952).
  const [, high, low] =
    /^\[(?:::ffff:|64:ff9b::)(?:([0-9a-f]{1,4}):)?([0-9a-f]{1,4})\]$/.exec(new URL(`http://[${ip}]`).hostname) ?? [];
  if (low === undefined) return null;
  const bytes = [high ?? '0', low].map((part) => Number.parseInt(part, 16)).flatMap((part) => [part >> 8, part & 255]);
  return bytes.join('.');
}
