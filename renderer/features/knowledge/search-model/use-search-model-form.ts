import type * as z from 'zod';
import { appRoutes } from '../../../../shared/contract/contract.ts';
import {
  searchModelSettingsSchema,
  type SearchModelSettings,
  type SearchModelState,
  type SearchModelStep,
} from '../../../../shared/knowledge/search-model.ts';
import { invalidate } from '../../../data/invalidate.ts';
import { app } from '../../../data/service-clients.ts';
import type { FieldErrors } from '../../../ui/fields/field-errors.ts';
import { listSchemaErrors, useCheckedForm } from '../../model-server/public.ts';
import { searchModelQuery } from './search-model-query.ts';

export type ModelKind = SearchModelSettings['kind'];

/** What the user has entered about a model. */
export type ModelDraft = {
  readonly kind: ModelKind;
  readonly model: File | null;
  readonly tokenizer: File | null;
  readonly pooling: 'mean' | 'first';
  readonly baseUrl: string;
  readonly modelName: string;
  readonly apiKey: string;
  readonly allowHttp: boolean;
  readonly questionPrefix: string;
  readonly passagePrefix: string;
};

function toDraft({ settings }: SearchModelState): ModelDraft {
  return {
    kind: settings.kind,
    model: null,
    tokenizer: null,
    pooling: settings.kind === 'file' ? settings.pooling : 'mean',
    baseUrl: settings.kind === 'server' ? settings.base_url : '',
    modelName: settings.kind === 'server' ? settings.model : '',
    apiKey: '',
    allowHttp: settings.kind === 'server' && settings.allow_http,
    questionPrefix: settings.kind === 'built_in' ? '' : settings.question_prefix,
    passagePrefix: settings.kind === 'built_in' ? '' : settings.passage_prefix,
  };
}

type Body = z.input<typeof appRoutes.changeSearchModel.json>;

/** The form that asks for a search model. */
export function useSearchModelForm(current: SearchModelState, onChanged: (isReplacing: boolean) => void) {
  const form = useCheckedForm<ModelDraft, 'uploading' | 'checking' | 'saving', SearchModelStep, Body>(() =>
    toDraft(current),
  );
  const { draft, state, isChecked, setErrors, run } = form;

  const check = async () => {
    const missing = findMissing(draft);
    if (missing) return setErrors(missing);
    await run(draft.kind === 'file' ? 'uploading' : 'checking', async (signal, setStatus) => {
      const settings = await toSettings(draft, signal);
      const parsed = searchModelSettingsSchema.safeParse(settings);
      if (!parsed.success) {
        setErrors(listSchemaErrors(parsed.error));
        return { status: 'editing' };
      }
      signal.throwIfAborted();
      setStatus('checking');
      // Without a key, the stored one of the same server is used.
      const body: Body = { settings, api_key: draft.apiKey === '' ? null : draft.apiKey };
      const { steps } = await app(appRoutes.checkSearchModel, { json: body, signal });
      return { status: 'checked', steps, body };
    });
  };

  const save = (body: Body) =>
    run('saving', async () => {
      const { is_replacing } = await app(appRoutes.changeSearchModel, { json: body });
      void invalidate(searchModelQuery.queryKey);
      onChanged(is_replacing);
      return null;
    });

  return {
    ...form,
    submit: () => {
      if (state.status === 'uploading' || state.status === 'checking' || state.status === 'saving') return;
      if (draft.kind === 'built_in') void save({ settings: { kind: 'built_in' } });
      else if (state.status === 'checked' && isChecked) void save(state.body);
      else void check();
    },
  };
}

function findMissing({ kind, model, tokenizer }: ModelDraft): FieldErrors | null {
  if (kind !== 'file' || (model && tokenizer)) return null;
  return {
    ...(!model && { model: 'Choose the ONNX file.' }),
    ...(!tokenizer && { tokenizer: 'Choose the file tokenizer.json of the model.' }),
  };
}

/** Uploads the files of a model, and returns its settings. */
async function toSettings(draft: ModelDraft, signal: AbortSignal): Promise<Body['settings']> {
  const prefixes = { question_prefix: draft.questionPrefix, passage_prefix: draft.passagePrefix };
  if (draft.kind === 'server')
    return {
      kind: 'server',
      base_url: draft.baseUrl,
      model: draft.modelName,
      allow_http: draft.allowHttp,
      ...prefixes,
    };
  if (draft.kind === 'built_in' || !draft.model || !draft.tokenizer) return { kind: 'built_in' };
  const upload = (file: File) => app(appRoutes.uploadSearchModelFile, { form: { file }, signal });
  const model = await upload(draft.model);
  const tokenizer = await upload(draft.tokenizer);
  return {
    kind: 'file',
    name: draft.model.name,
    model_sha256: model.sha256,
    tokenizer_sha256: tokenizer.sha256,
    pooling: draft.pooling,
    ...prefixes,
  };
}
