import { expect, test } from '@playwright/test';
import { callPage, rehearse } from '../helpers/call-page.ts';
import { awaitDemo, openDemo } from '../helpers/knowledge-room.ts';
import { openInElectron } from '../helpers/open-window.ts';

test('a rehearsal is drawn and heard in the desktop program, within its policy', async () => {
  const window = await openInElectron();
  const { page } = window;
  const call = callPage(page);
  await openDemo(page);
  await awaitDemo(page);
  const callId = await rehearse(page);
  await page.evaluate(() => {
    const violations: string[] = [];
    Object.assign(globalThis, { violations });
    document.addEventListener('securitypolicyviolation', ({ violatedDirective }) => violations.push(violatedDirective));
  });
  await call.open(callId, '?t=16');
  await expect(call.waves.locator('canvas').first()).toBeVisible();
  await expect.poll(call.readSeconds).toBe(16);
  await page.keyboard.press('k');
  await expect.poll(call.readSeconds).toBeGreaterThan(16);
  await page.getByRole('link', { name: 'Team' }).click();
  await expect(call.dock.getByRole('button', { name: 'Pause' })).toBeVisible();
  expect(await page.evaluate(() => Reflect.get(globalThis, 'violations') as unknown)).toEqual([]);
  await window.close();
});
