import type { OfficePackage } from './open-package.ts';
import { drainXml } from './read-xml.ts';
import { addRunProperty, mergeFormats, readFill, type RunFormat } from './run-format.ts';

type StyleType = 'paragraph' | 'character' | 'table';
export type NumberingReference = { readonly numId: string; readonly level: number | undefined };

/** The styles of a document, with what they inherit (ECMA-376 part 1, 17.7). Without an id, the default style applies. */
export type StyleSheet = {
  /** Returns the format that a run inherits. The ids of its character style, paragraph style and table, if it is in one. */
  readonly getRunFormat: (
    character: string | undefined,
    paragraph: string | undefined,
    table: { readonly styleId: string | undefined } | undefined,
  ) => RunFormat;
  readonly isHeading: (paragraphStyle: string | undefined) => boolean;
  readonly getNumbering: (paragraphStyle: string | undefined) => NumberingReference | undefined;
  /** Returns the color behind paragraphs or tables of a style, or undefined if there is none. */
  readonly getFill: (type: StyleType, id: string | undefined) => string | undefined;
};

type Style = {
  readonly type: string;
  readonly format: RunFormat;
  name: string;
  basedOn: string | undefined;
  outlineLevel: number | undefined;
  numId: string | undefined;
  level: number | undefined;
  fill: string | undefined;
};

/** Outline levels are 0 to 8; 9 is body text (17.3.1.20). */
const bodyOutlineLevel = 9;
const maxStyles = 10_000;

export function isHeadingLevel(value: string | undefined): boolean {
  const level = Number(value ?? bodyOutlineLevel);
  return Number.isInteger(level) && level >= 0 && level < bodyOutlineLevel;
}

/** Reads the styles part, if there is one. */
export async function readStyleSheet(
  office: OfficePackage,
  part: string | undefined,
  maxDepth: number,
): Promise<StyleSheet> {
  const styles = new Map<string, Style>();
  const defaultIds = new Map<string, string>();
  const defaults: RunFormat = {};
  if (part !== undefined) await readStyles(office.read(part), { styles, defaultIds, defaults }, maxDepth);

  const chains = new Map<string, StyleChain>();
  const formats = new Map<string, RunFormat>();
  /** Returns a style and those that it is based on. */
  const getChain = (type: StyleType, id: string | undefined): StyleChain => {
    const key = `${type} ${id}`;
    const known = chains.get(key);
    if (known) return known;
    const chain = createChain(styles, type, styles.get(id ?? defaultIds.get(type) ?? ''));
    if (chains.size < maxStyles) chains.set(key, chain);
    return chain;
  };

  return {
    getRunFormat(character, paragraph, table) {
      const key = `${character}\n${paragraph}\n${table === undefined ? '' : `in ${table.styleId}`}`;
      const known = formats.get(key);
      if (known) return known;
      const format = mergeFormats({
        character: getChain('character', character).format,
        paragraph: getChain('paragraph', paragraph).format,
        table: table === undefined ? {} : getChain('table', table.styleId).format,
        defaults,
      });
      if (formats.size < maxStyles) formats.set(key, format);
      return format;
    },
    isHeading: (id) => isHeadingStyle(getChain('paragraph', id).styles),
    getNumbering(id) {
      const chain = getChain('paragraph', id).styles;
      const numId = chain.find((style) => style.numId !== undefined)?.numId;
      if (numId === undefined) return undefined;
      return { numId, level: chain.find((style) => style.level !== undefined)?.level };
    },
    getFill: (type, id) => getChain(type, id).fill,
  };
}

type StyleChain = { readonly styles: readonly Style[]; readonly format: RunFormat; readonly fill: string | undefined };

function createChain(styles: ReadonlyMap<string, Style>, type: StyleType, first: Style | undefined): StyleChain {
  const chain = new Set<Style>();
  for (let style = first; style?.type === type && !chain.has(style); style = styles.get(style.basedOn ?? ''))
    chain.add(style);
  const listed = [...chain];
  return {
    styles: listed,
    format: Object.assign({}, ...listed.toReversed().map(({ format }) => format)),
    fill: listed.find(({ fill }) => fill !== undefined)?.fill,
  };
}

async function readStyles(
  bytes: AsyncIterable<Buffer>,
  sheet: {
    readonly styles: Map<string, Style>;
    readonly defaultIds: Map<string, string>;
    readonly defaults: RunFormat;
  },
  maxDepth: number,
): Promise<void> {
  let style: Style | undefined;
  const path: string[] = [];
  await drainXml(
    bytes,
    {
      open(element) {
        const { name, attributes } = element;
        const { styleId, type = '', val } = attributes;
        const parent = path.at(-1);
        // Formats that depend on the position in a table; only their color matters, as text may be white on it.
        const isConditional = path.includes('tblStylePr');
        path.push(name);
        if (name === 'style' && styleId !== undefined && sheet.styles.size < maxStyles) {
          style = createStyle(type);
          sheet.styles.set(styleId, style);
          if (/^(?:1|true|on)$/.test(attributes['default'] ?? '')) sheet.defaultIds.set(type, styleId);
        } else if (parent === 'rPr' && path.includes('docDefaults')) addRunProperty(sheet.defaults, element);
        else if (!style) return;
        else if (name === 'name' && parent === 'style') style.name = (val ?? '').toLowerCase();
        else if (name === 'basedOn') style.basedOn = val;
        else if (name === 'outlineLvl') style.outlineLevel = Number(val);
        else if (name === 'numId') style.numId = val;
        else if (name === 'ilvl') style.level = Number(val);
        else if (name === 'shd' && isConditional) style.fill = 'unknown';
        else if (name === 'shd' && parent !== 'rPr') style.fill = readFill(attributes) ?? style.fill;
        else if (parent === 'rPr' && !isConditional) addRunProperty(style.format, element);
      },
      close(name) {
        path.pop();
        if (name === 'style') style = undefined;
      },
    },
    maxDepth,
  );
}

function createStyle(type: string): Style {
  return {
    type,
    format: {},
    name: '',
    basedOn: undefined,
    outlineLevel: undefined,
    numId: undefined,
    level: undefined,
    fill: undefined,
  };
}

/** Ids depend on the language of Word ("berschrift1", "Titre1"); the built-in names and outline levels do not. */
function isHeadingStyle(chain: readonly Style[]): boolean {
  for (const { outlineLevel, name } of chain) {
    if (outlineLevel !== undefined) return isHeadingLevel(String(outlineLevel));
    if (/^(?:heading [1-9]|title)$/.test(name)) return true;
    // The title of the table of contents is based on a heading style but is not a heading.
    if (name === 'toc heading') return false;
  }
  return false;
}
