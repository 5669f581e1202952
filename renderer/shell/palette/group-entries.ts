import { commandGroups } from '../../../shared/window/commands.ts';
import type { PaletteEntry, PaletteGroup } from '../../data/palette-entry.ts';
import { scoreTexts } from '../../data/score-text.ts';
import type { CommandEntry } from './use-command-entries.ts';

const maxPerKind = 6;

/** Ranks disabled entries below enabled ones. */
const disabledPenalty = 20;

/** Returns the entries for an empty query: the recent entries that still exist, then all commands by group. */
export function groupDefaultEntries(
  recent: readonly PaletteEntry[],
  commands: readonly CommandEntry[],
  records: readonly PaletteEntry[],
): readonly PaletteGroup[] {
  const current = new Map([...commands, ...records].map((entry) => [entry.id, entry]));
  const shownRecent = recent.flatMap((entry) => current.get(entry.id) ?? (entry.kind === 'Call' ? entry : []));
  const groups = commandGroups.map((group) => ({
    value: group,
    items: commands.filter((entry) => entry.group === group && !shownRecent.includes(entry)),
  }));
  return [{ value: 'Recent', items: shownRecent }, ...groups].filter(({ items }) => items.length > 0);
}

/**
 * Returns the matching entries, best first, grouped by kind, with the kind of the best match first. What the
 * service finds comes last, because it must not move the other entries when it arrives.
 */
export function groupMatchingEntries(
  query: string,
  commands: readonly CommandEntry[],
  records: readonly PaletteEntry[],
  found: readonly PaletteGroup[],
): readonly PaletteGroup[] {
  const ranked = [...commands, ...records]
    .flatMap((entry) => {
      const score = scoreTexts(query, getSearchTexts(entry));
      return score === null ? [] : [{ entry, score: entry.disabledReason === null ? score : score - disabledPenalty }];
    })
    .toSorted((a, b) => b.score - a.score);
  const kinds = [...new Set(ranked.map(({ entry }) => entry.kind))];
  const groups = kinds.map((kind) => ({
    value: `${kind}s`,
    items: ranked.filter(({ entry }) => entry.kind === kind).map(({ entry }) => entry),
  }));
  return [...groups.map(({ value, items }) => ({ value, items: items.slice(0, maxPerKind) })), ...found].filter(
    ({ items }) => items.length > 0,
  );
}

function getSearchTexts(entry: PaletteEntry | CommandEntry): readonly string[] {
  const context = 'group' in entry ? entry.group : typeof entry.detail === 'string' ? entry.detail : '';
  return [entry.label, `${entry.label} ${context}`];
}
