import { lazy } from 'react';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { LazyMenu } from '../../../../renderer/ui/dialogs/lazy-menu.tsx';
import { Menu, MenuItem } from '../../../../renderer/ui/dialogs/menu.tsx';

type OpenableMenu = Parameters<typeof LazyMenu>[0]['menu'];

const SampleMenu: OpenableMenu = ({ trigger }) => (
  <Menu trigger={trigger}>
    <MenuItem onSelect={() => {}}>Rename…</MenuItem>
  </Menu>
);

test('the button of a menu is shown at once, and opens the menu when it is loaded', async () => {
  const loaded = Promise.withResolvers<{ readonly default: OpenableMenu }>();
  const menu = lazy(() => loaded.promise);
  await render(<LazyMenu menu={menu} trigger={<button type="button">Workspace</button>} />);
  const button = page.getByRole('button', { name: 'Workspace' });
  await expect.element(button).toBeDisabled();
  loaded.resolve({ default: SampleMenu });
  await expect.element(button).toBeEnabled();
  await button.click();
  await expect.element(page.getByRole('menuitem', { name: 'Rename…' })).toBeVisible();
});
