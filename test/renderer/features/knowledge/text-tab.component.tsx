import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { TextTab } from '../../../../renderer/features/knowledge/text-tab.tsx';
import { appRoutes } from '../../../../shared/contract/contract.ts';
import type { DocumentOmission, Omission } from '../../../../shared/knowledge/omissions.ts';
import { renderInWindow } from '../../../helpers/components/render-in-window.tsx';
import { sampleDocument } from '../../../helpers/components/sample-document.ts';
import { startFakeService } from '../../../helpers/remote/fake-service.ts';

const scanned: Omission = { kind: 'scanned_page', count: 1 };
const texts: readonly (readonly [string, readonly Omission[]])[] = [
  ['We are open on Tuesday.', []],
  ['', [scanned]],
  ['Lockers cost 5 dollars.', [{ kind: 'hidden_text', count: 2 }]],
];

async function openText(omissions: DocumentOmission[], openPage: (page: number) => void = () => {}): Promise<void> {
  startFakeService().answer(appRoutes.listDocumentSections, () => ({
    data: texts.map(([text, omitted], index) => ({
      index,
      page: index + 1,
      heading: null,
      text,
      omissions: [...omitted],
    })),
    next_cursor: null,
  }));
  await renderInWindow(
    <div style={{ height: 500 }}>
      <TextTab document={{ ...sampleDocument, omissions }} page={undefined} onOpenPage={openPage} />
    </div>,
  );
}

test('the text lists what it leaves out, and marks it at its page', async () => {
  const opened: number[] = [];
  const omissions: DocumentOmission[] = [
    { ...scanned, pages: [{ first: 2, last: 2 }] },
    { kind: 'hidden_text', count: 2, pages: [{ first: 3, last: 3 }] },
  ];
  await openText(omissions, (number) => opened.push(number));
  const note = page.getByRole('note', { name: 'What agents don’t read' });
  const items = note.getByRole('listitem');
  await expect.element(items.nth(0).getByText('1 page is a scanned image without text.')).toBeVisible();
  await expect.element(items.nth(0).getByRole('img', { name: 'Warning' })).toBeVisible();
  await expect.element(items.nth(1).getByText('2 passages of hidden text were left out.')).toBeVisible();
  await expect.element(items.nth(1).getByRole('img', { name: 'Information' })).toBeVisible();
  await items.nth(0).getByRole('button', { name: 'Page 2' }).click();
  expect(opened).toEqual([2]);
  await expect.element(page.getByRole('heading', { name: 'Page 2' })).toBeVisible();
  await expect.element(page.getByText('Page 2 is a scanned image without text.')).toBeVisible();
});

test('a text that leaves nothing out has no list', async () => {
  await openText([]);
  await expect.element(page.getByText('We are open on Tuesday.')).toBeVisible();
  expect(page.getByRole('note').elements()).toEqual([]);
});
