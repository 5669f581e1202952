import { commandGroups } from '../../shared/commands.ts';
import type { PaletteEntry, PaletteGroup } from './palette-entry.ts';
import { scoreTexts } from './score-text.ts';
import type { CommandEntry } from './use-command-entries.ts';

/** Of each kind, before more is typed. */
const maxPerKind = 6;

/** What cannot be chosen now stands below what can. */
const disabledPenalty = 20;

/** Every command by its group, after what was chosen last. What is no longer there is not offered again. */
export function groupDefaultEntries(
  recent: readonly PaletteEntry[],
  commands: readonly CommandEntry[],
  records: readonly PaletteEntry[],
): readonly PaletteGroup[] {
  const now = new Map([...commands, ...records].map((entry) => [entry.id, entry]));
  const kept = recent.flatMap((entry) => now.get(entry.id) ?? (entry.kind === 'Call' ? entry : []));
  const groups = commandGroups.map((group) => ({
    value: group,
    items: commands.filter((entry) => entry.group === group && !kept.includes(entry)),
  }));
  return [{ value: 'Recent', items: kept }, ...groups].filter(({ items }) => items.length > 0);
}

/**
 * What matches, best first in each kind, and the kind with the best match first. Calls, which the service finds, stand
 * below: what is there already keeps its place when they arrive.
 */
export function groupMatchingEntries(
  typed: string,
  commands: readonly CommandEntry[],
  records: readonly PaletteEntry[],
  calls: readonly PaletteEntry[],
): readonly PaletteGroup[] {
  const ranked = [...commands, ...records]
    .flatMap((entry) => {
      const score = scoreTexts(typed, getSearchTexts(entry));
      return score === null ? [] : [{ entry, score: entry.disabledReason === null ? score : score - disabledPenalty }];
    })
    .toSorted((one, other) => other.score - one.score);
  const kinds = [...new Set(ranked.map(({ entry }) => entry.kind))];
  const groups = kinds.map((kind) => ({
    value: `${kind}s`,
    items: ranked.filter(({ entry }) => entry.kind === kind).map(({ entry }) => entry),
  }));
  return [
    ...groups.map(({ value, items }) => ({ value, items: items.slice(0, maxPerKind) })),
    { value: 'Calls', items: calls },
  ].filter(({ items }) => items.length > 0);
}

function getSearchTexts(entry: PaletteEntry | CommandEntry): readonly string[] {
  const beside = 'group' in entry ? entry.group : typeof entry.detail === 'string' ? entry.detail : '';
  return [entry.label, `${entry.label} ${beside}`];
}
