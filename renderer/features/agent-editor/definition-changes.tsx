import { useQuery } from '@tanstack/react-query';
import type { DefinitionChange } from '../../../shared/agents/compare-definitions.ts';
import { voices } from '../../../shared/agents/voices.ts';
import { voiceNames } from '../../format/voice-names.ts';
import { classNames } from '../../ui/page/class-names.ts';
import { documentsQuery } from '../knowledge/public.ts';

type DefinitionChangesProps = {
  readonly changes: readonly DefinitionChange[];
  /** `drafts` compares the draft of someone else with the user's own. */
  readonly compared?: keyof typeof comparedSides;
};

/** The differences between two definitions, field by field, with the text of each side. */
export function DefinitionChanges({ changes, compared = 'versions' }: DefinitionChangesProps) {
  const documents = useQuery(documentsQuery).data ?? [];
  /** A change names documents by their IDs. */
  const nameDocuments = (text: string) =>
    documents.reduce((named, { document_id, title }) => named.replaceAll(document_id, () => `“${title}”`), text);
  const toText = (path: string, text: string) =>
    path === '/documents' ? nameDocuments(text) : path === '/voice' ? nameVoice(text) : text;
  if (changes.length === 0) return <p className="text-muted">There are no differences.</p>;
  const sides = comparedSides[compared];
  const isSameField = (index: number) => index > 0 && changes[index - 1]?.label === changes[index]?.label;
  return (
    <dl className="flex flex-col gap-3">
      {changes.map(({ path, label, before, after }, index) => (
        <div key={path} className={classNames('flex flex-col gap-1', isSameField(index) && '-mt-2')}>
          <dt className={isSameField(index) ? 'sr-only' : 'font-medium'}>{label}</dt>
          {before && <ChangedText side={sides.before} text={toText(path, before)} />}
          {after && <ChangedText side={sides.after} text={toText(path, after)} />}
        </div>
      ))}
    </dl>
  );
}

function nameVoice(text: string): string {
  const voice = voices.find((one) => one === text);
  return voice ? voiceNames[voice] : text;
}

type Side = {
  readonly label: string;
  /** Shown in place of the label. */
  readonly sign?: string;
  readonly tint: string;
  readonly color: string;
};

const comparedSides = {
  versions: {
    before: { label: 'Before', sign: '−', tint: 'bg-bad-tint', color: 'text-bad' },
    after: { label: 'After', sign: '+', tint: 'bg-good-tint', color: 'text-good' },
  },
  drafts: {
    before: { label: 'Theirs', tint: 'bg-well', color: 'text-muted' },
    after: { label: 'Mine', tint: 'bg-accent-soft', color: 'text-muted' },
  },
} as const satisfies Record<string, Record<'before' | 'after', Side>>;

type ChangedTextProps = { readonly side: Side; readonly text: string };

function ChangedText({ side: { label, sign, tint, color }, text }: ChangedTextProps) {
  return (
    <dd className={classNames('rounded-control px-2 py-1 break-words whitespace-pre-wrap select-text', tint)}>
      <span className={sign === undefined ? classNames('mr-1.5 text-small', color) : 'sr-only'}>{label}: </span>
      {sign !== undefined && (
        <span aria-hidden="true" className={classNames('mr-1.5', color)}>
          {sign}
        </span>
      )}
      {text}
    </dd>
  );
}
