import {
  languageModelPresets,
  languageModelSettingsSchema,
  languageModelStepNames,
  type LanguageModelState,
} from '../../../shared/agents/language-model.ts';
import { appRoutes } from '../../../shared/contract/contract.ts';
import { invalidate } from '../../data/invalidate.ts';
import { app } from '../../data/service-clients.ts';
import { showToast } from '../../ui/feedback/toasts.ts';
import { CheckboxField } from '../../ui/fields/checkbox-field.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { ModelNameField, ModelServerDialog, useModelServerForm } from '../model-server/public.ts';
import { describeCallPrivacy } from './describe-call-privacy.ts';
import { languageModelQuery } from './language-model-query.ts';

type LanguageModelDialogProps = { readonly state: LanguageModelState; readonly onClose: () => void };

/** Both load a model with a short context by default, and may cut off what does not fit without an error. */
const localHint = 'On this computer. Load the model with a context of at least 8,192 tokens.';

const serverKinds = [
  { value: 'none', label: 'None', hint: 'Agents follow rules. They need nothing else.' },
  { value: 'ollama', label: languageModelPresets.ollama.name, hint: localHint },
  { value: 'lm_studio', label: languageModelPresets.lm_studio.name, hint: localHint },
  { value: 'openai', label: languageModelPresets.openai.name, hint: 'On the internet' },
  { value: 'other', label: 'Another server', hint: 'With the OpenAI API, such as vLLM or llama.cpp' },
] as const;

/** Asks for a language model, checks it, and stores it. */
export function LanguageModelDialog({ state: { settings, key_hint }, onClose }: LanguageModelDialogProps) {
  const form = useModelServerForm({
    current: settings,
    initialFields: {
      model: settings?.model ?? '',
      inputPrice: formatPrice(settings?.input_price_usd),
      outputPrice: formatPrice(settings?.output_price_usd),
      correctsItself: settings?.corrects_itself ?? true,
      playsRecipients: settings?.plays_recipients ?? false,
    },
    presets: languageModelPresets,
    parse: (address, { model, inputPrice, outputPrice, correctsItself, playsRecipients }) =>
      languageModelSettingsSchema.safeParse({
        ...address,
        model,
        input_price_usd: toPrice(inputPrice),
        output_price_usd: toPrice(outputPrice),
        corrects_itself: correctsItself,
        plays_recipients: playsRecipients,
      }),
    check: (json, signal) => app(appRoutes.checkLanguageModel, { json, signal }),
    save: async (json) => {
      await app(appRoutes.changeLanguageModel, { json });
      void invalidate(languageModelQuery.queryKey);
      onClose();
      showToast('Language model saved');
    },
    listModels: (json) => app(appRoutes.listLanguageModels, { json }),
    modelField: 'model',
    subject: 'model',
  });
  const { draft, errors, models, changeFields, listModels } = form;
  return (
    <ModelServerDialog
      title="Change language model"
      description="Agents that are set to use it speak with a language model on a server of your choice. The others follow rules."
      form={form}
      kinds={serverKinds}
      keyHint={key_hint}
      path="/chat/completions"
      describePrivacy={describeCallPrivacy}
      stepNames={languageModelStepNames}
      onClose={onClose}
    >
      <ModelNameField
        label="Model"
        placeholder="gpt-4o-mini"
        models={models}
        value={draft.fields.model}
        error={errors['model'] ?? null}
        onChange={(model) => changeFields({ model })}
        onList={listModels}
      />
      <div className="grid items-start gap-4 min-[560px]:grid-cols-2">
        <Field
          label="Input price"
          optional
          inputMode="decimal"
          hint="US dollars per million tokens."
          autoComplete="off"
          value={draft.fields.inputPrice}
          error={errors['input_price_usd'] ?? null}
          onChange={(event) => changeFields({ inputPrice: event.target.value })}
        />
        <Field
          label="Output price"
          optional
          inputMode="decimal"
          hint="With both prices, calls show what they cost."
          autoComplete="off"
          value={draft.fields.outputPrice}
          error={errors['output_price_usd'] ?? null}
          onChange={(event) => changeFields({ outputPrice: event.target.value })}
        />
      </div>
      <CheckboxField
        label="Let agents correct themselves"
        hint="A sentence that neither documents nor call data support is replaced before it is spoken. This takes longer."
        checked={draft.fields.correctsItself}
        onChange={(correctsItself) => changeFields({ correctsItself })}
      />
      <CheckboxField
        label="Let the model play the recipients of simulated calls"
        hint="They then speak in their own words, also with agents that follow rules. Otherwise they follow rules."
        checked={draft.fields.playsRecipients}
        onChange={(playsRecipients) => changeFields({ playsRecipients })}
      />
    </ModelServerDialog>
  );
}

const formatPrice = (price: number | null | undefined) => String(price ?? '');

/** Returns NaN for a text that is not a number. The schema refuses it. */
const toPrice = (text: string) => (text.trim() === '' ? null : Number(text.trim()));
