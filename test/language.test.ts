import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Words that only this project used, each with the word of the field that replaces it. */
const replacedWords: readonly (readonly [word: RegExp, replacement: string])[] = [
  [/\brehears\w*/gi, 'simulated call, simulation'],
  [/\btell(s|ing)?[A-Z]\w*/g, 'formatX, showX, publishX'],
  [/\bgoOn\b/g, 'skipAudit'],
  [/\bread\w*Again\b/g, 'refetch, invalidate'],
  [/\bis_on\b/g, 'enabled'],
  [/\b(useIsSameLocation|(track|watch)Location)\b/g, 'useCaptureLocation, captureLocation'],
  [/\bisQuestion\b/g, 'readOnly'],
  [/\buse(Ahead|Opener|Fling|IsHere)\b/g, 'usePreload, useReturnFocus, useFastScroll'],
  [/\b(un)?folds? (the )?sidebar\b/gi, 'collapse, expand'],
  [/\bsayable\b|\bspell-\w+|\bplain-?speech\b/gi, 'normalize-text'],
  [/\bagent-?mind\b/gi, 'DialogueAgent'],
  [/\bcall-?to-?carry\b|\btoCarry\b/gi, 'CallJob, run'],
  [/\bdrawn by chance\b/gi, 'random'],
  [/\ball in step\b/gi, 'up to date'],
  [/\bcome closer\b|\bstep back\b/gi, 'zoom in, zoom out'],
  [/\banew\b/gi, 'again'],
  [/\bcannot be undone\b/gi, 'You can’t undo this'],
  [/\banswer(s|ed)? (with )?[45]\d\d\b/gi, 'return 404'],
  [/\bthereby\b/gi, 'so'],
  [/\bwho(so)?ever\b/gi, 'the user, the caller'],
];

/** Documents and transcripts are prose of their own. */
const excluded = [
  'test/language.test.ts',
  'electron/service/workspaces/demo/files/',
  'electron/service/workspaces/demo/calls/',
  'electron/service/workspaces/demo/conversations/',
  'electron/service/workspaces/demo/indexed/',
  'test/fixtures/',
  'package-lock.json',
  'LICENSE',
];

/** Spoken language that the service recognizes. */
const allowed = new Set(['electron/service/features/simulation/recipient/generate-questions.ts: whoever']);

const files = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((path) => /\.(ts|tsx|mjs|css|html|md|json|yml)$/.test(path))
  .filter((path) => !excluded.some((start) => path.startsWith(start)));

describe('the language of the project', () => {
  it.each(replacedWords)('has replaced %s by: %s', (word, replacement) => {
    const found = files.flatMap((path) => {
      const inName = word.test(path) ? [`${path}: the file's name: use ${replacement}`] : [];
      word.lastIndex = 0;
      const lines = readFileSync(join(root, path), 'utf8').split('\n');
      const inText = lines.flatMap((line, index) =>
        [...line.matchAll(word)]
          .filter(([match]) => !allowed.has(`${path}: ${match}`))
          .map(([match]) => `${path}:${index + 1}: “${match}”: use ${replacement}`),
      );
      return [...inName, ...inText];
    });
    expect(found).toEqual([]);
  });

  it('cites no file that is not in the repository', () => {
    const outside = /\b(decisions|service-api|language|copy|architecture|interface|product|stack|style|sync)\.md\b/g;
    const cited = files.flatMap((path) =>
      readFileSync(join(root, path), 'utf8')
        .split('\n')
        .flatMap((line, index) => [...line.matchAll(outside)].map(([name]) => `${path}:${index + 1}: ${name}`)),
    );
    expect(cited).toEqual([]);
  });
});
