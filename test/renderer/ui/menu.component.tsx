import { afterEach, expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { page, userEvent } from 'vitest/browser';
import { Menu, MenuItem } from '../../../renderer/ui/menu.tsx';

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

/** The contrast ratio of WCAG 2. */
function contrast(a: number, b: number): number {
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

/** Returns the relative luminance of a color, as WCAG 2 defines it. */
function readLuminance(element: Element, property: 'color' | 'backgroundColor'): number {
  const context = new OffscreenCanvas(1, 1).getContext('2d');
  if (!context) throw new Error('The canvas cannot be drawn on.');
  context.fillStyle = getComputedStyle(element)[property];
  context.fillRect(0, 0, 1, 1);
  const [red = 0, green = 0, blue = 0] = [...context.getImageData(0, 0, 1, 1).data].map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
