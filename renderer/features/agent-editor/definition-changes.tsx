import { useQuery } from '@tanstack/react-query';
import type { DefinitionChange } from '../../../shared/agents/compare-definitions.ts';
import { voices } from '../../../shared/agents/voices.ts';
import { voiceNames } from '../../format/voice-names.ts';
import { classNames } from '../../ui/page/class-names.ts';
import { documentsQuery } from '../knowledge/public.ts';

type DefinitionChangesProps = { readonly changes: readonly DefinitionChange[] };

/** The differences between two definitions, field by field: what was removed, and what was added. */
export function DefinitionChanges({ changes }: DefinitionChangesProps) {
  const documents = useQuery(documentsQuery).data ?? [];
  /** A change names documents by their IDs. */
  const nameDocuments = (text: string) =>
    documents.reduce((named, { document_id, title }) => named.replaceAll(document_id, () => `“${title}”`), text);
  const toText = (path: string, text: string) =>
    path === '/documents' ? nameDocuments(text) : path === '/voice' ? nameVoice(text) : text;
  if (changes.length === 0) return <p className="text-muted">There are no differences.</p>;
  const isSameField = (index: number) => index > 0 && changes[index - 1]?.label === changes[index]?.label;
  return (
    <dl className="flex flex-col gap-3">
      {changes.map(({ path, label, before, after }, index) => (
        <div key={path} className={classNames('flex flex-col gap-1', isSameField(index) && '-mt-2')}>
          <dt className={isSameField(index) ? 'sr-only' : 'font-medium'}>{label}</dt>
          {before && <ChangedText side="before" text={toText(path, before)} />}
          {after && <ChangedText side="after" text={toText(path, after)} />}
        </div>
      ))}
    </dl>
  );
}

function nameVoice(text: string): string {
  const voice = voices.find((one) => one === text);
  return voice ? voiceNames[voice] : text;
}

const sides = {
  before: { label: 'Before', sign: '−', tint: 'bg-bad-tint', color: 'text-bad' },
  after: { label: 'After', sign: '+', tint: 'bg-good-tint', color: 'text-good' },
} as const;

function ChangedText({ side, text }: { readonly side: keyof typeof sides; readonly text: string }) {
  const { label, sign, tint, color } = sides[side];
  return (
    <dd className={classNames('rounded-control px-2 py-1 break-words whitespace-pre-wrap select-text', tint)}>
      <span className="sr-only">{label}: </span>
      <span aria-hidden="true" className={classNames('mr-1.5', color)}>
        {sign}
      </span>
      {text}
    </dd>
  );
}
