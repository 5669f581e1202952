import { checkBaseUrl } from '../remote/base-url.ts';
import { RemoteError } from '../remote/remote-client.ts';
import type {
  CheckedLanguage,
  OtherModelSettings,
  SearchModelStep,
  StoredSearchModel,
} from '../../../../shared/knowledge/search-model.ts';
import { limits } from '../../../../shared/contract/limits.ts';
import { formatLanguages } from '../../../../shared/text/format-languages.ts';
import type { FindProxies } from '../../platform/network/find-proxies.ts';
import type { StartProcess } from '../../platform/processes/start-process.ts';
import { describeServerPrivacy } from '../model-server/check-model-server.ts';
import { getFileOptions, type EmbedderSources } from './create-text-embedder.ts';
import { defaultFileCheckLimits, tryFileModel, type FileCheckLimits } from './embedding/check-file-model.ts';
import { builtInMeasures, compareScales, measureModel, probeTexts } from './embedding/measure-model.ts';
import { createServerModel, type ServerSettings } from './embedding/server-model.ts';
import { addPrefix, SearchModelError } from './embedding/text-embedder.ts';

export type SearchModelCheck = {
  readonly steps: readonly SearchModelStep[];
  readonly languages: readonly CheckedLanguage[];
  /** Null if a step failed. */
  readonly measured: Pick<StoredSearchModel, 'dimensions' | 'similarity' | 'languages'> | null;
};

export type CheckSearchModelOptions = {
  readonly files: EmbedderSources['files'];
  readonly startProcess: StartProcess;
  readonly findProxies: FindProxies;
  readonly fileLimits?: FileCheckLimits;
  readonly signal: AbortSignal;
};

/** A user waits for the check. */
const checkMs = 180_000;

/** Tries a model with test questions. Changes nothing. */
export async function checkSearchModel(
  settings: OtherModelSettings,
  apiKey: string,
  options: CheckSearchModelOptions,
): Promise<SearchModelCheck> {
  const steps: SearchModelStep[] = [];
  const pass = (id: SearchModelStep['id'], detail: string) => steps.push({ id, result: 'passed', detail, fix: null });
  const stop = (id: SearchModelStep['id'], detail: string, fix: string): SearchModelCheck => {
    steps.push({ id, result: 'failed', detail, fix });
    return { steps, languages: [], measured: null };
  };
  const signal = AbortSignal.any([options.signal, AbortSignal.timeout(checkMs)]);
  let vectors: ProbeVectors;
  const source = settings.kind === 'file' ? 'file' : 'address';
  try {
    if (settings.kind === 'server') {
      const checked = checkBaseUrl(settings);
      if ('reason' in checked) return stop('address', 'The base URL cannot be used.', checked.reason);
    }
    vectors = await (settings.kind === 'file'
      ? embedWithFile(settings, { ...options, signal })
      : embedWithServer(settings, apiKey, { ...options, signal }));
  } catch (error) {
    options.signal.throwIfAborted();
    if (signal.aborted)
      return stop('answer', 'The model took longer than 3 minutes for the test questions.', 'Use a faster server.');
    if (!(error instanceof SearchModelError)) throw error;
    const isUnreached = source === 'file' || (error.cause instanceof RemoteError && !error.cause.wasSent);
    if (isUnreached) return stop(source, error.message, error.fix);
    pass('address', 'The server can be reached.');
    return stop('answer', error.message, error.fix);
  }
  if (settings.kind === 'file') pass('file', 'The model and its tokenizer can be loaded.');
  else
    pass('address', describeServerPrivacy(settings, { kept: 'text', sent: 'The text of documents and questions is' }));
  pass('answer', `It embedded ${2 * probeTexts.questions.length} test questions and passages.`);
  const dimensions = vectors.questions.length / probeTexts.questions.length;
  const { searchModelDimensionsMin: min, searchModelDimensions: max } = limits;
  if (dimensions < min || dimensions > max)
    return stop(
      'size',
      `Its vectors have ${dimensions.toLocaleString('en')} numbers. Between ${min} and ${max.toLocaleString('en')} are possible.`,
      'Choose another model.',
    );
  pass('size', `Its vectors have ${dimensions.toLocaleString('en')} numbers.`);
  const model = measureModel(vectors.questions, vectors.passages);
  const similarity = compareScales(model, builtInMeasures);
  if (!similarity)
    return stop(
      'languages',
      'Questions are as similar to every passage as to the one that answers them, so nothing can be found.',
      settings.kind === 'file'
        ? 'Check that the tokenizer belongs to the model, or choose the other way to combine tokens.'
        : 'Choose a model for embeddings of text.',
    );
  const names = formatLanguages(model.languages);
  if (names === '')
    steps.push({
      id: 'languages',
      result: 'warning',
      detail: 'It found too few passages of test questions in every language that was tried.',
      fix: 'Check the prefixes of questions and passages. The model may still understand another language.',
    });
  else pass('languages', `It found the passages of test questions in ${names}.`);
  return { steps, languages: model.languages, measured: { dimensions, similarity, languages: [...model.languages] } };
}

type ProbeVectors = { readonly questions: Float32Array; readonly passages: Float32Array };

async function embedWithFile(
  settings: Extract<OtherModelSettings, { readonly kind: 'file' }>,
  { files, startProcess, signal, fileLimits = defaultFileCheckLimits }: CheckSearchModelOptions,
): Promise<ProbeVectors> {
  const texts = [
    ...probeTexts.questions.map((text) => addPrefix(text, settings, 'question')),
    ...probeTexts.passages.map((text) => addPrefix(text, settings, 'passage')),
  ];
  const vectors = await tryFileModel(getFileOptions(settings, files), texts, {
    startProcess,
    signal,
    limits: fileLimits,
  });
  return { questions: vectors.subarray(0, vectors.length / 2), passages: vectors.subarray(vectors.length / 2) };
}

async function embedWithServer(
  settings: ServerSettings,
  apiKey: string,
  { findProxies, signal }: CheckSearchModelOptions,
): Promise<ProbeVectors> {
  const server = createServerModel({ settings, apiKey, dimensions: null, findProxies });
  const embed = (texts: readonly string[], role: 'question' | 'passage') =>
    server.embed(
      texts.map((text) => ({ text })),
      { role, signal },
    );
  try {
    return {
      questions: await embed(probeTexts.questions, 'question'),
      passages: await embed(probeTexts.passages, 'passage'),
    };
  } finally {
    server.close();
  }
}
