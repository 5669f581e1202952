/** Returns whether two addresses are the same: the case does not matter, nor whether a domain is written in its script or in ASCII. */
export function isSameEmail(one: string, other: string): boolean {
  return toComparable(one) === toComparable(other);
}

function toComparable(address: string): string {
  const at = address.lastIndexOf('@');
  const domain = address.slice(at + 1);
  const host = /^[\x21-\x7e]*$/.test(domain) ? null : URL.parse(`http://${domain}`)?.host;
  return `${address.slice(0, at + 1)}${host ?? domain}`.toLowerCase();
}
