import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { endSignedUrls, UrlSigner } from '../../../electron/service/platform/http/url-signer.ts';
import { fileRoutes } from '../../../shared/contract/contract.ts';
import { createMemorySettings } from '../../helpers/service/memory-settings.ts';
import { createLockableSecretStore, createTestKeychain } from '../../helpers/service/test-keychain.ts';

const context = { now: Date.now, randomBytes, settings: createMemorySettings() };

test('the stored secret signs once the keychain can be read, and URLs that were signed before stay valid', async () => {
  const store = createLockableSecretStore();
  const load = (keychain = createTestKeychain(store)) =>
    UrlSigner.load('wsp_1', keychain.forWorkspace('wsp_1'), context);
  const sign = (signer: UrlSigner) => new URL(signer.sign(fileRoutes.getRecording, 'call_1.mp3'), 'http://127.0.0.1');
  const before = sign(await load());
  store.setLocked(true);
  const keychain = createTestKeychain(store);
  const signer = await load(keychain);
  const meanwhile = sign(signer);
  expect([before, meanwhile].map((url) => signer.isSigned(url))).toEqual([false, true]);
  store.setLocked(false);
  await keychain.check();
  await signer.readSecret();
  expect([before, meanwhile].map((url) => signer.isSigned(url))).toEqual([true, true]);
  expect((await load()).isSigned(sign(signer))).toBe(true);
});

test.each([0, 1, 30_000, 59_999])(
  'a URL that was signed before all URLs ended is refused, %d ms into a minute',
  async (ms) => {
    let now = 1_750_000_020_000 + ms;
    const timed = { ...context, now: () => now, settings: createMemorySettings() };
    const signer = await UrlSigner.load('wsp_1', createTestKeychain().forWorkspace('wsp_1'), timed);
    const sign = () => new URL(signer.sign(fileRoutes.getRecording, 'call_1.mp3'), 'http://127.0.0.1');
    const before = sign();
    expect(signer.isSigned(before)).toBe(true);
    endSignedUrls(timed);
    const after = sign();
    expect([before, after].map((url) => signer.isSigned(url))).toEqual([false, true]);
    now += 120_000;
    expect([before, after, sign()].map((url) => signer.isSigned(url))).toEqual([false, true, true]);
  },
);
