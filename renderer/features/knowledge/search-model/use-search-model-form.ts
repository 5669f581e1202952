import { useEffect, useRef, useState } from 'react';
import type * as z from 'zod';
import { appRoutes } from '../../../../shared/contract/contract.ts';
import {
  searchModelSettingsSchema,
  type SearchModelSettings,
  type SearchModelState,
  type SearchModelStep,
} from '../../../../shared/knowledge/search-model.ts';
import { formatError } from '../../../format/format-error.ts';
import { invalidate } from '../../../data/invalidate.ts';
import { app } from '../../../data/service-clients.ts';
import type { FieldErrors } from '../../../ui/fields/field-errors.ts';
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

type FormState =
  | { readonly status: 'editing' }
  | { readonly status: 'uploading' | 'checking' | 'saving' }
  | { readonly status: 'checked'; readonly steps: readonly SearchModelStep[]; readonly body: Body };

/** The state of the form that asks for a search model. A check holds until the form is changed. */
export function useSearchModelForm(current: SearchModelState, onChanged: (isReplacing: boolean) => void) {
  const [draft, setDraft] = useState(() => toDraft(current));
  const [errors, setErrors] = useState<FieldErrors>({});
  const [state, setState] = useState<FormState>({ status: 'editing' });
  const running = useRef<AbortController>(null);
  useEffect(() => () => running.current?.abort(), []);
  const isChecked = state.status === 'checked' && state.steps.every(({ result }) => result !== 'failed');

  const change = (changes: Partial<ModelDraft>) => {
    running.current?.abort();
    setErrors({});
    setState({ status: 'editing' });
    setDraft({ ...draft, ...changes });
  };

  /** Runs a step of the form. Its result is ignored once the form is changed. */
  const run = async (work: (signal: AbortSignal) => Promise<FormState | null>) => {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    setErrors({});
    try {
      const next = await work(controller.signal);
      if (next && !controller.signal.aborted) setState(next);
    } catch (error) {
      if (controller.signal.aborted) return;
      setErrors({ form: formatError(error) });
      setState({ status: 'editing' });
    }
  };

  const check = () =>
    run(async (signal) => {
      const missing = findMissing(draft);
      if (missing) {
        setErrors(missing);
        return { status: 'editing' };
      }
      setState({ status: draft.kind === 'file' ? 'uploading' : 'checking' });
      const settings = await toSettings(draft, signal);
      const parsed = searchModelSettingsSchema.safeParse(settings);
      if (!parsed.success) {
        setErrors(
          Object.fromEntries(parsed.error.issues.map(({ path, message }) => [String(path.at(-1) ?? 'form'), message])),
        );
        return { status: 'editing' };
      }
      signal.throwIfAborted();
      setState({ status: 'checking' });
      // Without a key, the stored one of the same server is used.
      const body: Body = { settings, api_key: draft.apiKey === '' ? null : draft.apiKey };
      const { steps } = await app(appRoutes.checkSearchModel, { json: body, signal });
      return { status: 'checked', steps, body };
    });

  const save = (body: Body) =>
    run(async () => {
      setState({ status: 'saving' });
      const { is_replacing } = await app(appRoutes.changeSearchModel, { json: body });
      void invalidate(searchModelQuery.queryKey);
      onChanged(is_replacing);
      return null;
    });

  return {
    draft,
    errors,
    state,
    isChecked,
    change,
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
