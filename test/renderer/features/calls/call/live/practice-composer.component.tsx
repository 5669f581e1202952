import { useState } from 'react';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { appRoutes } from '../../../../../../shared/contract/contract.ts';
import { PracticeComposer } from '../../../../../../renderer/features/calls/call/live/practice-composer.tsx';
import { Dialog } from '../../../../../../renderer/ui/dialogs/dialog.tsx';
import { startFakeService } from '../../../../../helpers/remote/fake-service.ts';
import { renderInWindow } from '../../../../../helpers/components/render-in-window.tsx';

const composer = (
  <PracticeComposer callId="call_1" turns={[]} audio={{ play: () => {}, listen: () => {}, interrupt: () => null }} />
);
const reply = page.getByRole('textbox', { name: 'Your reply', includeHidden: true });

/** Starts a service without a speech server, so that replies are typed. */
function startCallWithoutVoice(): void {
  startFakeService().answer(appRoutes.getSpeechServer, () => ({ settings: null, key_hint: null }));
}

test('focuses the reply when the call is answered', async () => {
  startCallWithoutVoice();
  await renderInWindow(composer);
  await expect.element(reply).toHaveFocus();
});

test('leaves the focus in a dialog that is open when the call is answered', async () => {
  startCallWithoutVoice();
  await renderInWindow(<CallWithDialog />);
  const button = page.getByRole('button', { name: 'Answer' });
  await button.click();
  await expect.element(reply).toBeInTheDocument();
  await expect.element(button).toHaveFocus();
});

test('the reply keeps space for words beside the buttons of a narrow call', async () => {
  const settings = {
    base_url: 'http://127.0.0.1:8000/v1',
    allow_http: false,
    speech_model: '',
    voice: '',
    transcription_model: 'whisper',
  };
  startFakeService().answer(appRoutes.getSpeechServer, () => ({ settings, key_hint: null }));
  await renderInWindow(<div style={{ width: 420 }}>{composer}</div>);
  await expect.element(page.getByRole('button', { name: 'Hold to talk' })).toBeVisible();
  expect(reply.element().getBoundingClientRect().width).toBeGreaterThan(190);
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
