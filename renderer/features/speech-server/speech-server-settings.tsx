import { useQuery } from '@tanstack/react-query';
import type { SpeechServerSettings as Settings } from '../../../shared/agents/speech-server.ts';
import { appRoutes } from '../../../shared/contract/contract.ts';
import { useMissingPermission } from '../../data/session/missing-permission.ts';
import { ModelServerSettings } from '../model-server/public.ts';
import { describeVoicePrivacy } from './describe-voice-privacy.ts';
import { SpeechServerDialog } from './speech-server-dialog.tsx';
import { speechServerQuery } from './speech-server-query.ts';

/** Shows the server that speaks and transcribes, and changes it. */
export function SpeechServerSettings() {
  const changeReason = useMissingPermission(
    appRoutes.changeSpeechServer,
    appRoutes.checkSpeechServer,
    appRoutes.listSpeechModels,
  );
  return (
    <ModelServerSettings
      name="speech server"
      query={useQuery(speechServerQuery)}
      changeReason={changeReason}
      describe={({ settings }) => ({ label: formatModels(settings), note: describeVoice(settings) })}
      dialog={SpeechServerDialog}
    />
  );
}

function formatModels(settings: Settings | null): string {
  if (!settings) return 'Built-in voices';
  return [settings.speech_model, settings.transcription_model].filter(Boolean).join(' · ');
}

function describeVoice(settings: Settings | null): string {
  if (!settings)
    return 'Agents speak English with built-in voices, which need nothing else. For other voices, and to practice calls by speaking, use a speech server.';
  const { base_url, speech_model, voice, transcription_model } = settings;
  return [
    speech_model === '' ? 'Agents speak with built-in voices.' : `All agents speak with the voice “${voice}”.`,
    transcription_model === '' ? 'Nothing is transcribed.' : 'What you say in practice calls is transcribed.',
    describeVoicePrivacy(base_url),
  ].join(' ');
}
