import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const renderer = fileURLToPath(new URL('../../../renderer/', import.meta.url));

/** Opens in the flow of the view, without a portal. */
const inFlow = ['Panel'];

/** Nearly every button has a tooltip, without any control in it. Messages appear without an opener. */
const excluded = ['Tooltip', 'Toasts', 'RowMenu'];

const nativeOpeners = ['dialog', 'select', 'details'];

/**
 * Returns how many elements each file of the window can open over or beside its view, by file and component, for example
 * `billing/invoice-buttons.tsx ConfirmDialog`. A component opens an element if it renders into a portal, or if it is a part of
 * renderer/ui that renders such a component.
 */
export function listOpeners(): Readonly<Record<string, number>> {
  const files = globSync('**/*.tsx', { cwd: renderer }).map((path) => path.replaceAll('\\', '/'));
  const sources = files.map((path) => ({ path, source: readFileSync(renderer + path, 'utf8') }));
  const parts = sources.filter(({ path }) => path.startsWith('ui/')).flatMap(({ source }) => listComponents(source));
  const openers = [...inFlow, ...parts.filter(({ body }) => body.includes('.Portal')).map(({ name }) => name)];
  let known = 0;
  while (known < openers.length) {
    known = openers.length;
    const isNew = ({ name, body }: Component) => !openers.includes(name) && findOpened(body, openers).length > 0;
    openers.push(...parts.filter(isNew).map(({ name }) => name));
  }
  const counts: Record<string, number> = {};
  for (const { path, source } of sources) {
    if (path.startsWith('ui/')) continue;
    // Rows have a menu only in a table that lists their actions.
    const rowMenus = [...source.matchAll(/\slistActions=/g)].map(() => 'RowMenu');
    for (const component of [...findOpened(source, openers), ...rowMenus]) {
      const key = `${path} ${component}`;
      counts[key] = (counts[key] ?? 0) + 1;
    }
  }
  return counts;
}

type Component = { readonly name: string; readonly body: string };

/** Returns the exported components of a file. */
function listComponents(source: string): readonly Component[] {
  return source
    .split(/^(?=export function )/m)
    .slice(1)
    .map((text) => ({
      name: /^export function (\w+)/.exec(text)?.[1] ?? '',
      body: text.slice(0, text.indexOf('\n}\n')),
    }));
}

/** Returns the elements in a source that open, including those that the browser itself opens. */
function findOpened(source: string, openers: readonly string[]): readonly string[] {
  const tags = [...source.matchAll(/<([\w.]+)(?=[\s/>])/g)].map(([, tag = '']) => tag);
  const isOpener = (tag: string) => openers.includes(tag) || tag.endsWith('.Portal') || nativeOpeners.includes(tag);
  const popovers = [...source.matchAll(/\spopover=/g)].map(() => 'popover');
  return [...tags.filter((tag) => isOpener(tag) && !excluded.includes(tag)), ...popovers];
}
