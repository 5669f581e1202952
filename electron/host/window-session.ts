import { randomBytes, timingSafeEqual } from 'node:crypto';

/**
 * What tells this run's window from everything else on the machine: a token in the address that opens it, and a cookie
 * that the token is turned into. Both hold until the program ends, so that the printed address opens a second browser.
 */
export type WindowSession = {
  /** For the opening address: 32 random bytes. */
  readonly token: string;
  readonly isValidToken: (candidate: string | null) => boolean;
  /** The value of a Set-Cookie field. */
  readonly setCookieHeader: string;
  /** `name=value`, as a client sends it back. */
  readonly cookie: string;
  readonly hasValidCookie: (cookieHeader: string | undefined) => boolean;
};

/** Cookies do not know ports: the name does, so that two programs on one machine keep theirs apart. */
export function createWindowSession(port: number): WindowSession {
  const token = randomBytes(32).toString('base64url');
  const secret = randomBytes(32).toString('base64url');
  const name = `switchboard_${port}`;
  return {
    token,
    isValidToken: (candidate) => candidate !== null && equalsSecret(candidate, token),
    setCookieHeader: `${name}=${secret}; Path=/; HttpOnly; SameSite=Strict`,
    cookie: `${name}=${secret}`,
    hasValidCookie: (header) =>
      (header ?? '').split(';').some((pair) => {
        const [field, value] = pair.trim().split('=');
        return field === name && value !== undefined && equalsSecret(value, secret);
      }),
  };
}

function equalsSecret(candidate: string, secret: string): boolean {
  const [a, b] = [Buffer.from(candidate), Buffer.from(secret)];
  return a.length === b.length && timingSafeEqual(a, b);
}
