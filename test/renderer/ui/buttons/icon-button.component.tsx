import { Trash2 } from 'lucide-react';
import { afterEach, expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { page, userEvent } from 'vitest/browser';
import { Button } from '../../../../renderer/ui/buttons/button.tsx';
import { Dialog } from '../../../../renderer/ui/dialogs/dialog.tsx';
import { IconButton } from '../../../../renderer/ui/buttons/icon-button.tsx';
import { contrast, readLuminance } from '../../../helpers/browser/read-luminance.ts';

afterEach(() => void delete document.documentElement.dataset['theme']);

test('a button without a border stands out from a dialog below the pointer, in both themes', async () => {
  await render(
    <Dialog title="Metadata" onClose={() => {}}>
      <IconButton label="Remove" icon={<Trash2 aria-hidden size={15} />} />
      <Button variant="quiet">Add</Button>
    </Dialog>,
  );
  for (const name of ['Remove', 'Add']) {
    const button = page.getByRole('button', { name });
    await userEvent.hover(button);
    for (const theme of ['light', 'dark'] as const) {
      document.documentElement.dataset['theme'] = theme;
      const dialog = readLuminance(page.getByRole('dialog').element(), 'backgroundColor');
      const ratio = contrast(readLuminance(button.element(), 'backgroundColor'), dialog);
      expect(ratio, `${name}, ${theme}`).toBeGreaterThan(1.15);
    }
  }
});
