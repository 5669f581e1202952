import { toPlainToken } from '../text/plain-text.ts';
import { isLoopbackHost } from './loopback-host.ts';

/** Matches this computer, or a host with a dot or a port, at the beginning of an address without a protocol. */
const hostPattern =
  /^(?:(?<host>localhost|\[[\da-f:.]+\]|[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+)(?::\d+)?|[\p{L}\p{N}-]+:\d+)(?=\/|$)/iu;

/** Returns an entered address as a URL: without a protocol, HTTP on this computer and HTTPS elsewhere. */
export function completeBaseUrl(entered: string): string {
  const address = toPlainToken(entered);
  const match = hostPattern.exec(address);
  if (!match) return address;
  return `${isLoopbackHost(match.groups?.['host'] ?? '') ? 'http' : 'https'}://${address}`;
}
