import { useState } from 'react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import pricesUrl from '../../../../../electron/service/workspaces/demo/files/plans-and-pricing-2026.pdf?url';
import { PagePane } from '../../../../../renderer/features/knowledge/pdf-page/page-pane.tsx';
import { v1Routes } from '../../../../../shared/contract/contract.ts';
import { Problem } from '../../../../../shared/contract/problems.ts';
import type { Chunk } from '../../../../../shared/knowledge/knowledge.ts';
import { renderInWindow } from '../../../../helpers/components/render-in-window.tsx';
import { sampleDocument } from '../../../../helpers/components/sample-document.ts';
import { startFakeService } from '../../../../helpers/remote/fake-service.ts';

const prices = await (await fetch(pricesUrl)).blob();

const createChunk = (number: number, text: string): Chunk => ({
  chunk_id: `chk_${number}`,
  index: number,
  page: 1,
  heading: null,
  text,
});

const chunks = [
  createChunk(0, 'There are no data caps, and we never slow you down for heavy use.'),
  createChunk(
    1,
    'Rule 7\nThere are no data caps, and we never slow you down for heavy use of any kind, in any month of the year.',
  ),
  createChunk(2, 'Dolphins sleep with one half of their brain at a time.'),
];

function Pane({ chunkId, onClose }: { readonly chunkId?: string | undefined; readonly onClose: () => void }) {
  const [shown, setShown] = useState(1);
  return (
    <div className="relative" style={{ width: 600, height: 560 }}>
      <PagePane
        document={sampleDocument}
        page={shown}
        chunkId={chunkId}
        coversText={false}
        onPageChange={setShown}
        onClose={onClose}
      />
    </div>
  );
}

async function openPane(chunkId?: string, file: Blob = prices, onClose: () => void = () => {}) {
  const service = startFakeService();
  service.answer(v1Routes.getDocumentFile, () => file);
  service.answer(v1Routes.listChunks, () => ({ data: chunks, next_cursor: null }));
  await renderInWindow(<Pane chunkId={chunkId} onClose={onClose} />);
  return service;
}

const picture = page.getByRole('img', { name: /of “Price list”$/ });
const waitForPage = (number: number) =>
  expect
    .element(page.getByRole('img', { name: `Page ${number} of “Price list”` }))
    .toHaveAttribute('aria-busy', 'false');
const listHighlights = () => [...document.querySelectorAll('[data-highlight]')];

/** Returns the share of the page's picture that is not white. */
function readInk(): number {
  const canvas = picture.element() as HTMLCanvasElement; // the picture of the page
  const copy = new OffscreenCanvas(canvas.width, canvas.height);
  const context = copy.getContext('2d');
  context?.drawImage(canvas, 0, 0);
  const { data = new Uint8ClampedArray() } = context?.getImageData(0, 0, copy.width, copy.height) ?? {};
  const dark = data.filter((value, index) => index % 4 === 0 && value < 128).length;
  return dark / (data.length / 4);
}

test('a page is drawn, and arrow keys and buttons turn it', async () => {
  await openPane();
  await waitForPage(1);
  expect(readInk()).toBeGreaterThan(0.01);
  await expect.element(page.getByText('Page 1 of 4')).toBeVisible();
  await userEvent.keyboard('{ArrowRight}');
  await waitForPage(2);
  await page.getByRole('button', { name: 'Next page' }).click();
  await waitForPage(3);
  await userEvent.keyboard('{ArrowLeft}{ArrowLeft}{ArrowLeft}');
  await waitForPage(1);
  await expect.element(page.getByRole('button', { name: 'Previous page' })).toHaveAttribute('aria-disabled', 'true');
});

test('the passage is marked where it is on the page', async () => {
  await openPane('chk_0');
  await waitForPage(1);
  await expect.element(page.getByText('The passage is marked on the page.')).toBeVisible();
  expect(listHighlights().length).toBeGreaterThan(0);
  const scroller = page.getByRole('region', { name: 'Page 1 of “Price list”' }).element().getBoundingClientRect();
  const marked = listHighlights()[0]?.getBoundingClientRect();
  expect(marked?.top).toBeGreaterThan(scroller.top);
  expect(marked?.bottom).toBeLessThan(scroller.bottom);
  await userEvent.keyboard('{ArrowRight}');
  await waitForPage(2);
  expect(listHighlights()).toEqual([]);
});

test('a passage of which only a part, or nothing, is on the page says so', async () => {
  await openPane('chk_1');
  await expect.element(page.getByText(/^Only a part of the passage was found/)).toBeVisible();
  await openPane('chk_2');
  await expect.element(page.getByText('The passage was not found in the text of the page.')).toBeVisible();
});

test('zooming enlarges the page, which then scrolls', async () => {
  await openPane();
  await waitForPage(1);
  const widthBefore = picture.element().clientWidth;
  await page.getByRole('button', { name: 'Zoom in' }).click();
  await expect.poll(() => picture.element().clientWidth).toBe(Math.round(widthBefore * 1.5));
});

test('a file that is damaged or missing says so, and can be opened again', async () => {
  const service = await openPane(undefined, new Blob(['%PDF-1.7 and no more']));
  await expect
    .element(page.getByText('This page cannot be drawn. Open the original file in a PDF reader.'))
    .toBeVisible();
  service.answer(v1Routes.getDocumentFile, () => {
    throw new Problem('document_file_missing', 'The original file is missing.');
  });
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(page.getByText('The original file is missing.')).toBeVisible();
  service.answer(v1Routes.getDocumentFile, () => prices);
  await page.getByRole('button', { name: 'Try again' }).click();
  await waitForPage(1);
});

test('Esc closes the page', async () => {
  let closed = 0;
  await openPane(undefined, prices, () => closed++);
  await waitForPage(1);
  await userEvent.keyboard('{Escape}');
  expect(closed).toBe(1);
});
