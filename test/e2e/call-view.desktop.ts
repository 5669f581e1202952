import { expect, test } from '@playwright/test';
import { createCallPage, runSimulatedCall } from '../helpers/call-page.ts';
import { waitForDemoDocuments, openDemoOnFirstRun } from '../helpers/knowledge-page.ts';
import { openInElectron } from '../helpers/open-window.ts';

test('a simulated call is shown and played in Electron, within the content security policy', async () => {
  const window = await openInElectron();
  const { page } = window;
  const call = createCallPage(page);
  await openDemoOnFirstRun(page);
  await waitForDemoDocuments(page);
  const callId = await runSimulatedCall(page);
  await page.evaluate(() => {
    const violations: string[] = [];
    Object.assign(globalThis, { violations });
    document.addEventListener('securitypolicyviolation', ({ violatedDirective }) => violations.push(violatedDirective));
  });
  await call.open(callId, '?t=16');
  await expect(call.waveform.locator('canvas').first()).toBeVisible();
  await expect.poll(call.readPositionSeconds).toBe(16);
  await page.keyboard.press('k');
  await expect.poll(call.readPositionSeconds).toBeGreaterThan(16);
  await page.getByRole('link', { name: 'Team' }).click();
  await expect(call.dock.getByRole('button', { name: 'Pause' })).toBeVisible();
  expect(await page.evaluate(() => Reflect.get(globalThis, 'violations') as unknown)).toEqual([]);
  await window.close();
});
