import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { appRoutes } from '../../../../../../shared/contract/contract.ts';
import { useVoice } from '../../../../../../renderer/features/calls/call/live/microphone/use-voice.ts';
import {
  useVoiceNote,
  VoiceControls,
} from '../../../../../../renderer/features/calls/call/live/microphone/voice-controls.tsx';
import { startFakeService } from '../../../../../helpers/remote/fake-service.ts';
import { renderInWindow } from '../../../../../helpers/components/render-in-window.tsx';

function Controls() {
  const voice = useVoice({ callId: 'call_1', onTurn: () => {} });
  const note = useVoiceNote(voice);
  return (
    <>
      <VoiceControls voice={voice} disabledReason={null} />
      <p>{note}</p>
    </>
  );
}

const base = { base_url: 'http://127.0.0.1:8000/v1', allow_http: false, speech_model: '', voice: '' };

test('without a transcription model, says what is needed, and does not ask for the microphone', async () => {
  const service = startFakeService();
  service.answer(appRoutes.getSpeechServer, () => ({ settings: null, key_hint: null }));
  await renderInWindow(<Controls />);
  const speak = page.getByRole('button', { name: 'Speak' });
  await expect.element(speak).toHaveAttribute('aria-disabled', 'true');
  await expect
    .element(speak)
    .toHaveAccessibleDescription(
      'To speak, enter a transcription model in Settings → Voice. Switchboard itself recognizes no speech.',
    );
  await expect.element(page.getByRole('button', { name: 'Hold to talk' })).not.toBeInTheDocument();
});

test('a microphone that is not allowed is reported with what to do', async () => {
  const service = startFakeService();
  const settings = { ...base, transcription_model: 'whisper' };
  service.answer(appRoutes.getSpeechServer, () => ({ settings, key_hint: null }));
  const { mediaDevices } = navigator;
  const refuse = () => Promise.reject(new DOMException('', 'NotAllowedError'));
  const original = mediaDevices.getUserMedia.bind(mediaDevices);
  mediaDevices.getUserMedia = refuse;
  await renderInWindow(<Controls />);
  await expect.element(page.getByRole('button', { name: 'Hold to talk' })).toBeVisible();
  await page.getByRole('button', { name: 'Speak' }).click();
  const problem = 'The microphone is not allowed. Allow it in the settings of your system or browser, or type.';
  await expect.element(page.getByText(problem)).toBeVisible();
  mediaDevices.getUserMedia = original;
});
