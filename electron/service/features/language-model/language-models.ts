// Public: other features may import this file.
import {
  languageModelSettingsSchema,
  type LanguageModelSettings,
  type LanguageModelStep,
} from '../../../../shared/agents/language-model.ts';
import type { Database } from '../../platform/db/database.ts';
import type { FindProxies } from '../../platform/network/find-proxies.ts';
import { StoredModelServer, type StoredModelServerOptions } from '../model-server/stored-model-server.ts';
import { createChatClient, type ChatAnswer, type ChatClient } from './chat-client.ts';
import { checkLanguageModel } from './check-language-model.ts';

/** A model that calls can use, with what the review shows about it. */
export type OpenLanguageModel = {
  readonly client: ChatClient;
  readonly settings: LanguageModelSettings;
};

/** Returns what an answer costs, in US dollars; null if the prices or the tokens are not known. */
export function computeCost(
  { tokens }: ChatAnswer,
  { input_price_usd: inputPrice, output_price_usd: outputPrice }: LanguageModelSettings,
): number | null {
  if (!tokens || inputPrice === null || outputPrice === null) return null;
  return (tokens.input * inputPrice + tokens.output * outputPrice) / 1_000_000;
}

/** The language model of an open workspace. */
export class LanguageModels extends StoredModelServer<LanguageModelSettings> {
  readonly #findProxies: FindProxies;

  constructor(db: Database, options: StoredModelServerOptions) {
    super(
      db,
      {
        name: 'language model',
        schema: languageModelSettingsSchema,
        table: 'language_model',
        secret: 'language-model-key',
        unusable: 'language_model_unusable',
        changed: 'language_model.changed',
      },
      options,
    );
    this.#findProxies = options.context.findProxies;
  }

  /** Returns null if no server is entered. Throws ModelServerError if the keychain cannot be read. */
  async open(): Promise<OpenLanguageModel | null> {
    const server = await this.read();
    if (!server) return null;
    const { settings, apiKey } = server;
    return {
      client: createChatClient({ settings, model: settings.model, apiKey, findProxies: this.#findProxies }),
      settings,
    };
  }

  /** Rejects with Problem `not_available_on_remote` in a linked workspace. */
  async check(
    settings: LanguageModelSettings,
    apiKey: string | null,
    signal: AbortSignal,
  ): Promise<readonly LanguageModelStep[]> {
    this.requireLocal();
    return checkLanguageModel(settings, await this.findKey(settings, apiKey), {
      findProxies: this.#findProxies,
      signal,
    });
  }
}
