export const voidPattern = /^(?:br|hr|img|input|meta|link|area|col|wbr)$/;
export const blockPattern =
  /^(?:p|div|h[1-6]|li|ul|ol|dl|dt|dd|table|caption|tr|blockquote|pre|section|article|aside|main|nav|figure|figcaption|address|details|summary|form|fieldset|header|footer|hr|body)$/;

/** A longer value in quotes has lost its end. */
const maxValueLength = 100_000;

/** The text of these elements is no markup. */
const rawPattern = /^(?:script|style|textarea|title|iframe|noscript)$/;

export type Markup = {
  readonly name: string;
  readonly isEnd: boolean;
  readonly attributes: string;
  readonly chars: string;
};

function createText(chars: string): Markup {
  return { name: '', isEnd: false, attributes: '', chars };
}

/** Yields the tags and the texts between them, which have no name. Skips comments and declarations. */
export function* scanMarkup(source: string): Generator<Markup> {
  for (let index = 0; index < source.length;) {
    const start = source.indexOf('<', index);
    yield createText(source.slice(index, start < 0 ? undefined : start));
    if (start < 0) return;
    const [, slash = '', name] = /^<(\/?)([a-z][\w:-]*)/i.exec(source.slice(start, start + 32)) ?? [];
    if (name === undefined && !/^<[!?]/.test(source.slice(start, start + 2))) {
      yield createText('<');
      index = start + 1;
    } else {
      const isComment = source.startsWith('<!--', start);
      const end = isComment ? source.indexOf('-->', start) : findTagEnd(source, start);
      if (end < 0) return;
      const nameEnd = start + 1 + slash.length + (name?.length ?? 0);
      if (name !== undefined)
        yield {
          name: name.toLowerCase(),
          isEnd: slash !== '',
          attributes: source.slice(nameEnd, Math.min(end, nameEnd + 2000)),
          chars: '',
        };
      index = end + (isComment ? 3 : 1);
      if (name !== undefined && slash === '' && rawPattern.test(name.toLowerCase()))
        index = findEndTag(source, name, index);
    }
  }
}

/** Returns where a tag ends, which may contain ">" in a quoted value; -1 if it does not end. */
function findTagEnd(source: string, start: number): number {
  const first = source.indexOf('>', start);
  let from = start;
  for (let end = first; end >= 0; end = source.indexOf('>', from)) {
    const opened = /=\s*(["'])/.exec(source.slice(from, end));
    if (!opened) return end;
    const [before, quote = ''] = opened;
    const valueStart = from + opened.index + before.length;
    const close = source.indexOf(quote, valueStart);
    if (close < 0 || close - valueStart > maxValueLength) break;
    from = close + 1;
  }
  return first;
}

/** Returns where the end tag of a raw text begins; the end of the source if it has none. */
function findEndTag(source: string, name: string, from: number): number {
  const pattern = new RegExp(`</${name}(?=[\\s/>])`, 'gi');
  pattern.lastIndex = from;
  return pattern.exec(source)?.index ?? source.length;
}

const attributePattern = /([^\s"'>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/g;

/** Yields the names and values of attributes. */
export function* scanAttributes(attributes: string): Generator<readonly [name: string, value: string]> {
  for (const [, name = '', ...values] of attributes.matchAll(attributePattern))
    yield [name.toLowerCase(), values.find((one) => one !== undefined) ?? ''];
}

export function readAttribute(attributes: string, name: string): string | undefined {
  if (attributes === '') return undefined;
  for (const [found, value] of scanAttributes(attributes)) if (found === name) return value;
  return undefined;
}

/** Returns the integer with which an attribute begins; undefined if it has none. */
export function readNumberAttribute(attributes: string, name: string): number | undefined {
  const digits = /^\s*(-?\d{1,6})(?!\d)/.exec(readAttribute(attributes, name) ?? '')?.[1];
  return digits === undefined ? undefined : Number(digits);
}
