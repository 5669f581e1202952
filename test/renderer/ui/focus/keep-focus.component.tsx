import { useState } from 'react';
import { beforeAll, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { ConfirmDialog } from '../../../../renderer/ui/dialogs/confirm-dialog.tsx';
import { keepFocus } from '../../../../renderer/ui/focus/keep-focus.ts';
import { Panel } from '../../../../renderer/ui/dialogs/panel.tsx';
import { showActionToast } from '../../../../renderer/ui/feedback/toasts.ts';
import { renderInWindow } from '../../../helpers/components/render-in-window.tsx';

beforeAll(() => keepFocus(document.body));

/** A panel whose rows disappear: at once, or after a dialog. */
function Rows() {
  const [rows, setRows] = useState(['Fares', 'Prices']);
  const [toDelete, setToDelete] = useState<string | null>(null);
  const [isOpen, setOpen] = useState(true);
  const remove = (row: string) => setRows((current) => current.filter((one) => one !== row));
  return (
    <main id="content" tabIndex={-1}>
      {isOpen && (
        <Panel title="Rows" onClose={() => setOpen(false)}>
          {rows.map((row) => (
            <div key={row}>
              <button type="button" onClick={() => remove(row)}>
                Send {row}
              </button>
              <button type="button" onClick={() => setToDelete(row)}>
                Delete {row}
              </button>
            </div>
          ))}
          {toDelete !== null && (
            <ConfirmDialog title="Delete row" onConfirm={() => remove(toDelete)} onClose={() => setToDelete(null)}>
              It is deleted.
            </ConfirmDialog>
          )}
        </Panel>
      )}
    </main>
  );
}

const panel = page.getByRole('region', { name: 'Rows' });
const press = async (name: string) => {
  page.getByRole('button', { name }).element().focus();
  await userEvent.keyboard('{Enter}');
};

test('a button that removes its row leaves the focus to the panel, which Esc closes', async () => {
  await renderInWindow(<Rows />);
  await press('Send Fares');
  await expect.element(panel).toHaveFocus();
  await press('Send Prices');
  await expect.element(panel).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(panel).not.toBeInTheDocument();
  await expect.element(page.getByRole('main')).toHaveFocus();
});

test('a toast whose action was chosen leaves the focus to the control that had it before', async () => {
  await renderInWindow(<Rows />);
  showActionToast('Fares deleted', 'Undo', () => {});
  await expect.element(page.getByRole('button', { name: 'Undo' })).toBeVisible();
  const sender = page.getByRole('button', { name: 'Delete Prices' });
  sender.element().focus();
  await press('Undo');
  await expect.element(page.getByRole('button', { name: 'Undo' })).not.toBeInTheDocument();
  await expect.element(sender).toHaveFocus();
});

test('so does a dialog that removes the row with its opener', async () => {
  await renderInWindow(<Rows />);
  await press('Delete Fares');
  await expect.element(page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' })).toHaveFocus();
  await userEvent.keyboard('{Tab}{Enter}');
  await expect.element(page.getByRole('alertdialog')).not.toBeInTheDocument();
  await expect.element(panel).toHaveFocus();
});

test('a dialog that is canceled gives the focus back to its opener', async () => {
  await renderInWindow(<Rows />);
  await press('Delete Fares');
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('button', { name: 'Delete Fares' })).toHaveFocus();
});

test('an element outside a dialog does not give the focus to what had it before', async () => {
  function Player() {
    const [isOpen, setOpen] = useState(true);
    return (
      <>
        <a href="#/team">Team</a>
        {isOpen && (
          <button type="button" onClick={() => setOpen(false)}>
            Close player
          </button>
        )}
      </>
    );
  }
  await renderInWindow(<Player />);
  page.getByRole('link', { name: 'Team' }).element().focus();
  await press('Close player');
  await expect.element(page.getByRole('button', { name: 'Close player' })).not.toBeInTheDocument();
  await expect.element(document.body).toHaveFocus();
});

test('a button that removes its item gives the focus to the next item’s, and at the end to the previous item’s', async () => {
  function Items() {
    const [items, setItems] = useState(['Fares', 'Prices', 'Rota']);
    return (
      <section aria-label="Items" tabIndex={-1}>
        <ul>
          {items.map((item) => (
            <li key={item}>
              <a href="#/knowledge">Open {item}</a>
              <button type="button" onClick={() => setItems((current) => current.filter((one) => one !== item))}>
                Dismiss {item}
              </button>
            </li>
          ))}
        </ul>
      </section>
    );
  }
  await renderInWindow(<Items />);
  await press('Dismiss Prices');
  await expect.element(page.getByRole('button', { name: 'Dismiss Rota' })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('button', { name: 'Dismiss Fares' })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('region', { name: 'Items' })).toHaveFocus();
});
