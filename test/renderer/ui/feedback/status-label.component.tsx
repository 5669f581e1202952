import { afterEach, expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { page } from 'vitest/browser';
import { StatusLabel, type StatusTone } from '../../../../renderer/ui/feedback/status-label.tsx';
import { contrast, readLuminance } from '../../../helpers/browser/read-luminance.ts';

const tones = ['good', 'bad', 'busy', 'pending', 'waiting', 'neutral'] as const satisfies readonly StatusTone[];

afterEach(() => void delete document.documentElement.dataset['theme']);

test('a status is text on a tint of its color, readable in both themes, and does not move', async () => {
  await render(
    <ul className="bg-surface">
      {tones.map((tone) => (
        <li key={tone}>
          <StatusLabel tone={tone} label={`Status ${tone}`} />
        </li>
      ))}
    </ul>,
  );
  const list = page.getByRole('list').element();
  for (const theme of ['light', 'dark'] as const) {
    document.documentElement.dataset['theme'] = theme;
    for (const tone of tones) {
      const label = page.getByText(`Status ${tone}`).element();
      const pill = label.parentElement ?? label;
      const tint = readLuminance(pill, 'backgroundColor');
      expect(contrast(readLuminance(label, 'color'), tint), `${tone}, ${theme}`).toBeGreaterThan(4.5);
      expect(contrast(tint, readLuminance(list, 'backgroundColor')), `${tone}, ${theme}`).toBeGreaterThan(1.05);
    }
  }
  expect(document.getAnimations()).toEqual([]);
});
