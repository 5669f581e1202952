// Public: other features may import this file.
import type { CheckStep } from '../../../../shared/contract/check-steps.ts';
import { isLoopbackHost } from '../../../../shared/workspaces/loopback-host.ts';
import type { ModelServerAddress } from '../../../../shared/workspaces/model-server.ts';
import { CheckReport } from '../../platform/check-report.ts';
import { checkBaseUrl } from '../remote/base-url.ts';
import { ModelServerError } from './model-server-client.ts';

/** The steps of every check. */
type CommonStepId = 'address' | 'key' | 'model' | 'speed';

type PrivacyWords = {
  /** What does not leave this computer. */
  readonly kept: 'text' | 'voice';
  /** What a server elsewhere receives, such as "The text of documents is". */
  readonly sent: string;
};

type ModelServerCheckOptions<Id extends string> = {
  readonly settings: ModelServerAddress;
  readonly apiKey: string;
  /** The name of the model that is asked first. */
  readonly model: string;
  readonly privacy: PrivacyWords;
  /** A name for each step, in the order in which they run. */
  readonly stepNames: Readonly<Record<Id | CommonStepId, string>>;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
};

/** Checks a server with requests that change nothing, and returns the result of each step. Rejects with the reason of `signal`. */
export async function checkModelServer<Id extends string>(
  options: ModelServerCheckOptions<Id>,
  run: (check: ModelServerCheck<Id>) => Promise<void>,
): Promise<readonly CheckStep<Id | CommonStepId>[]> {
  const { settings, timeoutMs, signal } = options;
  const check = new ModelServerCheck(options);
  const checked = checkBaseUrl(settings);
  if ('reason' in checked) check.fail('address', 'The base URL cannot be used.', checked.reason);
  else
    try {
      await run(check);
    } catch (error) {
      signal.throwIfAborted();
      if (check.signal.aborted) {
        const detail = `The server did not answer within ${Math.round(timeoutMs / 1000)} seconds.`;
        check.failNext(detail, 'Try again, or use a smaller model.');
      } else if (error instanceof ModelServerError) check.explain(error);
      else throw error;
    }
  return check.listSteps('Not tried.');
}

/** The check of one server. */
export class ModelServerCheck<Id extends string> extends CheckReport<Id | CommonStepId> {
  readonly #options: ModelServerCheckOptions<Id>;
  /** Aborted when the check takes too long. */
  readonly signal: AbortSignal;

  constructor(options: ModelServerCheckOptions<Id>) {
    super(options.stepNames);
    this.#options = options;
    this.signal = AbortSignal.any([options.signal, AbortSignal.timeout(options.timeoutMs)]);
  }

  /** A request was answered, so the server, the key and the model can be used. */
  passAccess(): void {
    if (this.has('address')) return;
    const { settings, apiKey, model, privacy } = this.#options;
    this.pass('address', describeServerPrivacy(settings, privacy));
    this.pass('key', apiKey === '' ? 'The server needs no API key.' : 'The server accepts the API key.');
    this.pass('model', `“${model}” answers.`);
  }

  /** Reports how fast the server is. `event` is what happens after this time, such as "The first word arrives". */
  measure(event: string, milliseconds: number, slowMs: number): void {
    const time = `${event} after ${Math.round(milliseconds).toLocaleString('en')} ms.`;
    if (milliseconds <= slowMs) this.pass('speed', time);
    else this.warn('speed', `${time} Recipients notice such a pause.`, 'Use a smaller model, or a faster server.');
  }

  /** Reports the steps before the one that failed as passed. */
  explain({ failed, message, fix }: ModelServerError): void {
    const { settings, model, privacy } = this.#options;
    if (this.has('address')) return this.failNext(message, fix);
    if (failed === 'address') return this.fail('address', message, fix);
    this.pass('address', describeServerPrivacy(settings, privacy));
    if (failed === 'key') return this.fail('key', message, fix);
    this.pass('key', 'The server accepts the request.');
    if (failed === 'model') return this.fail('model', message, fix);
    this.pass('model', `The server accepts the name “${model}”.`);
    this.failNext(message, fix);
  }
}

/** Returns a sentence on whether something leaves this computer. */
export function describeServerPrivacy({ base_url }: ModelServerAddress, { kept, sent }: PrivacyWords): string {
  const { host, hostname } = new URL(base_url);
  return isLoopbackHost(hostname)
    ? `The server is on this computer, so ${kept} does not leave it.`
    : `${sent} sent to ${host}.`;
}
