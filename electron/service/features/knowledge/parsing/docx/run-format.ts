import type { XmlElement } from './read-xml.ts';

export type VerticalPosition = 'superscript' | 'subscript' | 'baseline';

/** Properties of a run that decide whether and how its text is read (ECMA-376 part 1, 17.3.2). Undefined ones are inherited. */
export type RunFormat = {
  vanish?: boolean;
  webHidden?: boolean;
  strike?: boolean;
  dstrike?: boolean;
  color?: string;
  /** The color behind the text, or `unknown`. */
  fill?: string;
  /** In half-points. */
  size?: number;
  font?: string;
  position?: VerticalPosition;
};

const highlightColors: Readonly<Record<string, string>> = {
  black: '000000',
  white: 'FFFFFF',
  yellow: 'FFFF00',
  blue: '0000FF',
  red: 'FF0000',
  green: '00FF00',
};
/** Text that is raised or lowered by less is still on its line. */
const minRaisedHalfPoints = 4;

/** Adds the property that an element inside `w:rPr` sets, if any. */
export function addRunProperty(format: RunFormat, { name, attributes }: XmlElement): void {
  const { val } = attributes;
  if (name === 'vanish' || name === 'webHidden' || name === 'strike' || name === 'dstrike') format[name] = isOn(val);
  else if (name === 'specVanish') format.vanish = isOn(val);
  else if (name === 'color') format.color = val?.toUpperCase() ?? 'AUTO';
  else if (name === 'sz') format.size = Number(val);
  else if (name === 'rFonts') addFont(format, attributes);
  else if (name === 'shd') format.fill = readFill(attributes) ?? format.fill ?? '';
  else if (name === 'highlight' && val !== 'none') format.fill = highlightColors[val ?? ''] ?? 'unknown';
  else if (name === 'vertAlign') format.position = val === 'superscript' || val === 'subscript' ? val : 'baseline';
  else if (name === 'position' && Math.abs(Number(val)) >= minRaisedHalfPoints)
    format.position = Number(val) > 0 ? 'superscript' : 'subscript';
}

function addFont(format: RunFormat, { ascii, hAnsi, asciiTheme }: XmlElement['attributes']): void {
  const font = asciiTheme === undefined ? (ascii ?? hAnsi) : '';
  if (font !== undefined) format.font = font;
}

/** Returns the value of an on-off property, which is on if it has no value (17.17.4). */
export function isOn(value: string | undefined): boolean {
  return !/^(?:0|false|off)$/.test(value ?? '');
}

/** Returns the color of a shading (17.3.5), or undefined if it has none. */
export function readFill({ val, color, fill }: XmlElement['attributes']): string | undefined {
  if (val === 'solid') return color === undefined || color === 'auto' ? '000000' : color.toUpperCase();
  if (val !== undefined && val !== 'clear' && val !== 'nil') return 'unknown';
  return fill === undefined || fill === 'auto' ? undefined : fill.toUpperCase();
}

/** The formats that a run inherits, from its style to the defaults of the document. */
type InheritedFormats = {
  readonly character: RunFormat;
  readonly paragraph: RunFormat;
  readonly table: RunFormat;
  readonly defaults: RunFormat;
};

/** Returns the format that a run inherits. Two styles that both hide or strike out their text show it again (17.7.3). */
export function mergeFormats({ character, paragraph, table, defaults }: InheritedFormats): RunFormat {
  const resolveToggle = (name: 'vanish' | 'strike'): boolean =>
    defaults[name] === true || [character, paragraph, table].filter((format) => format[name] === true).length % 2 === 1;
  return {
    ...defaults,
    ...table,
    ...paragraph,
    ...character,
    vanish: resolveToggle('vanish'),
    strike: resolveToggle('strike'),
  };
}

/** Nobody can read smaller text. */
const minVisibleHalfPoints = 4;
const maxInvisibleDifference = 8;

/** Whether no reader of the document sees the text: it is hidden, tiny, or has the color of its background. */
export function isInvisible(format: RunFormat, getOuterFill: () => string): boolean {
  if (format.vanish === true || format.webHidden === true) return true;
  if (format.size !== undefined && format.size <= minVisibleHalfPoints) return true;
  if (format.color === undefined || format.color === 'AUTO') return false;
  return isSameColor(format.color, format.fill === undefined || format.fill === '' ? getOuterFill() : format.fill);
}

function isSameColor(color: string, fill: string): boolean {
  const [one, other] = [color, fill].map((value) => /^[\dA-F]{6}$/.exec(value)?.[0]);
  if (one === undefined || other === undefined) return false;
  return [0, 2, 4].every((index) => {
    const channel = (value: string) => Number.parseInt(value.slice(index, index + 2), 16);
    return Math.abs(channel(one) - channel(other)) <= maxInvisibleDifference;
  });
}
