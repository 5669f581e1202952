import { describe, expect, it, vi } from 'vitest';
import {
  createProxyFinder,
  formatAuthority,
  type ProxyChoice,
} from '../../../electron/service/platform/network/find-proxies.ts';

const https = new URL('https://voice.example/v1');
const http = new URL('http://voice.example/v1');

/** `direct`, the address of the proxy, or why it cannot be used. */
function describeChoice(choice: ProxyChoice): string {
  if (!choice) return 'direct';
  return 'unusable' in choice ? choice.unusable : formatAuthority(choice);
}

const find = async (url: URL, env: Record<string, string>, askSystem?: () => Promise<string>) =>
  (await createProxyFinder(env, askSystem)(url)).map(describeChoice);

describe('the environment', () => {
  it('names a proxy for each protocol and one for all, in lower case before upper case', async () => {
    const env = {
      HTTPS_PROXY: 'http://secure.example:8443',
      http_proxy: 'plain.example:3128',
      ALL_PROXY: 'http://any.example',
    };
    expect(await find(https, env)).toEqual(['secure.example:8443']);
    expect(await find(http, env)).toEqual(['plain.example:3128']);
    expect(await find(https, { ALL_PROXY: 'http://any.example' })).toEqual(['any.example:80']);
    expect(await find(https, { https_proxy: 'http://a.example:1', HTTPS_PROXY: 'http://b.example:2' })).toEqual([
      'a.example:1',
    ]);
    expect(await find(https, { https_proxy: ' ', HTTPS_PROXY: 'http://b.example:2' })).toEqual(['b.example:2']);
    expect(await find(https, { HTTP_PROXY: 'http://plain.example' })).toEqual(['direct']);
    expect(await find(https, {})).toEqual(['direct']);
  });

  it('contains a user name and a password, and the port and the protocol of the proxy', async () => {
    const findOwn = async (HTTPS_PROXY: string) => (await createProxyFinder({ HTTPS_PROXY })(https))[0];
    const encode = (credentials: string) => `Basic ${Buffer.from(credentials).toString('base64')}`;
    expect(await findOwn('https://ada:p%40s:s@[fd00::1]')).toEqual({
      host: 'fd00::1',
      port: 443,
      isTls: true,
      authorization: encode('ada:p@s:s'),
    });
    // A percent sign that encodes nothing is part of the password.
    expect(await findOwn('http://ada:100%@proxy.example')).toHaveProperty('authorization', encode('ada:100%'));
    expect(await findOwn('http://proxy.example')).toHaveProperty('authorization', null);
  });

  it('excludes hosts: names with subdomains, addresses, networks, ports and all', async () => {
    const isExcluded = async (address: string, NO_PROXY: string) =>
      (await find(new URL(address), { ALL_PROXY: 'http://proxy.example', NO_PROXY }))[0] === 'direct';
    const excluded = [
      ['https://voice.example', 'other.example, voice.example'],
      ['https://voice.example', 'other.example voice.example'],
      ['https://api.Voice.example', '.voice.example'],
      ['https://api.voice.example', '*.VOICE.example'],
      ['https://voice.example', 'example'],
      ['https://voice.example', '*'],
      ['https://voice.example', 'voice.example:443'],
      ['http://voice.example:8080', 'voice.example:8080'],
      ['https://10.1.2.3', '10.0.0.0/8'],
      ['https://10.1.2.3', '10.1.2.3'],
      ['https://[fd00::1]:8443', '[fd00::1]:8443'],
      ['https://[fd00::1]', 'fd00::/8'],
    ] as const;
    for (const [address, list] of excluded) expect(await isExcluded(address, list), `${address} in ${list}`).toBe(true);
    const included = [
      ['https://voice.example', ''],
      ['https://myvoice.example', 'voice.example'],
      ['https://voice.example', 'api.voice.example'],
      ['https://voice.example', 'voice.example:8443'],
      ['https://11.1.2.3', '10.0.0.0/8'],
      ['https://10.1.2.3', '10.0.0.0/99'],
      ['https://10.1.2.3', '10.0.0.0/x'],
      ['https://[fd00::1]', '10.0.0.0/8'],
      ['https://voice.example', ','],
    ] as const;
    for (const [address, list] of included)
      expect(await isExcluded(address, list), `${address} in ${list}`).toBe(false);
  });

  it('can name a proxy that cannot be used, which is not the same as none', async () => {
    expect(await find(https, { HTTPS_PROXY: 'socks5://proxy.example:1080' })).toEqual([
      'The variable HTTPS_PROXY names a proxy of the type socks5, which Switchboard does not support.',
    ]);
    expect(await find(https, { all_proxy: 'http://:80 80' })).toEqual([
      'The variable all_proxy does not contain a valid address of a proxy.',
    ]);
  });
});

describe('the system', () => {
  const env = { HTTPS_PROXY: 'http://ada:secret@own.example:8080', NO_PROXY: 'voice.example' };

  it('comes first, with the ways of a PAC script in their order', async () => {
    const askSystem = vi.fn(async () => 'PROXY one.example:8080; HTTPS two.example:443;DIRECT; PROXY four.example:1');
    expect(await find(https, env, askSystem)).toEqual(['one.example:8080', 'two.example:443', 'direct']);
    expect(askSystem).toHaveBeenCalledWith('https://voice.example');
    expect(await find(https, env, async () => 'SOCKS5 socks.example:1080')).toEqual([
      'The system names a proxy of the type socks5, which Switchboard does not support.',
    ]);
  });

  it('gives way to the environment if it has no proxy, fails or does not answer', async () => {
    const { HTTPS_PROXY } = env;
    const failing = [async () => 'DIRECT', async () => '', () => Promise.reject(new Error('failed'))];
    for (const askSystem of failing) {
      expect(await find(https, { HTTPS_PROXY }, askSystem)).toEqual(['own.example:8080']);
      expect(await find(https, env, askSystem)).toEqual(['direct']);
    }
    vi.useFakeTimers();
    const waiting = find(https, { HTTPS_PROXY }, () => new Promise(() => {}));
    await vi.advanceTimersByTimeAsync(3_000);
    vi.useRealTimers();
    expect(await waiting).toEqual(['own.example:8080']);
  });

  it('stores no password for others, so that the environment adds it to the same proxy', async () => {
    const authorizations = async (result: string) =>
      (await createProxyFinder(env, async () => result)(https)).map(
        (choice) => choice && 'authorization' in choice && choice.authorization,
      );
    const basic = `Basic ${Buffer.from('ada:secret').toString('base64')}`;
    expect(await authorizations('PROXY own.example:8080; PROXY other.example:8080')).toEqual([basic, null]);
  });
});
