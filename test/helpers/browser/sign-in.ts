import assert from 'node:assert/strict';
import { signInPath, windowSecretHeader, windowTokenHeader } from '../../../shared/window/window-session.ts';

/** Exchanges the token of a URL that opens the window, as its page does. Returns the headers of a window's requests. */
export async function signIn(windowUrl: string): Promise<Readonly<Record<string, string>>> {
  const { origin, searchParams } = new URL(windowUrl);
  const response = await fetch(origin + signInPath, {
    method: 'POST',
    headers: { origin, [windowTokenHeader]: searchParams.get('token') ?? '' },
  });
  assert.equal(response.status, 200);
  const { secret } = (await response.json()) as { secret: string }; // the body of a successful sign-in
  return { origin, [windowSecretHeader]: secret };
}
