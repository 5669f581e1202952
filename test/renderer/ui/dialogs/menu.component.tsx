import { afterEach, expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { page, userEvent } from 'vitest/browser';
import { Menu, MenuItem } from '../../../../renderer/ui/dialogs/menu.tsx';
import { contrast, readLuminance } from '../../../helpers/browser/read-luminance.ts';

afterEach(() => void delete document.documentElement.dataset['theme']);

test('the highlighted item of a menu stands out from it in both themes, and its text can be read', async () => {
  await render(
    <Menu trigger={<button type="button">Export</button>}>
      <MenuItem onSelect={() => {}} disabledReason="Only an Admin can do this.">
        Invoices
      </MenuItem>
      <MenuItem onSelect={() => {}}>Calls</MenuItem>
    </Menu>,
  );
  await userEvent.click(page.getByRole('button', { name: 'Export' }));
  await userEvent.hover(page.getByRole('menuitem', { name: 'Calls' }));
  const readRatios = (theme: 'light' | 'dark') => {
    document.documentElement.dataset['theme'] = theme;
    const popup = readLuminance(page.getByRole('menu').element(), 'backgroundColor');
    const item = page.getByRole('menuitem', { name: 'Calls' }).element();
    const highlight = readLuminance(item, 'backgroundColor');
    const note = page.getByText('Only an Admin can do this.').element();
    return { item: contrast(highlight, popup), text: contrast(readLuminance(note, 'color'), highlight) };
  };
  const [light, dark] = [readRatios('light'), readRatios('dark')];
  expect(light.item).toBeGreaterThan(1.15);
  expect(dark.item).toBeGreaterThanOrEqual(light.item);
  expect(Math.min(light.text, dark.text)).toBeGreaterThan(4.5);
});
