import type { CallMetadata } from '../../../../shared/calls/call-metadata.ts';
import { limits } from '../../../../shared/contract/limits.ts';
import type { RecipientNameRule } from '../../../../shared/calls/recipient-names.ts';
import { toVisibleLine } from '../../../../shared/text/visible-text.ts';

/**
 * Returns the name of a recipient by the first alternative of the rule of which the metadata contains a field: its values, joined
 * with spaces. Returns an empty text if there is none. Only texts and numbers count.
 */
export function findRecipientName(metadata: CallMetadata, rule: RecipientNameRule): string {
  for (const fields of rule) {
    const name = fields
      .map((field) => readText(metadata, field))
      .filter((text) => text !== '')
      .join(' ');
    if (name !== '') return shorten(name);
  }
  return '';
}

function readText(metadata: CallMetadata, field: string): string {
  const value = Object.hasOwn(metadata, field) ? metadata[field] : undefined;
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' ? toVisibleLine(value) : '';
}

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** Cuts a text between characters as readers see them, such as a letter with its accents. */
function shorten(name: string): string {
  if (name.length <= limits.recipientNameLength) return name;
  let short = '';
  for (const { segment } of graphemes.segment(name)) {
    if (short.length + segment.length >= limits.recipientNameLength) break;
    short += segment;
  }
  // A letter with hundreds of accents is cut, too.
  return `${short === '' ? [...name].slice(0, limits.recipientNameLength / 2).join('') : short}…`;
}
