import type { OfficePackage } from './open-package.ts';
import { drainXml } from './read-xml.ts';
import { findSymbol } from './symbol-fonts.ts';

type Level = {
  start: number;
  format: string;
  text: string;
  font: string;
  /** The level whose numbers restart this one, counted from 1; 0 if it never restarts. */
  restart: number | undefined;
  isLegal: boolean;
  paragraphStyle: string | undefined;
};
type AbstractList = { readonly levels: Map<number, Level>; styleLink?: string; numStyleLink?: string };
type List = {
  abstractId: string;
  readonly starts: Map<number, number>;
  readonly levels: Map<number, Level>;
};

/** The numbers of list paragraphs, as Word shows them (ECMA-376 part 1, 17.9). */
export type Numbering = {
  /** Returns the number of the next paragraph of a list, such as "3." or "b)", or '' if it has a plain bullet. */
  readonly takeLabel: (numId: string, level: number) => string;
  /** Returns the level of a list that a paragraph style is linked to. */
  readonly findLevel: (numId: string, paragraphStyle: string | undefined) => number | undefined;
};

const maxLists = 10_000;
const levelCount = 9;
const maxLevelTextChars = 100;

/** Reads the numbering part, if there is one. */
export async function readNumbering(
  office: OfficePackage,
  part: string | undefined,
  maxDepth: number,
): Promise<Numbering> {
  const abstractLists = new Map<string, AbstractList>();
  const lists = new Map<string, List>();
  if (part !== undefined) await readLists(office.read(part), abstractLists, lists, maxDepth);

  const findAbstract = (list: List): AbstractList | undefined => {
    const found = abstractLists.get(list.abstractId);
    const link = found?.numStyleLink;
    return link === undefined ? found : [...abstractLists.values()].find(({ styleLink }) => styleLink === link);
  };
  const counters = new Map<string, (number | undefined)[]>();
  const usedLists = new Set<string>();

  return {
    takeLabel(numId, level) {
      const list = lists.get(numId);
      const abstractList = list && findAbstract(list);
      if (!list || !abstractList || !(level >= 0 && level < levelCount)) return '';
      const getLevel = (index: number) => list.levels.get(index) ?? abstractList.levels.get(index);
      const getStart = (index: number) => list.starts.get(index) ?? getLevel(index)?.start ?? 1;
      const values = counters.get(list.abstractId) ?? [];
      counters.set(list.abstractId, values);
      if (!usedLists.has(numId)) for (const index of list.starts.keys()) values[index] = undefined;
      usedLists.add(numId);

      for (let index = 0; index < level; index += 1) values[index] ??= getStart(index);
      const previous = values[level];
      values[level] = previous === undefined ? getStart(level) : previous + 1;
      for (let index = level + 1; index < levelCount; index += 1) {
        const restart = getLevel(index)?.restart ?? index;
        if (restart > level) values[index] = undefined;
      }
      return formatLabel(getLevel(level), values, getLevel);
    },
    findLevel(numId, paragraphStyle) {
      const list = lists.get(numId);
      const levels = [...((list && findAbstract(list))?.levels ?? [])];
      if (paragraphStyle === undefined) return undefined;
      return levels.find(([, level]) => level.paragraphStyle === paragraphStyle)?.[0];
    },
  };
}

