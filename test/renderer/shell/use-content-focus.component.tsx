import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { useContentFocus } from '../../../renderer/shell/use-content-focus.ts';

/** A window with a workspace, or without one; undefined while it is loading. */
function Window({ workspaceId }: { readonly workspaceId: string | null | undefined }) {
  useContentFocus(workspaceId);
  if (workspaceId === undefined) return <p>Opening…</p>;
  if (workspaceId === null) return <button type="button">Connect</button>;
  return (
    <div key={workspaceId}>
      <button type="button">{`Workspace ${workspaceId}`}</button>
      <main id="content" tabIndex={-1} />
    </div>
  );
}

const main = page.getByRole('main');

test('a workspace that is opened from the first run or from another one has the focus', async () => {
  const { rerender } = await render(<Window workspaceId={undefined} />);
  await rerender(<Window workspaceId={null} />);
  await page.getByRole('button', { name: 'Connect' }).click();
  await rerender(<Window workspaceId="a" />);
  await expect.element(main).toHaveFocus();
  await page.getByRole('button', { name: 'Workspace a' }).click();
  await rerender(<Window workspaceId="b" />);
  await expect.element(main).toHaveFocus();
});

test('the first workspace after a reload leaves the focus at the start of the page', async () => {
  const { rerender } = await render(<Window workspaceId={undefined} />);
  await rerender(<Window workspaceId="a" />);
  await expect.element(main).not.toHaveFocus();
});
