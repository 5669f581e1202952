const atom = "[A-Za-z0-9_!#$%&'*+/=?^`{|}~-]+";
const label = '[\\p{L}\\p{N}](?:[\\p{L}\\p{M}\\p{N}-]{0,61}[\\p{L}\\p{M}\\p{N}])?';

/**
 * The form that mail servers accept: dots and signs before the `@` (RFC 5322, section 3.2.3), and a domain in any script, or as it is
 * written in ASCII (RFC 5890). Quoted names and addresses of hosts are left out.
 */
export const emailPattern = new RegExp(
  `^(?=[^@]{1,64}@)${atom}(?:\\.${atom})*@(?:${label}\\.)+(?:[\\p{L}\\p{M}]{2,63}|[Xx][Nn]--[A-Za-z0-9-]{1,59})$`,
  'u',
);

/** Returns an address in one spelling: keyboards of some languages write another full stop, or an accent as its own character. */
export function normalizeEmail(address: string): string {
  return address.replaceAll(/[\u3002\uff61]/g, '.').normalize('NFC');
}
