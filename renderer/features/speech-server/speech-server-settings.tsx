import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { SpeechServerSettings as Settings } from '../../../shared/agents/speech-server.ts';
import { appRoutes } from '../../../shared/contract/contract.ts';
import { useMissingPermission } from '../../data/session/missing-permission.ts';
import { formatError } from '../../format/format-error.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { SettingRow } from '../../ui/fields/setting-row.tsx';
import { describeVoicePrivacy } from './describe-voice-privacy.ts';
import { SpeechServerDialog } from './speech-server-dialog.tsx';
import { speechServerQuery } from './speech-server-query.ts';

/** Shows the server that speaks and transcribes, and changes it. */
export function SpeechServerSettings() {
  const { data, error, refetch } = useQuery(speechServerQuery);
  const [isOpen, setOpen] = useState(false);
  const changeReason = useMissingPermission(
    appRoutes.changeSpeechServer,
    appRoutes.checkSpeechServer,
    appRoutes.listSpeechModels,
  );
  if (error)
    return (
      <ErrorState
        title="The speech server could not be loaded"
        detail={formatError(error)}
        onRetry={() => void refetch()}
      />
    );
  if (!data) return null;
  const { settings, key_hint } = data;
  return (
    <>
      <SettingRow
        label={
          settings
            ? [settings.speech_model, settings.transcription_model].filter(Boolean).join(' · ')
            : 'Built-in voices'
        }
        note={
          <span className="flex flex-col select-text">
            <span>{describeVoice(settings)}</span>
            {key_hint !== null && <span>API key ends with {key_hint}.</span>}
          </span>
        }
      >
        <Button size="small" disabledReason={changeReason} onClick={() => setOpen(true)}>
          Change speech server…
        </Button>
      </SettingRow>
      {isOpen && <SpeechServerDialog state={data} onClose={() => setOpen(false)} />}
    </>
  );
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
