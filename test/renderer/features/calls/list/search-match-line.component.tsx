import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { SearchMatchLine } from '../../../../../renderer/features/calls/list/search-match-line.tsx';
import type { SearchMatch } from '../../../../../shared/calls/calls.ts';
import { renderInWindow } from '../../../../helpers/components/render-in-window.tsx';

const lines: readonly (readonly [SearchMatch, string])[] = [
  [{ kind: 'turn', speaker: 'user', text: 'A refund?', position: 3, start_seconds: 62 }, '1:02 Recipient “A refund?”'],
  [{ kind: 'note', note_id: 'note_1', text: 'Offered a refund', at_seconds: 41 }, '0:41 Note “Offered a refund”'],
  [{ kind: 'name', text: 'Refund Desk' }, 'Name Refund Desk'],
  [{ kind: 'tag', text: 'Refund' }, 'Tag Refund'],
  [{ kind: 'metadata', name: 'reason', text: 'refund' }, 'reason refund'],
];

test('shows where a call matches, with the word marked', async () => {
  await renderInWindow(
    <ul>
      {lines.map(([match, text]) => (
        <li key={text}>
          <SearchMatchLine match={match} query="refund" />
        </li>
      ))}
    </ul>,
  );
  for (const [index, [, text]] of lines.entries()) {
    const line = page.getByRole('listitem').nth(index);
    await expect.element(line).toMatchTextContent(text);
    expect(line.element().querySelector('mark')?.textContent.toLowerCase()).toBe('refund');
  }
});
