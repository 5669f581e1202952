import type { XmlElement } from './read-xml.ts';

type MathPart = { readonly name: string; readonly text: string };
type MathFrame = {
  readonly name: string;
  text: string;
  readonly parts: MathPart[];
  readonly properties: Map<string, string>;
};

/** Reads one equation (ECMA-376 part 1, 22.1) as a line of text: a fraction as `1/2`, a power as `x^2`. */
export type MathReader = {
  readonly open: (element: XmlElement) => void;
  readonly text: (text: string) => void;
  /** Returns the equation at its end; '' if it has no text or too much. */
  readonly close: (name: string) => string | undefined;
};

const argumentNames: ReadonlySet<string> = new Set(['num', 'den', 'e', 'sub', 'sup', 'deg', 'lim', 'fName', 'mr']);
const defaultAccent = '\u0302';

/** A longer equation is left out, because joining its terms would take too long. */
const maxEquationChars = 10_000;

export function createMathReader(): MathReader {
  const frames: MathFrame[] = [createFrame('')];
  let chars = 0;
  let isText = false;
  return {
    open({ name, attributes: { val } }) {
      isText = name === 't';
      const owner = frames.at(-1);
      // Properties are in an element of their own, such as `m:fPr` in `m:f`.
      if (owner?.name.endsWith('Pr')) frames.at(-2)?.properties.set(name, val ?? '');
      frames.push(createFrame(name));
    },
    text(text) {
      const frame = frames.at(-1);
      if (!isText || !frame) return;
      chars += text.length;
      if (chars <= maxEquationChars) frame.text += text;
    },
    close() {
      isText = false;
      const frame = frames.pop();
      const parent = frames.at(-1);
      if (!frame || !parent || frame.name.endsWith('Pr')) return undefined;
      const text = formatFrame(frame);
      if (argumentNames.has(frame.name)) parent.parts.push({ name: frame.name, text });
      else parent.text = joinTerms(parent.text, text, frame.name);
      if (frames.length > 1) return undefined;
      return chars > maxEquationChars ? '' : parent.text;
    },
  };
}

function createFrame(name: string): MathFrame {
  return { name, text: '', parts: [], properties: new Map() };
}

/** A fraction after a number is a mixed number: 2 1/2. */
function joinTerms(before: string, text: string, name: string): string {
  const needsSpace =
    (name === 'f' && /[\d\p{L}]$/u.test(before)) || (/\d$/.test(before) && /\/[\d]+$/.test(before) && /^\d/.test(text));
  return needsSpace ? `${before} ${text}` : before + text;
}

function formatFrame({ name, text, parts, properties }: MathFrame): string {
  const get = (part: string) => parts.find((candidate) => candidate.name === part)?.text ?? '';
  const all = (part: string) => parts.filter((candidate) => candidate.name === part).map((candidate) => candidate.text);
  const base = get('e');
  const sub = get('sub') === '' ? '' : `_${group(get('sub'))}`;
  const sup = get('sup') === '' ? '' : formatExponent(get('sup'));
  switch (name) {
    case 'f': {
      const [numerator, denominator] = [group(get('num')), group(get('den'))];
      return properties.get('type') === 'noBar' ? `(${numerator} over ${denominator})` : `${numerator}/${denominator}`;
    }
    case 'sSup':
    case 'sSub':
    case 'sSubSup':
      return group(base, /^(?:[\p{L}\p{M}]+|[\d.,]+|\([^()]*\)|\|[^|]*\|)$/su) + sub + sup;
    case 'sPre':
      return `${sub}${sup}${base}`;
    case 'rad': {
      const degree = get('deg');
      const root = degree === '2' || degree === '' ? '√' : degree === '3' ? '∛' : degree === '4' ? '∜' : `${degree}√`;
      return root + group(base, /^[\p{L}\d.,]+$/u);
    }
    case 'nary':
      return `${properties.get('chr') ?? '∫'}${sub}${sup} ${base}`;
    case 'd': {
      const [open = '(', close = ')', separator = '|'] = ['begChr', 'endChr', 'sepChr'].map((key) =>
        properties.get(key),
      );
      return open + all('e').join(separator) + close;
    }
    case 'func':
      return `${get('fName')} ${base}`;
    case 'limLow':
      return `${base}_${group(get('lim'))}`;
    case 'limUpp':
      return `${base}^${group(get('lim'))}`;
    case 'acc':
      return (base + (properties.get('chr') ?? defaultAccent)).normalize('NFC');
    case 'phant':
      return /^(?:0|off|false)$/.test(properties.get('show') ?? '') ? '' : base;
    case 'mr':
      return all('e').join(', ');
    case 'm':
      return all('mr').join('; ');
    case 'eqArr':
      return all('e').join('\n');
    default:
      return text + base;
  }
}

function formatExponent(text: string): string {
  if (/^[∘°]$/.test(text.trim())) return '°';
  return /^[′″‴'*†]+$/.test(text.trim()) ? text.trim() : `^${group(text)}`;
}

/** Encloses an argument of several terms in parentheses. */
function group(text: string, plain = /^(?:[−+-]?[\p{L}\d.,%\p{Sc}]+|\([^()]*\))$/su): string {
  return text === '' || plain.test(text.trim()) ? text.trim() : `(${text})`;
}