async function readLists(
  bytes: AsyncIterable<Buffer>,
  abstractLists: Map<string, AbstractList>,
  lists: Map<string, List>,
  maxDepth: number,
): Promise<void> {
  let abstractList: AbstractList | undefined;
  let list: List | undefined;
  let level: Level | undefined;
  let overriddenLevel = 0;
  await drainXml(
    bytes,
    {
      open({ name, attributes }) {
        const { val = '', ilvl = '' } = attributes;
        if (name === 'abstractNum' && abstractLists.size < maxLists) {
          abstractList = { levels: new Map() };
          abstractLists.set(attributes['abstractNumId'] ?? '', abstractList);
        } else if (name === 'num' && lists.size < maxLists) {
          list = { abstractId: '', starts: new Map(), levels: new Map() };
          lists.set(attributes['numId'] ?? '', list);
        } else if (name === 'styleLink' && abstractList) abstractList.styleLink = val;
        else if (name === 'numStyleLink' && abstractList) abstractList.numStyleLink = val;
        else if (name === 'abstractNumId' && list) list.abstractId = val;
        else if (name === 'lvlOverride') overriddenLevel = Number(ilvl);
        else if (name === 'startOverride') list?.starts.set(overriddenLevel, Number(val) || 0);
        else if (name === 'lvl') {
          level = {
            start: 1,
            format: 'decimal',
            text: '',
            font: '',
            restart: undefined,
            isLegal: false,
            paragraphStyle: undefined,
          };
          (list ?? abstractList)?.levels.set(Number(ilvl), level);
        } else if (!level) return;
        else if (name === 'start') level.start = Number(val) || 0;
        else if (name === 'numFmt') level.format = val;
        else if (name === 'lvlText') level.text = val.slice(0, maxLevelTextChars);
        else if (name === 'lvlRestart') level.restart = Number(val);
        else if (name === 'isLgl') level.isLegal = true;
        else if (name === 'pStyle') level.paragraphStyle = val;
        else if (name === 'rFonts') level.font = attributes['ascii'] ?? attributes['hAnsi'] ?? '';
      },
      close(name) {
        if (name === 'abstractNum') abstractList = undefined;
        else if (name === 'num') list = undefined;
        else if (name === 'lvl') level = undefined;
      },
    },
    maxDepth,
  );
}

function formatLabel(
  level: Level | undefined,
  values: readonly (number | undefined)[],
  getLevel: (index: number) => Level | undefined,
): string {
  if (!level || level.format === 'none') return '';
  if (level.format === 'bullet') {
    // A bullet says nothing, but a tick or a cross does.
    const bullet = findSymbol(level.font, level.text.charCodeAt(0)) ?? level.text;
    return /^[\u2610-\u2612\u2713-\u2718]/.test(bullet) ? bullet : '';
  }
  return level.text
    .replace(/%([1-9])/g, (_, digit: string) => {
      const index = Number(digit) - 1;
      return formatNumber(values[index] ?? 0, level.isLegal ? 'decimal' : (getLevel(index)?.format ?? 'decimal'));
    })
    .trim();
}

/** Formats a number in one of the common formats (17.18.59); in others, as digits. */
export function formatNumber(value: number, format: string): string {
  if (format === 'lowerLetter' || format === 'upperLetter') {
    // After "z" comes "aa", then "bb".
    const letter = String.fromCodePoint(97 + (Math.max(0, value + 25) % 26)).repeat(
      Math.max(0, Math.min(9, Math.ceil(value / 26))),
    );
    return format === 'lowerLetter' ? letter : letter.toUpperCase();
  }
  if (format === 'lowerRoman' || format === 'upperRoman') {
    const roman = toRoman(value);
    return format === 'upperRoman' ? roman : roman.toLowerCase();
  }
  if (format === 'decimalZero') return String(value).padStart(2, '0');
  if (format === 'ordinal') return `${value}${getOrdinalSuffix(value)}`;
  if (format === 'none' || format === 'bullet') return '';
  return String(value);
}

const romanNumerals: readonly (readonly [number, string])[] = [
  [1000, 'M'],
  [900, 'CM'],
  [500, 'D'],
  [400, 'CD'],
  [100, 'C'],
  [90, 'XC'],
  [50, 'L'],
  [40, 'XL'],
  [10, 'X'],
  [9, 'IX'],
  [5, 'V'],
  [4, 'IV'],
  [1, 'I'],
];

function toRoman(value: number): string {
  if (value < 1 || value > 3999) return String(value);
  let rest = value;
  let roman = '';
  for (const [amount, numeral] of romanNumerals) {
    while (rest >= amount) {
      roman += numeral;
      rest -= amount;
    }
  }
  return roman;
}

function getOrdinalSuffix(value: number): string {
  const suffix = new Intl.PluralRules('en', { type: 'ordinal' }).select(value);
  return { zero: 'th', one: 'st', two: 'nd', few: 'rd', many: 'th', other: 'th' }[suffix];
}
