import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { loadTokenizer } from '../../electron/service/features/knowledge/tokenizer.ts';

export type BenchChunk = {
  readonly text: string;
  readonly tokenIds: readonly number[];
};

const tokensPerChunk = 200;

/**
 * Reads English text that exists on every machine after an installation: the documentation of the installed packages, in
 * chunks of about 200 tokens.
 */
export function readBenchCorpus(count: number): readonly BenchChunk[] {
  const root = fileURLToPath(new URL('../../node_modules', import.meta.url));
  const chunks: BenchChunk[] = [];
  for (const path of globSync('**/*.md', { cwd: root }).toSorted()) {
    if (chunks.length >= count) break;
    if (/changelog|licen[cs]e|notice/i.test(path)) continue;
    chunks.push(...packLines(readFileSync(`${root}/${path}`, 'utf8')));
  }
  if (chunks.length < count) throw new Error(`The installed packages contain only ${chunks.length} chunks.`);
  return chunks.slice(0, count);
}

function packLines(text: string): readonly BenchChunk[] {
  const { encode } = loadTokenizer();
  const chunks: BenchChunk[] = [];
  let lines: string[] = [];
  let tokenIds: number[] = [];
  for (const line of text.split(/\n/)) {
    const ids = encode(line);
    // Skips long lines, which are mostly tables and code.
    if (ids.length > tokensPerChunk) continue;
    lines.push(line);
    tokenIds.push(...ids);
    if (tokenIds.length < tokensPerChunk) continue;
    chunks.push({ text: lines.join('\n'), tokenIds: tokenIds.slice(0, 254) });
    lines = [];
    tokenIds = [];
  }
  return chunks;
}
