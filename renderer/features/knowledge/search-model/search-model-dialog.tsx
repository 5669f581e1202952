import { limits } from '../../../../shared/contract/limits.ts';
import { searchModelStepNames, type SearchModelState } from '../../../../shared/knowledge/search-model.ts';
import { Dialog } from '../../../ui/dialogs/dialog.tsx';
import { DialogForm } from '../../../ui/dialogs/dialog-form.tsx';
import { showToast } from '../../../ui/feedback/toasts.ts';
import { Field } from '../../../ui/fields/field.tsx';
import { SegmentedControl } from '../../../ui/fields/segmented-control.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import { parseBaseUrl } from '../../connection/public.ts';
import { ModelServerAddress, ModelServerKey, ModelServerReport } from '../../model-server/public.ts';
import { describeModelPrivacy } from './describe-model.ts';
import { useSearchModelForm, type ModelDraft } from './use-search-model-form.ts';

type SearchModelDialogProps = { readonly state: SearchModelState; readonly onClose: () => void };

const kinds = [
  { value: 'built_in', label: 'Built in' },
  { value: 'file', label: 'ONNX file' },
  { value: 'server', label: 'Server' },
] as const;

/** Asks for a search model, checks it, and starts to use it. */
export function SearchModelDialog({ state: current, onClose }: SearchModelDialogProps) {
  const { draft, errors, state, isChecked, change, submit } = useSearchModelForm(current, (isReplacing) => {
    onClose();
    showToast(isReplacing ? 'Search model is being changed' : 'Search model saved');
  });
  const fields = { draft, errors, current, onChange: change };
  const isUnchanged = draft.kind === 'built_in' && current.settings.kind === 'built_in' && current.next === null;
  return (
    <Dialog
      title="Change search model"
      description="The search model finds passages by meaning. All documents are prepared again for another model; until then, searches use the current one."
      isWide
      onClose={onClose}
    >
      <DialogForm
        submitLabel={
          submitLabels[state.status] ?? (draft.kind === 'built_in' || isChecked ? 'Use this model' : 'Check model')
        }
        disabledReason={isUnchanged ? 'The built-in model is already in use.' : null}
        failure={errors['form']}
        isBusy={state.status in submitLabels}
        onSubmit={submit}
        onClose={onClose}
      >
        <div className="self-start">
          <SegmentedControl
            label="Kind of model"
            value={draft.kind}
            options={kinds}
            onChange={(kind) => change({ kind })}
          />
        </div>
        {draft.kind === 'built_in' && (
          <p className="text-muted">
            all-MiniLM-L6-v2 is part of Switchboard. It understands English; in other languages, it finds passages by
            words only. Text does not leave this computer.
          </p>
        )}
        {draft.kind === 'file' && <FileFields {...fields} />}
        {draft.kind === 'server' && <ServerFields {...fields} />}
        {draft.kind !== 'built_in' && <PrefixFields {...fields} />}
        {state.status === 'checked' && (
          <ModelServerReport
            subject="model"
            isUsable={isChecked}
            steps={state.steps}
            stepNames={searchModelStepNames}
          />
        )}
      </DialogForm>
    </Dialog>
  );
}

const submitLabels: Readonly<Record<string, string>> = {
  uploading: 'Copying files…',
  checking: 'Checking…',
  saving: 'Saving…',
};

type FieldsProps = {
  readonly draft: ModelDraft;
  readonly errors: Readonly<Record<string, string | undefined>>;
  readonly current: SearchModelState;
  readonly onChange: (change: Partial<ModelDraft>) => void;
};

function FileFields({ draft, errors, onChange }: FieldsProps) {
  return (
    <>
      <p className="text-muted">
        An embedding model in ONNX format, such as multilingual-e5-small. Its files are copied into the workspace. Text
        does not leave this computer.
      </p>
      <div className="grid items-start gap-4 min-[560px]:grid-cols-2">
        <Field
          type="file"
          label="ONNX file"
          accept=".onnx"
          hint="At most 1 GB, with its weights inside."
          error={errors['model'] ?? null}
          className="min-w-0"
          onChange={(event) => onChange({ model: event.target.files?.[0] ?? null })}
        />
        <Field
          type="file"
          label="Tokenizer"
          accept=".json"
          hint="The file tokenizer.json of the same model."
          error={errors['tokenizer'] ?? null}
          className="min-w-0"
          onChange={(event) => onChange({ tokenizer: event.target.files?.[0] ?? null })}
        />
      </div>
      <Select
        label="Pooling"
        value={draft.pooling}
        options={[
          { value: 'mean', label: 'Mean of all tokens', hint: 'Most models, such as E5 and MiniLM' },
          { value: 'first', label: 'First token', hint: 'Models such as BGE and Snowflake Arctic' },
        ]}
        onChange={(pooling) => onChange({ pooling })}
      />
    </>
  );
}

function ServerFields({ draft, errors, current, onChange }: FieldsProps) {
  return (
    <>
      <ModelServerAddress
        baseUrl={draft.baseUrl}
        allowHttp={draft.allowHttp}
        hint={
          parseBaseUrl(draft.baseUrl)
            ? describeModelPrivacy(draft.baseUrl)
            : 'The address before /embeddings of a server with the OpenAI API.'
        }
        error={errors['base_url'] ?? null}
        onChange={onChange}
      />
      <div className="grid items-start gap-4 min-[560px]:grid-cols-2">
        <Field
          label="Model"
          placeholder="text-embedding-3-small"
          maxLength={limits.titleLength}
          autoComplete="off"
          value={draft.modelName}
          error={errors['model'] ?? null}
          onChange={(event) => onChange({ modelName: event.target.value })}
        />
        <ModelServerKey
          value={draft.apiKey}
          keyHint={current.settings.kind === 'server' ? current.key_hint : null}
          error={errors['api_key'] ?? null}
          onChange={(apiKey) => onChange({ apiKey })}
        />
      </div>
    </>
  );
}

function PrefixFields({ draft, errors, onChange }: FieldsProps) {
  return (
    <div className="grid items-start gap-4 min-[560px]:grid-cols-2">
      <Field
        label="Question prefix"
        optional
        placeholder="query:"
        hint="E5 models need “query:”. Most others need nothing."
        maxLength={limits.searchModelPrefixLength}
        autoComplete="off"
        value={draft.questionPrefix}
        error={errors['question_prefix'] ?? null}
        onChange={(event) => onChange({ questionPrefix: event.target.value })}
      />
      <Field
        label="Passage prefix"
        optional
        placeholder="passage:"
        hint="E5 models need “passage:”."
        maxLength={limits.searchModelPrefixLength}
        autoComplete="off"
        value={draft.passagePrefix}
        error={errors['passage_prefix'] ?? null}
        onChange={(event) => onChange({ passagePrefix: event.target.value })}
      />
    </div>
  );
}
