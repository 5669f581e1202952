import { expect, it } from 'vitest';
import { findRefusal } from '../../electron/main/find-refusal.ts';

const check = (switches: readonly string[], isRoot = false) => findRefusal((name) => switches.includes(name), isRoot);

it('starts with ordinary switches', () => {
  expect(check([])).toBeUndefined();
  expect(check(['user-data-dir', 'lang', 'ozone-platform'])).toBeUndefined();
});

it.each(['remote-debugging-port', 'remote-debugging-pipe'])('refuses --%s before Chromium reads it', (name) => {
  for (const isRoot of [false, true])
    expect(check(['no-sandbox', name], isRoot)).toEqual({
      reason: `Switchboard does not start with --${name}.`,
      isUrgent: true,
    });
});

it('refuses to start without the sandbox, except as root, who cannot use it', () => {
  const refusal = check(['no-sandbox']);
  expect(refusal?.reason).toContain('Switchboard does not start without its sandbox (--no-sandbox).');
  expect(refusal?.isUrgent, 'the reason is shown in a window, which needs a ready application').toBe(false);
  expect(check(['no-sandbox'], true)).toBeUndefined();
});
