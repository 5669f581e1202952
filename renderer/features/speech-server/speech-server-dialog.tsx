import {
  speechServerPresets,
  speechServerStepNames,
  type SpeechServerState,
} from '../../../shared/agents/speech-server.ts';
import { limits } from '../../../shared/contract/limits.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { DialogForm } from '../../ui/dialogs/dialog-form.tsx';
import { showToast } from '../../ui/feedback/toasts.ts';
import { Field } from '../../ui/fields/field.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { ModelNameField, ModelServerAddress, ModelServerKey, ModelServerReport } from '../model-server/public.ts';
import { describeVoicePrivacy } from './describe-voice-privacy.ts';
import { useSpeechServerForm } from './use-speech-server-form.ts';

type SpeechServerDialogProps = { readonly state: SpeechServerState; readonly onClose: () => void };

const serverKinds = [
  { value: 'none', label: 'None', hint: 'Agents speak with the built-in voices' },
  { value: 'speaches', label: speechServerPresets.speaches.name, hint: 'On this computer' },
  { value: 'kokoro', label: speechServerPresets.kokoro.name, hint: 'On this computer; speaks only' },
  { value: 'local_ai', label: speechServerPresets.local_ai.name, hint: 'On this computer' },
  { value: 'openai', label: speechServerPresets.openai.name, hint: 'On the internet' },
  { value: 'other', label: 'Another server', hint: 'With the OpenAI API' },
] as const;

/** Asks for a speech server, checks it, and stores it. */
export function SpeechServerDialog({ state: current, onClose }: SpeechServerDialogProps) {
  const form = useSpeechServerForm(current, () => {
    onClose();
    showToast('Speech server saved');
  });
  const { draft, errors, state, isChecked, isBusy, submitLabel, choose, submit } = form;
  return (
    <Dialog
      title="Change speech server"
      description="The server speaks for agents, transcribes what you say in practice calls, or both."
      isWide
      onClose={onClose}
    >
      <DialogForm
        submitLabel={submitLabel}
        disabledReason={draft.kind === 'none' && current.settings === null ? 'No server is entered.' : null}
        failure={errors['form']}
        isBusy={isBusy}
        onSubmit={submit}
        onClose={onClose}
      >
        <Select label="Server" value={draft.kind} options={serverKinds} onChange={choose} />
        {draft.kind !== 'none' && <ServerFields form={form} keyHint={current.key_hint} />}
        {state.status === 'checked' && (
          <ModelServerReport
            label="Server check"
            isUsable={isChecked}
            summary={isChecked ? 'The server can be used.' : 'The server cannot be used.'}
            steps={state.steps.map((step) => ({ ...step, name: speechServerStepNames[step.id] }))}
          />
        )}
      </DialogForm>
    </Dialog>
  );
}

type ServerFieldsProps = {
  readonly form: ReturnType<typeof useSpeechServerForm>;
  readonly keyHint: string | null;
};

function ServerFields({ form, keyHint }: ServerFieldsProps) {
  const { draft, errors, models, change, listModels } = form;
  return (
    <>
      <ModelServerAddress
        baseUrl={draft.baseUrl}
        allowHttp={draft.allowHttp}
        hint={URL.canParse(draft.baseUrl) ? describeVoicePrivacy(draft.baseUrl) : 'The address before /audio/speech.'}
        error={errors['base_url'] ?? null}
        onChange={(address) => change(address.baseUrl === draft.baseUrl ? address : { ...address, kind: 'other' })}
      />
      <ModelServerKey
        value={draft.apiKey}
        keyHint={keyHint}
        error={errors['api_key'] ?? null}
        onChange={(apiKey) => change({ apiKey })}
      />
      <ModelNameField
        label="Speech model"
        optional
        placeholder="kokoro"
        models={models}
        value={draft.speechModel}
        error={errors['speech_model'] ?? null}
        onChange={(speechModel) => change({ speechModel })}
        onList={listModels}
      />
      <Field
        label="Voice"
        placeholder="af_heart"
        hint="All agents speak with it, at their own speed. If the server fails, their built-in voices speak."
        maxLength={limits.titleLength}
        autoComplete="off"
        value={draft.voice}
        error={errors['voice'] ?? null}
        onChange={(event) => change({ voice: event.target.value })}
      />
      <ModelNameField
        label="Transcription model"
        optional
        placeholder="whisper-1"
        hint="Needed to practice calls by speaking."
        models={models}
        value={draft.transcriptionModel}
        error={errors['transcription_model'] ?? null}
        onChange={(transcriptionModel) => change({ transcriptionModel })}
      />
    </>
  );
}
