import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { requestFileDialog } from '../../../../renderer/features/knowledge/file-dialog-store.ts';
import { LazyFileDropZone } from '../../../../renderer/shell/file-drop/lazy-file-drop-zone.tsx';
import { useFileDrop } from '../../../../renderer/shell/file-drop/use-file-drop.ts';
import { backupExtension } from '../../../../shared/workspaces/backups.ts';
import { renderInWindow } from '../../../helpers/components/render-in-window.tsx';

const openBackup = vi.fn();
const onAdded = () => {};

function Window() {
  const { rootProps, zoneProps } = useFileDrop(onAdded, openBackup);
  return (
    <div role="presentation" {...rootProps}>
      <button onClick={requestFileDialog}>Add documents</button>
      <LazyFileDropZone {...zoneProps} />
    </div>
  );
}

/** Renders the window and keeps it busy, so that nothing is loaded that nobody needs yet. */
async function renderBusyWindow() {
  vi.spyOn(globalThis, 'requestIdleCallback').mockReturnValue(0);
  await renderInWindow(<Window />);
  await expect.element(button()).toBeVisible();
}

function drag(type: 'dragenter' | 'drop', name: string): void {
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(new File(['x'], name));
  button()
    .element()
    .dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
}

const button = () => page.getByRole('button', { name: 'Add documents' });
const input = () => page.getByLabelText('Choose documents');
const readNames = () => openBackup.mock.calls.map(([{ file }]) => file.name);

afterEach(() => {
  vi.restoreAllMocks();
  openBackup.mockClear();
});

test('accepts a file that is dropped before the drop zone is loaded, and after', async () => {
  await renderBusyWindow();
  expect(input().query()).toBeNull();
  drag('drop', `early${backupExtension}`);
  expect(readNames()).toEqual([`early${backupExtension}`]);
  drag('dragenter', 'late');
  await expect.element(input()).toBeInTheDocument();
  const cover = page.getByText('Drop to add to the knowledge base');
  await expect.element(cover).toBeInTheDocument();
  drag('drop', `late${backupExtension}`);
  await expect.poll(readNames).toEqual([`early${backupExtension}`, `late${backupExtension}`]);
  await expect.element(cover).not.toBeInTheDocument();
});

test('opens the file dialog as soon as it is loaded', async () => {
  await renderBusyWindow();
  const click = vi.spyOn(HTMLInputElement.prototype, 'click').mockReturnValue();
  await button().click();
  await expect.poll(() => click.mock.contexts).toEqual([input().element()]);
  await button().click();
  expect(click).toHaveBeenCalledTimes(2);
});

test('loads the drop zone when the window is idle, and covers the window while files are dragged over it', async () => {
  await renderInWindow(<Window />);
  await expect.element(input()).toBeInTheDocument();
  const cover = page.getByText('Drop to add to the knowledge base');
  // The zone handles drags a moment after it is rendered.
  const dragAndFind = () => {
    drag('dragenter', 'hours.txt');
    return cover.query();
  };
  await expect.poll(dragAndFind).not.toBeNull();
  await expect.element(cover).toBeVisible();
});
