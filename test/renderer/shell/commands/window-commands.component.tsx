import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { startFakeService } from '../../../helpers/remote/fake-service.ts';
import { CommandProvider } from '../../../../renderer/ui/commands/command-context.tsx';
import { CommandDialog } from '../../../../renderer/shell/frame/command-overlays.tsx';
import { closeOverlay, useOverlay } from '../../../../renderer/data/overlay-store.ts';
import { useWindowCommands } from '../../../../renderer/shell/commands/use-window-commands.ts';
import { renderInWindow } from '../../../helpers/components/render-in-window.tsx';

function Commands() {
  const commands = useWindowCommands();
  return (
    <CommandProvider value={commands}>
      {commands.map(({ id, label, disabledReason, run }) => (
        <button key={id} type="button" onClick={run} title={disabledReason ?? ''}>
          {label}
        </button>
      ))}
      <CommandDialog />
    </CommandProvider>
  );
}

const addCalls = page.getByRole('button', { name: 'Add calls by ID…' });
const addDocuments = page.getByRole('button', { name: 'Add documents by ID…' });

test('the remote’s calls and documents are added by ID', async () => {
  await renderInWindow(<Commands />, { workspace: { kind: 'linked' } });
  await addCalls.click();
  expect(useOverlay.getState().open).toBe('add-calls-by-id');
  closeOverlay(); // the dialog covers the other button
  await addDocuments.click();
  expect(useOverlay.getState().open).toBe('add-documents-by-id');
  closeOverlay();
});

test('shows the diagnostics', async () => {
  const diagnostics = page.getByRole('button', { name: 'Show diagnostics…' });
  await renderInWindow(<Commands />);
  await diagnostics.click();
  expect(useOverlay.getState().open).toBe('show-diagnostics');
  closeOverlay();
});

const commandsWithDialog = [
  ['Add calls by ID…', 'Add calls by ID'],
  ['Add documents by ID…', 'Add documents by ID'],
  ['New workspace…', 'New workspace'],
  ['Connect to a remote service…', 'Connect to a remote service'],
  ['Back up workspace…', 'Back up “Harbour Office”'],
  ['Restore from a backup…', 'Restore from a backup'],
  ['Invite a member…', 'Invite a member'],
  ['Keyboard shortcuts', 'Keyboard shortcuts'],
  ['Show diagnostics…', 'Diagnostics'],
] as const;

test.each(commandsWithDialog)('“%s” opens a dialog', async (label, title) => {
  startFakeService(); // the dialogs show why their data is missing
  await renderInWindow(<Commands />, { workspace: { kind: 'linked' } });
  await page.getByRole('button', { name: label }).click();
  await expect.element(page.getByRole('dialog', { name: title })).toBeVisible();
  closeOverlay();
});

test('nothing is added by ID without a remote', async () => {
  await renderInWindow(<Commands />);
  for (const command of [addCalls, addDocuments])
    await expect.element(command).toHaveAttribute('title', 'This workspace is not linked to a remote.');
});

test('a role that may not add anything by ID is told which one may', async () => {
  await renderInWindow(<Commands />, { workspace: { kind: 'linked' }, role: 'viewer' });
  await expect.element(addDocuments).toHaveAttribute('title', 'Requires the Admin or Manager role.');
});
