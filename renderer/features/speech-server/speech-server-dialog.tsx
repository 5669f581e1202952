import {
  speechServerPresets,
  speechServerSettingsSchema,
  speechServerStepNames,
  type SpeechServerState,
} from '../../../shared/agents/speech-server.ts';
import { appRoutes } from '../../../shared/contract/contract.ts';
import { limits } from '../../../shared/contract/limits.ts';
import { invalidate } from '../../data/invalidate.ts';
import { app } from '../../data/service-clients.ts';
import { showToast } from '../../ui/feedback/toasts.ts';
import { Field } from '../../ui/fields/field.tsx';
import { ModelNameField, ModelServerDialog, useModelServerForm } from '../model-server/public.ts';
import { describeVoicePrivacy } from './describe-voice-privacy.ts';
import { speechServerQuery } from './speech-server-query.ts';

type SpeechServerDialogProps = { readonly state: SpeechServerState; readonly onClose: () => void };

const serverKinds = [
  { value: 'none', label: 'None', hint: 'Agents speak with the built-in voices' },
  { value: 'speaches', label: speechServerPresets.speaches.name, hint: 'On this computer' },
  { value: 'kokoro', label: speechServerPresets.kokoro.name, hint: 'On this computer; does not transcribe' },
  { value: 'local_ai', label: speechServerPresets.local_ai.name, hint: 'On this computer' },
  { value: 'openai', label: speechServerPresets.openai.name, hint: 'On the internet' },
  { value: 'other', label: 'Another server', hint: 'With the OpenAI API' },
] as const;

/** Asks for a speech server, checks it, and stores it. */
export function SpeechServerDialog({ state: { settings, key_hint }, onClose }: SpeechServerDialogProps) {
  const { speech_model = '', voice = '', transcription_model = '' } = settings ?? {};
  const form = useModelServerForm({
    current: settings,
    initialFields: { speech_model, voice, transcription_model },
    presets: speechServerPresets,
    parse: (address, fields) => speechServerSettingsSchema.safeParse({ ...address, ...fields }),
    check: (json, signal) => app(appRoutes.checkSpeechServer, { json, signal }),
    save: async (json) => {
      await app(appRoutes.changeSpeechServer, { json });
      void invalidate(speechServerQuery.queryKey);
      onClose();
      showToast('Speech server saved');
    },
    listModels: (json) => app(appRoutes.listSpeechModels, { json }),
    modelField: 'speech_model',
    subject: 'server',
  });
  const { draft, errors, models, changeFields, listModels } = form;
  return (
    <ModelServerDialog
      title="Change speech server"
      description="The server speaks for agents, transcribes what you say in practice calls, or both."
      form={form}
      kinds={serverKinds}
      keyHint={key_hint}
      path="/audio/speech"
      describePrivacy={describeVoicePrivacy}
      stepNames={speechServerStepNames}
      onClose={onClose}
    >
      <ModelNameField
        label="Speech model"
        optional
        placeholder="kokoro"
        models={models}
        value={draft.fields.speech_model}
        error={errors['speech_model'] ?? null}
        onChange={(name) => changeFields({ speech_model: name })}
        onList={listModels}
      />
      <Field
        label="Voice"
        placeholder="af_heart"
        hint="All agents speak with it, at their own speed. If the server fails, their built-in voices speak."
        maxLength={limits.titleLength}
        autoComplete="off"
        value={draft.fields.voice}
        error={errors['voice'] ?? null}
        onChange={(event) => changeFields({ voice: event.target.value })}
      />
      <ModelNameField
        label="Transcription model"
        optional
        placeholder="whisper-1"
        hint="Needed to practice calls by speaking."
        models={models}
        value={draft.fields.transcription_model}
        error={errors['transcription_model'] ?? null}
        onChange={(name) => changeFields({ transcription_model: name })}
      />
    </ModelServerDialog>
  );
}
