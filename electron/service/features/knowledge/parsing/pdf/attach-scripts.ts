import type { Word } from './build-words.ts';
import { baselineToleranceEms, columnGapEms, countChars, type WordGroup } from './word-group.ts';

/** Superscripts and subscripts are smaller than the text beside them, unless they are a few digits. */
const maxScriptSize = 0.85;
const shortScript = /^[\d+\u2212\u2013(),*-]{1,4}$/;
const minShortScriptRise = 0.25;
const letterScript = /^\p{L}{1,3}$/u;
const maxLetterScriptSize = 0.98;
/** A longer text is a line of its own. */
const maxScriptChars = 12;
const maxScriptGapEms = 0.25;
/** How far a script is from the baseline, in ems of the text beside it. */
const superRange = [0.12, 0.75] as const;
const subRange = [-0.6, -0.04] as const;

/** Adds superscripts and subscripts to the text beside them. */
export function attachScripts(groups: readonly WordGroup[]): readonly WordGroup[] {
  const attached = new Set<WordGroup>();
  const byHeight = groups.toSorted((a, b) => a.y - b.y);
  const largest = groups.reduce((size, group) => Math.max(size, group.size), 0);
  const scripts = groups.filter(
    (group) => group.size <= largest * maxScriptSize || isLetter(group) || isShortScript(group, largest),
  );
  for (const script of scripts.toSorted((a, b) => a.size - b.size)) {
    const near = sliceHeights(byHeight, script.y - largest * superRange[1], script.y - largest * subRange[0]);
    const base = findBase(script, near, attached);
    if (!base) continue;
    attached.add(script);
    const place = script.y > base.y ? 'super' : 'sub';
    base.words.push(...joinNested(script).map((word): Word => ({ ...word, script: place })));
    base.words.sort((a, b) => a.x0 - b.x0);
    base.x0 = Math.min(base.x0, script.x0);
    base.x1 = Math.max(base.x1, script.x1);
  }
  return attached.size === 0 ? groups : joinNeighbors(groups.filter((group) => !attached.has(group)));
}

/** Joins the words of a script that has scripts of its own: "x₂". */
function joinNested({ words }: WordGroup): readonly Word[] {
  const [first] = words;
  if (!first || !words.some((word) => word.script)) return words;
  const x1 = Math.max(...words.map((word) => word.x1));
  return [{ ...first, units: words.flatMap(writeNested), x1 }];
}

function writeNested({ units, script }: Word): readonly string[] {
  if (!script) return units;
  const mark = script === 'super' ? '^' : '_';
  const digits = script === 'super' ? '⁰¹²³⁴⁵⁶⁷⁸⁹' : '₀₁₂₃₄₅₆₇₈₉';
  const text = units.join('');
  return /^\d+$/.test(text) ? [...text].map((digit) => digits[Number(digit)] ?? digit) : [mark, ...units];
}

function isLetter({ words }: WordGroup): boolean {
  return words.length === 1 && words[0]?.units.length === 1;
}

/** Returns the groups between two heights, from groups sorted by height. */
function sliceHeights(sorted: readonly WordGroup[], bottom: number, top: number): readonly WordGroup[] {
  const findIndex = (y: number) => {
    let [low, high] = [0, sorted.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((sorted[middle]?.y ?? 0) < y) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  return sorted.slice(findIndex(bottom), findIndex(top));
}

function findBase(
  script: WordGroup,
  groups: readonly WordGroup[],
  attached: ReadonlySet<WordGroup>,
): WordGroup | undefined {
  let best: WordGroup | undefined;
  const scriptChars = countChars(script);
  for (const base of groups) {
    if (base === script || attached.has(base) || (scriptChars > maxScriptChars && scriptChars > countChars(base)))
      continue;
    const rise = (script.y - base.y) / base.size;
    const isSmall = script.size <= base.size * maxScriptSize;
    if (!isSmall && !isLoweredLetter(script, base, rise) && !isShiftedNumber(script, base, rise)) continue;
    const [low, high] = rise > 0 ? superRange : subRange;
    if (rise < low || rise > high) continue;
    const gap = base.size * maxScriptGapEms;
    const touches = base.words.some((word) => {
      const after = script.x0 - word.x1;
      const before = word.x0 - script.x1;
      return (after > -gap && after < gap) || (before > -gap && before < gap * 1.6);
    });
    if (touches && (!best || Math.abs(script.y - base.y) < Math.abs(script.y - best.y))) best = base;
  }
  return best;
}

/** Whether a group can be a script although it is almost as large as the text beside it. */
function isShortScript({ words, size }: WordGroup, textSize: number): boolean {
  const text = words.length === 1 ? (words[0]?.units.join('') ?? '') : '';
  return shortScript.test(text) || (letterScript.test(text) && size <= textSize * maxLetterScriptSize);
}

/** Whether a number or mark of almost the same size is above or below the end of a word, or above a slash. */
function isShiftedNumber(script: WordGroup, base: WordGroup, rise: number): boolean {
  if (!isShortScript(script, base.size) || script.size > base.size * 1.02 || Math.abs(rise) < minShortScriptRise)
    return false;
  const isNear = (distance: number) => Math.abs(distance) < base.size * maxScriptGapEms;
  return base.words.some((word) => isNear(script.x0 - word.x1) || (isSlash(word) && isNear(word.x0 - script.x1)));
}

/** Whether a word is the slash of a fraction, after its numerator. */
function isSlash({ units }: Word): boolean {
  return /^[/\u2044]/.test(units[0] ?? '');
}

/** Whether a letter is within a word but lower, as in the logo of TeX. */
function isLoweredLetter(script: WordGroup, base: WordGroup, rise: number): boolean {
  if (rise > 0 || rise < -0.3 || !isLetter(script)) return false;
  const gap = base.size * maxScriptGapEms;
  const isAfter = base.words.some((word) => Math.abs(script.x0 - word.x1) < gap);
  return isAfter && base.words.some((word) => Math.abs(word.x0 - script.x1) < gap);
}

/** Joins segments that a script between them has brought together. */
function joinNeighbors(groups: readonly WordGroup[]): readonly WordGroup[] {
  const sorted = groups.toSorted((a, b) => b.y - a.y || a.x0 - b.x0);
  const joined: WordGroup[] = [];
  for (const group of sorted) {
    const previous = joined.at(-1);
    const isSameLine = previous && Math.abs(previous.y - group.y) <= previous.size * baselineToleranceEms;
    const gap = previous ? group.x0 - previous.x1 : Infinity;
    const hasScript = previous?.words.at(-1)?.script ?? group.words[0]?.script;
    if (previous && isSameLine && hasScript && gap >= -1 && gap <= previous.size * columnGapEms) {
      previous.words.push(...group.words);
      previous.x1 = Math.max(previous.x1, group.x1);
    } else joined.push(group);
  }
  return joined;
}
