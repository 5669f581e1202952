import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** Identifies the windows of this run among all other programs and pages of the computer. */
export type WindowSession = {
  /** What a window sends with every request, until the application quits. */
  readonly secret: string;
  readonly isValidSecret: (candidate: string | undefined) => boolean;
  /** Returns a token that opens one window, once. `onUsed` is called when it does. */
  readonly issueToken: (onUsed?: () => void) => string;
  /** Returns the secret for a token and forgets the token; null if the token was used before or is not of this run. */
  readonly exchangeToken: (token: string | undefined) => string | null;
};

export function createWindowSession(): WindowSession {
  const secret = createRandomSecret();
  /** By hash, so that the time of a look-up reveals nothing about a token. */
  const tokens = new Map<string, () => void>();
  return {
    secret,
    isValidSecret: (candidate) => candidate !== undefined && equalsSecret(candidate, secret),
    issueToken: (onUsed = () => {}) => {
      const token = createRandomSecret();
      tokens.set(hashToken(token), onUsed);
      return token;
    },
    exchangeToken: (token) => {
      const hash = hashToken(token ?? '');
      const onUsed = tokens.get(hash);
      if (!onUsed) return null;
      tokens.delete(hash);
      onUsed();
      return secret;
    },
  };
}

const createRandomSecret = () => randomBytes(32).toString('base64url');

const hashToken = (token: string) => createHash('sha256').update(token).digest('base64');

function equalsSecret(candidate: string, secret: string): boolean {
  const [a, b] = [Buffer.from(candidate), Buffer.from(secret)];
  return a.length === b.length && timingSafeEqual(a, b);
}
