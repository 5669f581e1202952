import { createHash } from 'node:crypto';
import type { OtherModelSettings, StoredSearchModel } from '../../../../shared/knowledge/search-model.ts';
import type { FindProxies } from '../../platform/network/find-proxies.ts';
import type { DocumentFiles } from './document-files.ts';
import type { Embedder } from './embedding/embedder.ts';
import { createFileModelClient } from './embedding/file-model.ts';
import { createServerModel, type ServerModel, type ServerSettings } from './embedding/server-model.ts';
import { addPrefix, createBuiltInModel, SearchModelError, type TextEmbedder } from './embedding/text-embedder.ts';

export type EmbedderSources = {
  readonly builtIn: Embedder;
  readonly files: Pick<DocumentFiles, 'fetch' | 'getPath'>;
  /** Returns the API key of a server; null if none is stored, undefined if the keychain cannot be read. */
  readonly readKey: (fingerprint: string) => Promise<string | null | undefined>;
  readonly findProxies: FindProxies;
};

/** Returns the identifier of a model's vectors. Vectors with different fingerprints must not be compared. */
export function createFingerprint(settings: OtherModelSettings, dimensions: number): string {
  const { kind, question_prefix, passage_prefix } = settings;
  const own =
    kind === 'file'
      ? [settings.model_sha256, settings.tokenizer_sha256, settings.pooling]
      : [settings.base_url, settings.model];
  const text = JSON.stringify([kind, ...own, question_prefix, passage_prefix, dimensions]);
  return `${kind}:${createHash('sha256').update(text).digest('hex').slice(0, 32)}`;
}

/** Returns the embedder of a stored model. A file is loaded, and the key of a server read, with the first text. */
export function createTextEmbedder(stored: StoredSearchModel, sources: EmbedderSources): TextEmbedder {
  const { settings, dimensions, similarity, has_key } = stored;
  if (settings.kind === 'built_in') return createBuiltInModel(sources.builtIn);
  const fingerprint = createFingerprint(settings, dimensions);
  const readKey = () => (has_key ? sources.readKey(fingerprint) : Promise.resolve(''));
  const source =
    settings.kind === 'file'
      ? openFile(settings, sources)
      : openServer(settings, { dimensions, readKey, findProxies: sources.findProxies });
  return {
    fingerprint,
    dimensions,
    isBuiltIn: false,
    toSimilarity: (cosine) => similarity.scale * cosine + similarity.offset,
    embed: async (texts, options) => {
      if (texts.length === 0) return new Float32Array(0);
      const vectors = await source.embed(texts, options);
      if (vectors.length === texts.length * dimensions) return vectors;
      throw new SearchModelError(
        `The search model returned vectors of ${vectors.length / texts.length} numbers instead of ${dimensions}.`,
        'Choose the search model again in Settings.',
      );
    },
    close: async () => source.close(),
  };
}

type Source = { readonly embed: TextEmbedder['embed']; readonly close: () => Promise<void> | void };

export function getFileOptions(
  { model_sha256, tokenizer_sha256, pooling }: Extract<OtherModelSettings, { readonly kind: 'file' }>,
  files: EmbedderSources['files'],
) {
  return {
    modelPath: files.getPath(model_sha256),
    modelSha256: model_sha256,
    tokenizerPath: files.getPath(tokenizer_sha256),
    tokenizerSha256: tokenizer_sha256,
    pooling,
  };
}

function openFile(
  settings: Extract<OtherModelSettings, { readonly kind: 'file' }>,
  { files }: EmbedderSources,
): Source {
  const client = createFileModelClient(getFileOptions(settings, files));
  return {
    embed: async (texts, { role, ...options }) => {
      for (const sha256 of [settings.model_sha256, settings.tokenizer_sha256]) await files.fetch(sha256);
      return client.embed(
        texts.map(({ text }) => addPrefix(text, settings, role)),
        options,
      );
    },
    close: client.close,
  };
}

const unreadKey =
  'The API key of the search model is not available, because the keychain of this computer cannot be used.';
const missingKey = 'The API key of the search model is not stored on this computer.';
const keyFix = 'Enter it again in Settings under Search model.';

function openServer(
  settings: ServerSettings,
  {
    dimensions,
    readKey,
    findProxies,
  }: Pick<EmbedderSources, 'findProxies'> & {
    readonly dimensions: number;
    readonly readKey: () => Promise<string | null | undefined>;
  },
): Source {
  let server: ServerModel | undefined;
  const open = async () => {
    const apiKey = await readKey();
    if (typeof apiKey !== 'string') throw new SearchModelError(apiKey === null ? missingKey : unreadKey, keyFix);
    server ??= createServerModel({ settings, apiKey, dimensions, findProxies });
    return server;
  };
  return {
    embed: async (texts, options) => (server ?? (await open())).embed(texts, options),
    close: () => server?.close(),
  };
}
