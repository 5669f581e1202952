import { blockPattern, readAttribute, scanAttributes, type Markup } from './scan-markup.ts';

/** Elements that do not show their text. */
const hiddenPattern =
  /^(?:script|style|head|title|template|noscript|iframe|object|textarea|datalist|rt|rp|desc|defs|metadata|annotation|annotation-xml)$/;
const hiddenStyle =
  /display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)|(?:^|[;\s])opacity\s*:\s*0*(?:\.0*)?\s*(?:;|$)|font-size\s*:\s*0+(?:\.0*)?(?:px|pt|em|rem|%)?\s*(?:!important\s*)?(?:;|$)/i;
const colorStyle = /(?:^|[;\s])color\s*:\s*([^;]{1,50})/i;
const backgroundStyle = /(?:^|[;\s])background(?:-color)?\s*:\s*([^;]{1,50})/i;

/**
 * Whether an element is hidden by its own attributes. Style sheets hide answers and tabs until they are opened, so what they hide is
 * read, and so is what a search in the page reveals.
 */
function isHiddenByAttributes(attributes: string): boolean {
  if (!/hidden|style/i.test(attributes)) return false;
  return [...scanAttributes(attributes)].some(([name, value]) =>
    name === 'hidden' ? !/^until-found$/i.test(value) : name === 'style' && isHiddenByStyle(value),
  );
}

/** Whether a style hides text, or gives it the color of its background. */
function isHiddenByStyle(style: string): boolean {
  if (hiddenStyle.test(style)) return true;
  const color = normalizeColor(colorStyle.exec(style)?.[1]);
  return color !== '' && color === normalizeColor(backgroundStyle.exec(style)?.[1]);
}

function normalizeColor(value = ''): string {
  const color = value.replace('!important', '').trim().toLowerCase();
  return color
    .replace(/^#([\da-f])([\da-f])([\da-f])$/, '#$1$1$2$2$3$3')
    .replace(/^white$/, '#ffffff')
    .replace(/^black$/, '#000000');
}

/** Whether an element hides its content: by its name, or by its attributes. */
export function hidesContent(name: string, attributes: string): boolean {
  if (name === 'dialog') return !/(?:^|\s)open(?=[\s=]|$)/i.test(attributes);
  return hiddenPattern.test(name) || isHiddenByAttributes(attributes) || strikesOut(name, attributes);
}

/** Whether an element strikes its text out. */
export function strikesOut(name: string, attributes: string): boolean {
  return /^(?:s|del|strike)$/.test(name) || /line-through/i.test(readAttribute(attributes, 'style') ?? '');
}

/** Whether a hidden element ends here although it has no end tag, which these elements may leave out. */
export function endsHidden(hidden: string, { name, isEnd }: Markup): boolean {
  if (hidden === 'head') return !isEnd && (name === 'body' || blockPattern.test(name));
  if (hidden === 'p') return blockPattern.test(name) && !(isEnd && name === 'p');
  return /^(?:p|dt|dd|td|th|tr|rt|rp)$/.test(hidden) && !isEnd && name === hidden;
}
