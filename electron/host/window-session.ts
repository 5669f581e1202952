import { randomBytes, timingSafeEqual } from 'node:crypto';

/**
 * Identifies the window of this run among all other programs of the computer: a token in the URL that opens the window is
 * exchanged for a cookie. Both are valid until the application quits, so that the printed URL can open a second browser.
 */
export type WindowSession = {
  /** Part of the URL that opens the window: 32 random bytes. */
  readonly token: string;
  readonly isValidToken: (candidate: string | null) => boolean;
  /** The value of a Set-Cookie header. */
  readonly setCookieHeader: string;
  /** `name=value`, as a client sends it. */
  readonly cookie: string;
  readonly hasValidCookie: (cookieHeader: string | undefined) => boolean;
};

/** Creates the session. The cookie name contains the port, because cookies of one host are shared between its ports. */
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
