import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react';
import { appRoutes } from '../../../../../../shared/contract/contract.ts';
import { Problem } from '../../../../../../shared/contract/problems.ts';
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
      'To speak, enter a transcription model in Settings → Voice. Switchboard itself does not recognize speech.',
    );
  await expect.element(page.getByRole('button', { name: 'Hold to talk' })).not.toBeInTheDocument();
});

describe('the microphone', () => {
  const getUserMedia = vi.spyOn(navigator.mediaDevices, 'getUserMedia');
  const openStreams: MediaStream[] = [];
  const createStream = () => {
    const { stream } = new MediaStreamAudioDestinationNode(new AudioContext());
    openStreams.push(stream);
    return stream;
  };
  const isOn = (stream: MediaStream) => stream.getTracks().some(({ readyState }) => readyState === 'live');
  const speak = page.getByRole('button', { name: 'Speak' });
  const hold = page.getByRole('button', { name: 'Hold to talk' });
  const listening = page.getByText('Listening. Voice does not leave this computer.');

  let service: ReturnType<typeof startFakeService>;
  beforeEach(() => {
    service = startFakeService();
    const settings = { ...base, transcription_model: 'whisper' };
    service.answer(appRoutes.getSpeechServer, () => ({ settings, key_hint: null }));
    service.answer(appRoutes.sendVoice, () => ({ events: [] }));
  });
  afterEach(() => vi.unstubAllGlobals());

  /** Opens the microphone for talking freely. */
  async function listen() {
    const stream = createStream();
    getUserMedia.mockResolvedValueOnce(stream);
    await renderInWindow(<Controls />);
    await speak.click();
    await expect.element(listening).toBeVisible();
    expect(isOn(stream)).toBe(true);
    return { stream };
  }

  test('is reported with what to do if it is not allowed', async () => {
    getUserMedia.mockRejectedValueOnce(new DOMException('', 'NotAllowedError'));
    await renderInWindow(<Controls />);
    await expect.element(hold).toBeVisible();
    await speak.click();
    const problem = 'The microphone is not allowed. Allow it in the settings of your system or browser, or type.';
    await expect.element(page.getByText(problem)).toBeVisible();
  });

  test('is closed if its sound cannot be read', async () => {
    const stream = createStream();
    getUserMedia.mockResolvedValueOnce(stream);
    await renderInWindow(<Controls />);
    await expect.element(hold).toBeVisible();
    vi.stubGlobal('AudioContext', function refuse() {
      throw new DOMException('', 'NotSupportedError');
    });
    await speak.click();
    await expect.element(page.getByText('The microphone could not be opened. Type instead.')).toBeVisible();
    expect(isOn(stream)).toBe(false);
  });

  test('is closed when the user stops it, and when the view is left', async () => {
    const { stream } = await listen();
    await page.getByRole('button', { name: 'Stop listening' }).click();
    expect(isOn(stream)).toBe(false);
    const next = createStream();
    getUserMedia.mockResolvedValueOnce(next);
    await speak.click();
    await expect.element(listening).toBeVisible();
    await cleanup();
    expect(isOn(next)).toBe(false);
  });

  test.each(['call_not_in_progress', 'locked', 'no_workspace'] as const)(
    'is closed if the service refuses its sound with %s',
    async (code) => {
      service.answer(appRoutes.sendVoice, () => {
        throw new Problem(code, 'It is over.');
      });
      const stream = createStream();
      getUserMedia.mockResolvedValueOnce(stream);
      await renderInWindow(<Controls />);
      await speak.click();
      await expect.poll(() => isOn(stream)).toBe(false);
      await expect.element(speak).toBeVisible();
    },
  );

  test('has captions, of which the last words are shown', async () => {
    const text = Array.from({ length: 100 }, (_, index) => `word${index}`).join(' ');
    service.answer(appRoutes.sendVoice, () => ({ events: [{ kind: 'heard', text } as const] }));
    getUserMedia.mockResolvedValueOnce(createStream());
    await renderInWindow(<Controls />);
    await speak.click();
    await expect.element(page.getByText(/^You: … word\d\d word.* word99$/)).toBeVisible();
    expect(document.body.textContent).not.toContain('word50');
  });

  test('is reported if it is disconnected', async () => {
    const { stream } = await listen();
    stream.getTracks()[0]?.dispatchEvent(new Event('ended'));
    await expect.element(page.getByText('The microphone was disconnected. Connect it again, or type.')).toBeVisible();
  });

  test('is closed if the button is released before it has opened', async () => {
    await listen();
    const stream = createStream();
    const opening = Promise.withResolvers<MediaStream>();
    getUserMedia.mockReturnValueOnce(opening.promise);
    await hold.click();
    opening.resolve(stream);
    await expect.poll(() => isOn(stream)).toBe(false);
    await expect.element(page.getByText('You are speaking…')).not.toBeInTheDocument();
    expect(openStreams.some(isOn)).toBe(false);
  });
});
