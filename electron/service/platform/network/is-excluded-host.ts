import { BlockList, isIP } from 'node:net';

/**
 * Returns whether a host is in a list in the form of NO_PROXY: names, each with all its subdomains, IP addresses and networks
 * such as 10.0.0.0/8. A name or an address can have a port. `*` is every host.
 */
export function isExcludedHost({ hostname, port, protocol }: URL, list: string): boolean {
  const host = removeBrackets(hostname);
  const usedPort = port || (protocol === 'https:' ? '443' : '80');
  const entries = list.toLowerCase().split(/[\s,]+/);
  return entries.some((entry) => {
    const [, name = entry, entryPort = usedPort] = /^([^:]+|\[.*\]):(\d+)$/.exec(entry) ?? [];
    return entryPort === usedPort && matches(host, removeBrackets(name));
  });
}

function matches(host: string, entry: string): boolean {
  if (entry === '*') return true;
  if (isIP(host) !== 0) return isInNetwork(host, entry);
  const name = entry.replace(/^\*?\./, '');
  return name !== '' && (host === name || host.endsWith(`.${name}`));
}

function isInNetwork(address: string, entry: string): boolean {
  const [network = '', prefix] = entry.split('/');
  const bits = isIP(network) === 6 ? 128 : 32;
  const length = Number(prefix ?? bits);
  if (isIP(network) !== isIP(address) || !Number.isInteger(length) || length < 0 || length > bits) return false;
  const family = bits === 128 ? 'ipv6' : 'ipv4';
  const list = new BlockList();
  list.addSubnet(network, length, family);
  return list.check(address, family);
}

function removeBrackets(host: string): string {
  return host.replaceAll(/^\[|\]$/g, '');
}
