import { expect, test } from '@playwright/test';
import { makeScannedPdf, scannedSquare } from '../fixtures/make-scanned-pdf.ts';
import { writeSample } from '../fixtures/sample-files.ts';
import { checkKeyboardReach } from '../helpers/browser/check-keyboard-reach.ts';
import { dropFiles } from '../helpers/browser/drop-files.ts';
import { expectNoViolations } from '../helpers/browser/expect-no-violations.ts';
import { findUnreachableControls } from '../helpers/browser/find-unreachable-controls.ts';
import { openDemoInBrowser, type OpenWindow } from '../helpers/browser/open-window.ts';
import { createKnowledgePage, openKnowledge, type KnowledgePage } from '../helpers/pages/knowledge-page.ts';

const title = 'Plans and pricing 2026';

test.describe.serial('pages of documents', () => {
  let window: OpenWindow;
  let knowledge: KnowledgePage;
  const problems: string[] = [];

  test.beforeAll(async ({ browser }) => {
    window = await openDemoInBrowser(browser, { viewport: { width: 1280, height: 800 }, colorScheme: 'light' });
    knowledge = createKnowledgePage(window.page);
    window.page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
    window.page.on('pageerror', (error) => problems.push(String(error)));
  });
  test.afterAll(() => window.close());

  test('a search result opens its page beside the text, with the passage marked', async () => {
    const { page } = window;
    await openKnowledge(page);
    const passage = await knowledge.search('How much is Fiber 300?');
    await passage.getByRole('button', { name: 'Page 1' }).click();
    await knowledge.waitForMarkedPage(title);
    await expect(knowledge.originalPage).toBeFocused();
    await expect(knowledge.panel(title).getByRole('columnheader', { name: 'Plan code' }).first()).toBeVisible();
    await expectNoViolations(page, 'page');
  });

  test('the text follows the page, and its worker ends when the page is closed', async () => {
    const { page } = window;
    const panel = knowledge.panel(title);
    await panel.getByRole('tab', { name: 'Text' }).click();
    await knowledge.originalPage.getByRole('button', { name: 'Next page' }).click();
    await expect(panel.getByRole('heading', { name: 'Page 2' })).toBeInViewport();
    await panel.getByRole('button', { name: 'Page 3', exact: true }).click();
    const pageNumber = knowledge.originalPage.getByRole('textbox', { name: 'Page number' });
    await expect(pageNumber).toHaveValue('3');
    await panel.getByRole('tab', { name: 'Original' }).click();
    await checkKeyboardReach(page);
    await pageNumber.fill('4');
    await pageNumber.press('Enter');
    await expect(knowledge.originalPage.getByRole('img', { name: `Page 4 of “${title}”` })).toBeVisible();
    const countDrawing = () => page.workers().filter((worker) => worker.url().includes('page-worker')).length;
    expect(countDrawing()).toBe(1);
    await panel.getByRole('button', { name: 'Hide pages' }).click();
    await expect(knowledge.originalPage).toBeHidden();
    await expect.poll(countDrawing).toBe(0);
  });

  test('in a small window, the page covers the text until the text is shown again', async () => {
    const { page } = window;
    await page.setViewportSize({ width: 640, height: 400 });
    const panel = knowledge.panel(title);
    await panel.getByRole('button', { name: 'View pages' }).click();
    const picture = knowledge.originalPage.getByRole('img', { name: `Page 1 of “${title}”` });
    await expect(picture).toHaveAttribute('aria-busy', 'false');
    await expect.poll(() => findUnreachableControls(knowledge.originalPage)).toEqual([]);
    await expectNoViolations(page, 'page in a small window');
    await knowledge.originalPage.getByRole('button', { name: 'Show text' }).click();
    await expect(knowledge.originalPage).toBeHidden();
    await expect(panel.getByRole('button', { name: 'View pages' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(panel).toBeHidden();
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  test('a scanned image is drawn without code that the policy of the window refuses', async () => {
    const { page, folder } = window;
    await knowledge.clearSearch();
    const scan = makeScannedPdf('The lighthouse opens on Tuesday.');
    await dropFiles(page, [await writeSample(folder, 'scan.pdf', scan)]);
    await knowledge.waitForActive('scan');
    await knowledge.rowOf('scan').getByRole('button').click();
    await knowledge.panel('scan').getByRole('button', { name: 'View pages' }).click();
    const picture = knowledge.originalPage.getByRole('img', { name: 'Page 1 of “scan”' });
    await expect(picture).toHaveAttribute('aria-busy', 'false');
    const brightness = await picture.evaluate((canvas: HTMLCanvasElement, { left, top, size }) => {
      const copy = new OffscreenCanvas(canvas.width, canvas.height);
      const context = copy.getContext('2d');
      context?.drawImage(canvas, 0, 0);
      const scale = canvas.width / 600;
      const read = (x: number, y: number) => context?.getImageData(x * scale, y * scale, 1, 1).data[0];
      return { square: read(left + size / 2, top + size / 2), paper: read(left / 2, top / 2) };
    }, scannedSquare);
    expect(brightness).toEqual({ square: 0, paper: 255 });
  });

  test('the page had no errors and no policy violations', () => {
    expect(problems).toEqual([]);
  });
});
