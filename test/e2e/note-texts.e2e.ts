import { expect, test } from '@playwright/test';
import { demoCalls } from '../../electron/service/workspaces/demo/demo-calls.ts';
import { createCallPage } from '../helpers/pages/call-page.ts';
import { expectNoViolations } from '../helpers/browser/expect-no-violations.ts';
import { findUnreachableControls } from '../helpers/browser/find-unreachable-controls.ts';
import { fetchAsWindow } from '../helpers/service/fetch-as-window.ts';
import { openDemoInBrowser, type OpenWindow } from '../helpers/browser/open-window.ts';
import { waitForView } from '../helpers/browser/wait-for-view.ts';

test.describe.serial('a note that two members wrote at the same time', () => {
  let window: OpenWindow;
  const callId = demoCalls[0]?.callId ?? '';
  const path = `/v1/calls/${callId}/notes`;

  test.beforeAll(async ({ browser }) => {
    window = await openDemoInBrowser(browser);
    const { page } = window;
    await waitForView(page, 'Overview');
    for (const [note_id, text] of [
      ['note_both', 'Ask about the second line'],
      ['note_kept', 'Polite start'],
    ])
      await fetchAsWindow(page, path, { json: { note_id, text, at_seconds: 4, version_id: `${note_id}_1` } });
    const write = (note_id: string, text: string) => {
      const json = { text, version_id: `${note_id}_2`, replaces: ['unseen'] };
      return fetchAsWindow(page, `${path}/${note_id}`, { method: 'PATCH', json });
    };
    await write('note_both', 'Offer the second line again in May');
    await write('note_kept', `Polite start, but too fast: https://example.com/${'recording'.repeat(8)}`);
  });
  test.afterAll(() => window.close());

  test('shows both texts with their authors, and one can be kept', async () => {
    const { page } = window;
    const call = createCallPage(page);
    await call.open(callId);
    await page.getByRole('tab', { name: 'Notes' }).click();
    const note = call.notes.getByRole('listitem').filter({ hasText: 'Polite start, but too fast' }).first();
    await expect(note).toContainText('Also written by');
    await expectNoViolations(page, 'a note with two texts');
    for (const [width, height] of [
      [900, 600],
      [640, 400],
    ] as const) {
      await page.setViewportSize({ width, height });
      await expect.poll(() => findUnreachableControls(page.locator('html')), `at ${width} px`).toEqual([]);
    }
    await page.setViewportSize({ width: 1280, height: 800 });
    await note.getByRole('button', { name: 'Keep this text' }).press('Enter');
    await expect(note).not.toContainText('Also written by');
    await expect(note.getByRole('button', { name: 'Edit note' })).toBeFocused();
    await expect(call.notes).not.toContainText(/Polite start$/);
  });

  test('the texts can be joined by keyboard', async () => {
    const { page } = window;
    const { notes } = createCallPage(page);
    await page.getByRole('button', { name: 'Join texts' }).press('Enter');
    const field = page.getByRole('textbox', { name: 'Joined note' });
    await expect(field).toBeFocused();
    await field.press('Escape');
    await expect(page.getByRole('button', { name: 'Join texts' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(field).toBeFocused();
    await expect(field).toHaveValue('Ask about the second line\n\nOffer the second line again in May');
    await field.press('Enter');
    await expect(notes).not.toContainText('Also written by');
    await expect(notes).toContainText('Offer the second line again in May');
    await expect(page.getByRole('button', { name: 'Join texts' })).toHaveCount(0);
  });
});
