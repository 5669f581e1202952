import type { ModelTurn } from '../../../../../shared/calls/model-turn.ts';
import type { OpenLanguageModel } from '../../language-model/language-models.ts';
import { ModelServerError } from '../../model-server/model-server-client.ts';

/** Why there is no model, if that is an error: rules then speak in each turn. */
export type LeadingModel = OpenLanguageModel | ModelServerError;

/** The other side waits for a reply: after this time, rules reply instead. */
export const turnMs = 20_000;

/** After this many turns in a row without an answer of the model, rules lead the call to its end. */
export const maxFailures = 2;

export function createSilenceError(): ModelServerError {
  return new ModelServerError(
    'The model failed twice in a row. It will not be asked again in this call.',
    '',
    'answer',
  );
}

/** Returns why the model did not answer in a turn, in a sentence. Throws any error that is not the model's. */
export function explainSilence(error: unknown, timeout: AbortSignal, timeoutMs: number): string {
  if (timeout.aborted) return `The model did not answer within ${Math.round(timeoutMs / 1000)} seconds.`;
  if (error instanceof ModelServerError) return error.message;
  throw error;
}

export function describeModel(model: LeadingModel): Pick<ModelTurn, 'model' | 'host'> {
  if (model instanceof ModelServerError) return { model: '', host: '' };
  const { settings } = model;
  return { model: settings.model, host: new URL(settings.base_url).host };
}
