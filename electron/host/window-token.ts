import { randomBytes, timingSafeEqual } from 'node:crypto';

/**
 * What tells this run's window from everything else on the machine: a token in the address that opens it, and a cookie
 * that the token is turned into. Both hold until the program ends, so that the printed address opens a second browser.
 */
export type WindowToken = {
  /** For the opening address: 32 random bytes. */
  readonly token: string;
  readonly isToken: (candidate: string | null) => boolean;
  /** The value of a Set-Cookie field. */
  readonly setCookie: string;
  /** `name=value`, as a client sends it back. */
  readonly cookie: string;
  readonly isInCookies: (cookieHeader: string | undefined) => boolean;
};

/** Cookies do not know ports: the name does, so that two programs on one machine keep theirs apart. */
export function createWindowToken(port: number): WindowToken {
  const token = randomBytes(32).toString('base64url');
  const secret = randomBytes(32).toString('base64url');
  const name = `switchboard_${port}`;
  return {
    token,
    isToken: (candidate) => candidate !== null && isSame(candidate, token),
    setCookie: `${name}=${secret}; Path=/; HttpOnly; SameSite=Strict`,
    cookie: `${name}=${secret}`,
    isInCookies: (header) =>
      (header ?? '').split(';').some((pair) => {
        const [field, value] = pair.trim().split('=');
        return field === name && value !== undefined && isSame(value, secret);
      }),
  };
}

function isSame(candidate: string, secret: string): boolean {
  const [a, b] = [Buffer.from(candidate), Buffer.from(secret)];
  return a.length === b.length && timingSafeEqual(a, b);
}
