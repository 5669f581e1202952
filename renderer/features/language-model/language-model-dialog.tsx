import {
  languageModelPresets,
  languageModelStepNames,
  type LanguageModelState,
} from '../../../shared/agents/language-model.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { DialogForm } from '../../ui/dialogs/dialog-form.tsx';
import { showToast } from '../../ui/feedback/toasts.ts';
import { CheckboxField } from '../../ui/fields/checkbox-field.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { ModelNameField, ModelServerAddress, ModelServerKey, ModelServerReport } from '../model-server/public.ts';
import { describeCallPrivacy } from './describe-call-privacy.ts';
import { useLanguageModelForm } from './use-language-model-form.ts';

type LanguageModelDialogProps = { readonly state: LanguageModelState; readonly onClose: () => void };

const serverKinds = [
  { value: 'none', label: 'None', hint: 'Agents follow rules. They need nothing else.' },
  { value: 'ollama', label: languageModelPresets.ollama.name, hint: 'On this computer' },
  { value: 'lm_studio', label: languageModelPresets.lm_studio.name, hint: 'On this computer' },
  { value: 'openai', label: languageModelPresets.openai.name, hint: 'On the internet' },
  { value: 'other', label: 'Another server', hint: 'With the OpenAI API, such as vLLM or llama.cpp' },
] as const;

/** Asks for a language model, checks it, and stores it. */
export function LanguageModelDialog({ state: current, onClose }: LanguageModelDialogProps) {
  const form = useLanguageModelForm(current, () => {
    onClose();
    showToast('Language model saved');
  });
  const { draft, errors, state, isChecked, isBusy, submitLabel, choose, submit } = form;
  return (
    <Dialog
      title="Change language model"
      description="Agents that are set to use it speak with a language model on a server of your choice. The others follow rules."
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
            label="Model check"
            isUsable={isChecked}
            summary={isChecked ? 'The model can be used.' : 'The model cannot be used.'}
            steps={state.steps.map((step) => ({ ...step, name: languageModelStepNames[step.id] }))}
          />
        )}
      </DialogForm>
    </Dialog>
  );
}

type ServerFieldsProps = {
  readonly form: ReturnType<typeof useLanguageModelForm>;
  readonly keyHint: string | null;
};

function ServerFields({ form, keyHint }: ServerFieldsProps) {
  const { draft, errors, models, change, listModels } = form;
  return (
    <>
      <ModelServerAddress
        baseUrl={draft.baseUrl}
        allowHttp={draft.allowHttp}
        hint={
          URL.canParse(draft.baseUrl) ? describeCallPrivacy(draft.baseUrl) : 'The address before /chat/completions.'
        }
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
        label="Model"
        placeholder="gpt-4o-mini"
        models={models}
        value={draft.model}
        error={errors['model'] ?? null}
        onChange={(model) => change({ model })}
        onList={listModels}
      />
      <div className="grid items-start gap-4 min-[560px]:grid-cols-2">
        <Field
          label="Input price"
          optional
          inputMode="decimal"
          hint="US dollars per million tokens."
          autoComplete="off"
          value={draft.inputPrice}
          error={errors['input_price_usd'] ?? null}
          onChange={(event) => change({ inputPrice: event.target.value })}
        />
        <Field
          label="Output price"
          optional
          inputMode="decimal"
          hint="With both prices, calls show what they cost."
          autoComplete="off"
          value={draft.outputPrice}
          error={errors['output_price_usd'] ?? null}
          onChange={(event) => change({ outputPrice: event.target.value })}
        />
      </div>
      <CheckboxField
        label="Let agents correct themselves"
        hint="A sentence that no document and no data of the call support is replaced before it is spoken. This takes longer."
        checked={draft.correctsItself}
        onChange={(correctsItself) => change({ correctsItself })}
      />
    </>
  );
}
