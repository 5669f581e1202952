/** Returns whether a host name of a URL is this computer. Other names can resolve to it, but need not (RFC 6761, section 6.3). */
export function isLoopbackHost(hostname: string): boolean {
  return /^(localhost|(.+\.)?localhost|127(\.\d{1,3}){3}|\[::1\])$/i.test(hostname);
}
