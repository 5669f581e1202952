import { useState } from 'react';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { PracticeComposer } from '../../../../../../renderer/features/calls/call/live/practice-composer.tsx';
import { Dialog } from '../../../../../../renderer/ui/dialogs/dialog.tsx';
import { startFakeService } from '../../../../../helpers/remote/fake-service.ts';
import { renderInWindow } from '../../../../../helpers/components/render-in-window.tsx';

const composer = <PracticeComposer callId="call_1" turns={[]} audio={{ play: () => {}, listen: () => {} }} />;
const reply = page.getByRole('textbox', { name: 'Your reply', includeHidden: true });

test('focuses the reply when the call is answered', async () => {
  startFakeService();
  await renderInWindow(composer);
  await expect.element(reply).toHaveFocus();
});

test('leaves the focus in a dialog that is open when the call is answered', async () => {
  startFakeService();
  await renderInWindow(<CallWithDialog />);
  const button = page.getByRole('button', { name: 'Answer' });
  await button.click();
  await expect.element(reply).toBeInTheDocument();
  await expect.element(button).toHaveFocus();
});

function CallWithDialog() {
  const [isAnswered, setAnswered] = useState(false);
  return (
    <>
      {isAnswered && composer}
      <Dialog title="Cancel call" onClose={() => {}}>
        <button type="button" onClick={() => setAnswered(true)}>
          Answer
        </button>
      </Dialog>
    </>
  );
}
