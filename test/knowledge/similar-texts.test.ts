import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { minSimilarity } from '../../electron/service/features/knowledge/find-similar-document.ts';
import { compareSketches, TextSketcher } from '../../electron/service/features/knowledge/text-sketch.ts';
import { startProcessorTimer } from '../helpers/processes/start-processor-timer.ts';

const root = join(import.meta.dirname, '..', 'fixtures');

/** Documents of companies, among them several price lists, terms, house rules and questions with answers. */
const folders = [
  'answering/documents',
  'demo-prose',
  ...readdirSync(join(root, 'answering/companies'))
    .toSorted()
    .slice(0, 8)
    .map((company) => `answering/companies/${company}`),
];
const texts = folders.flatMap((folder) =>
  readdirSync(join(root, folder))
    .filter((name) => /\.(txt|md)$/.test(name))
    .map((name) => [`${folder}/${name}`, readFileSync(join(root, folder, name), 'utf8')] as const),
);

async function sketch(...parts: readonly string[]) {
  const sketcher = new TextSketcher();
  for (const part of parts) await sketcher.add(part);
  return sketcher.finish();
}

const compare = async (a: string, b: string) => compareSketches(await sketch(a), await sketch(b));

/** Raises every number, as in next year's price list. */
const raise = (text: string) =>
  text.replaceAll(/\d+/g, (digits) => String(Number(digits) + 1 + (Number(digits) % 7)).slice(0, 9));

/** Replaces one line of eight, leaves out another one, and adds one. */
const rewrite = (text: string) =>
  text
    .split('\n')
    .flatMap((line, index) => {
      if (index % 8 === 3) return [`Please note what has changed since last year in part ${index}.`];
      if (index % 8 === 6) return [];
      return index % 8 === 1 ? [line, 'This is new this season, and more is to come soon.'] : [line];
    })
    .join('\n');

describe('nearly the same text', () => {
  test('is that of a price list, of terms or of a guide with other numbers', async () => {
    expect(texts.length).toBeGreaterThan(90);
    for (const [name, text] of texts) expect(await compare(text, raise(text)), name).toBeGreaterThan(0.9);
  });

  test('is that of most documents of which three lines in eight were changed', async () => {
    const similarities = await Promise.all(texts.map(([, text]) => compare(text, rewrite(text))));
    const offered = similarities.filter((similarity) => similarity >= minSimilarity).length;
    expect(offered / texts.length).toBeGreaterThan(0.8);
  });

  test('is that of the same text in another order of its parts, or with other line breaks', async () => {
    for (const [name, text] of texts.slice(0, 12)) {
      const parts = text.split('\n\n');
      expect(await compare(text, parts.toReversed().join('\n\n')), name).toBeGreaterThan(0.85);
      expect(await compare(text, text.replaceAll(/\s+/g, '\n')), name).toBe(1);
    }
  });

  test('is not that of another document, also of the same kind or company', async () => {
    const sketches = await Promise.all(texts.map(async ([name, text]) => ({ name, sketch: await sketch(text) })));
    const pairs = sketches.flatMap((a, index) =>
      sketches.slice(index + 1).map((b) => ({
        names: `${a.name}, ${b.name}`,
        similarity: compareSketches(a.sketch, b.sketch),
      })),
    );
    const [closest] = pairs.toSorted((a, b) => b.similarity - a.similarity);
    expect(closest?.similarity, closest?.names).toBeLessThan(minSimilarity / 2);
  });
});

describe('a sketch', () => {
  const [, [, text] = ['', '']] = texts;

  test('estimates the part of the shingles that two texts share', async () => {
    const word = (number: number) =>
      number.toString(26).replaceAll(/\d/g, (digit) => 'qrstuvwxyz'[Number(digit)] ?? '');
    const list = (from: number, to: number) =>
      Array.from({ length: to - from }, (_, index) => word(from + index)).join(' ');
    // 8,000 of 12,000 shingles.
    expect(Math.abs((await compare(list(0, 10_000), list(2_000, 12_000))) - 2 / 3)).toBeLessThan(0.1);
  });

  test('is the same in one part and in many', async () => {
    expect(await sketch(...text.split(/(?<=\n)/))).toEqual(await sketch(text));
  });

  test('is empty for a text that is too short, which is similar to none', async () => {
    const short = await sketch('The shop opens at nine.');
    expect(short).toHaveLength(0);
    expect(compareSketches(short, short)).toBe(0);
    expect(compareSketches(short, await sketch(text))).toBe(0);
  });

  test('compares scripts without spaces by their letters', async () => {
    const hours =
      '本店は毎週月曜日から金曜日まで午前九時から午後五時まで営業しております。ご来店をお待ちしております。';
    expect(await compare(hours, hours.replace('金曜日', '土曜日'))).toBeGreaterThan(minSimilarity);
    expect(
      await compare(hours, '返品は購入後三十日以内に限り、領収書をお持ちの場合のみ承ります。詳しくは係員まで。'),
    ).toBeLessThan(0.2);
  });

  test('needs little time and memory for the longest texts', async () => {
    const long = text.repeat(Math.ceil(20_000_000 / text.length));
    const readMs = startProcessorTimer();
    expect(await sketch(long)).toHaveLength((await sketch(text.repeat(2))).length);
    expect(readMs()).toBeLessThan(5_000);
  });
});
