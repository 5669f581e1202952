import { afterEach, expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { page } from 'vitest/browser';
import { contrast, readLuminance } from '../../../helpers/browser/read-luminance.ts';

const sources = import.meta.glob<string>('../../../../renderer/**/*.tsx', {
  query: '?raw',
  import: 'default',
  eager: true,
});

/** In a list; of a control; of a solid button. */
const hoverClasses = ['bg-hover', 'bg-highlight', 'bg-accent-strong', 'bg-bad'];

afterEach(() => void delete document.documentElement.dataset['theme']);

test('what the pointer is on has one of the backgrounds for it', () => {
  const others = Object.entries(sources).flatMap(([file, source]) =>
    [...source.matchAll(/hover:(bg-[\w/-]+)/g)]
      .filter(([, background = '']) => !hoverClasses.includes(background))
      .map(([match]) => `${file}: ${match}`),
  );
  expect(Object.keys(sources).length).toBeGreaterThan(200);
  expect(others).toEqual([]);
});

test('what the pointer is on in a list is visible, and much lighter than what is selected', async () => {
  await render(
    <div>
      {(['surface', 'chrome'] as const).map((ground) => (
        <div key={ground} data-testid={ground} className={ground === 'surface' ? 'bg-surface' : 'bg-chrome'}>
          <div data-testid={`${ground} hover`} className="bg-hover" />
          <div data-testid={`${ground} selected`} className="bg-accent-soft" />
        </div>
      ))}
    </div>,
  );
  const read = (id: string) => readLuminance(page.getByTestId(id).element(), 'backgroundColor');
  for (const theme of ['light', 'dark'] as const) {
    document.documentElement.dataset['theme'] = theme;
    for (const ground of ['surface', 'chrome']) {
      const hover = contrast(read(`${ground} hover`), read(ground));
      const selected = contrast(read(`${ground} selected`), read(ground));
      expect(hover, `${ground}, ${theme}`).toBeGreaterThan(1.04);
      expect((selected - 1) / (hover - 1), `${ground}, ${theme}`).toBeGreaterThan(2);
    }
  }
});
