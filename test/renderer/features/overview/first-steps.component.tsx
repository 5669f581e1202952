import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { CommandProvider } from '../../../../renderer/ui/commands/command-context.tsx';
import { FirstSteps } from '../../../../renderer/features/overview/first-steps.tsx';
import { commands } from '../../../../shared/window/commands.ts';
import { renderInWindow } from '../../../helpers/components/render-in-window.tsx';

test.each([
  ['local', 'No real call is placed.'],
  ['linked', 'It is a real call.'],
] as const)('in a %s workspace, the step that places a call says “%s”', async (kind, text) => {
  await renderInWindow(
    <CommandProvider value={commands.map((command) => ({ ...command, disabledReason: null, run: () => {} }))}>
      <FirstSteps />
    </CommandProvider>,
    { workspace: { kind } },
  );
  await expect.element(page.getByRole('listitem').nth(1)).toMatchTextContent(text);
});
