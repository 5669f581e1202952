// Public: other features may import this file.
import { Problem } from '../../../../shared/contract/problems.ts';
import type {
  LanguageModelSettings,
  LanguageModelState,
  LanguageModelStep,
} from '../../../../shared/agents/language-model.ts';
import type { Context } from '../../platform/context.ts';
import type { Database } from '../../platform/db/database.ts';
import type { EventPublisher } from '../../platform/events/event-publisher.ts';
import { formatKeyHint } from '../../platform/keychain/format-key-hint.ts';
import type { WorkspaceSecrets } from '../../platform/keychain/keychain.ts';
import { checkBaseUrl } from '../remote/base-url.ts';
import { createChatClient, LanguageModelError, type ChatClient } from './chat-client.ts';
import { checkLanguageModel } from './check-language-model.ts';
import { findLanguageModel, storeLanguageModel, type StoredLanguageModel } from './language-model-queries.ts';

type LanguageModelsOptions = {
  readonly orgId: string;
  readonly secrets: Pick<WorkspaceSecrets, 'read' | 'set' | 'remove' | 'restore'>;
  readonly events: EventPublisher;
  readonly context: Pick<Context, 'findProxies'>;
  /** False in a linked workspace, whose remote runs the calls. */
  readonly isLocal: boolean;
};

/** A model that calls can use, with what the review shows about it. */
export type OpenLanguageModel = {
  readonly client: ChatClient;
  readonly settings: LanguageModelSettings;
};

/** The language model of an open workspace, whose API key is in the keychain. */
export class LanguageModels {
  readonly #db: Database;
  readonly #options: LanguageModelsOptions;

  constructor(db: Database, options: LanguageModelsOptions) {
    this.#db = db;
    this.#options = options;
  }

  async describe(): Promise<LanguageModelState> {
    const stored = this.#find();
    const key = stored?.hasKey ? await this.#options.secrets.read('language-model-key') : null;
    return { settings: stored?.settings ?? null, key_hint: key ? formatKeyHint(key) : null };
  }

  /** Returns null if no server is entered. Throws LanguageModelError if the keychain cannot be read. */
  async open(): Promise<OpenLanguageModel | null> {
    const stored = this.#find();
    if (!stored) return null;
    const { settings, hasKey } = stored;
    const apiKey = hasKey ? await this.#options.secrets.read('language-model-key') : '';
    if (typeof apiKey !== 'string')
      throw new LanguageModelError(
        'The API key of the language model cannot be read from the keychain.',
        'Unlock the keychain, or enter the key again.',
        'key',
      );
    const { findProxies } = this.#options.context;
    return { client: createChatClient({ settings, model: settings.model, apiKey, findProxies }), settings };
  }

  /** Rejects with Problem `language_model_unusable`, and `not_available_on_remote` in a linked workspace. */
  async list(
    settings: Pick<LanguageModelSettings, 'base_url' | 'allow_http'>,
    apiKey: string | null,
    signal: AbortSignal,
  ): Promise<readonly string[]> {
    this.#requireLocal();
    const key = await this.#findKey(settings, apiKey);
    try {
      const client = createChatClient({
        settings,
        model: '',
        apiKey: key,
        findProxies: this.#options.context.findProxies,
      });
      try {
        return await client.listModels(signal);
      } finally {
        client.close();
      }
    } catch (error) {
      if (!(error instanceof LanguageModelError)) throw error;
      throw new Problem('language_model_unusable', `${error.message} ${error.fix}`, { cause: error });
    }
  }

  /** Rejects with Problem `not_available_on_remote` in a linked workspace. */
  async check(
    settings: LanguageModelSettings,
    apiKey: string | null,
    signal: AbortSignal,
  ): Promise<readonly LanguageModelStep[]> {
    this.#requireLocal();
    const { findProxies } = this.#options.context;
    return checkLanguageModel(settings, await this.#findKey(settings, apiKey), { findProxies, signal });
  }

  /** Stores the settings in the transaction that `commit` runs, and returns its result. Rejects with the problems of `list`. */
  async change<Result>(
    settings: LanguageModelSettings | null,
    apiKey: string | null,
    commit: (store: () => void) => Result,
  ): Promise<Result> {
    this.#requireLocal();
    const checked = settings && checkBaseUrl(settings);
    if (checked && 'reason' in checked) throw new Problem('language_model_unusable', checked.reason);
    const { secrets, orgId, events } = this.#options;
    const previous = await secrets.read('language-model-key');
    const key = settings ? await this.#findKey(settings, apiKey) : '';
    if (key !== '') await secrets.set('language-model-key', key);
    else if (previous) await secrets.remove('language-model-key');
    try {
      return commit(() => {
        storeLanguageModel(this.#db, orgId, settings && { settings, hasKey: key !== '' });
        events.publish({ type: 'language_model.changed' }, orgId);
      });
    } catch (error) {
      await secrets.restore('language-model-key', previous);
      throw error;
    }
  }

  /** Throws Problem `not_available_on_remote` in a linked workspace. */
  #requireLocal(): void {
    if (!this.#options.isLocal)
      throw new Problem('not_available_on_remote', 'The remote of a linked workspace has its own language model.');
  }

  #find(): StoredLanguageModel | null {
    return findLanguageModel(this.#db, this.#options.orgId);
  }

  /** Returns the stored key if none is given, and the address is the stored one; otherwise the given one, or an empty text. */
  async #findKey({ base_url }: Pick<LanguageModelSettings, 'base_url'>, apiKey: string | null): Promise<string> {
    if (apiKey !== null) return apiKey;
    const stored = this.#find();
    if (!stored?.hasKey || stored.settings.base_url !== base_url) return '';
    return (await this.#options.secrets.read('language-model-key')) ?? '';
  }
}
