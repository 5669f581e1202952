import type { DefinitionChange } from '../../../shared/agents/compare-definitions.ts';
import { classNames } from '../../ui/page/class-names.ts';

type DefinitionChangesProps = { readonly changes: readonly DefinitionChange[] };

/** The differences between two definitions, field by field: what was removed, and what was added. */
export function DefinitionChanges({ changes }: DefinitionChangesProps) {
  if (changes.length === 0) return <p className="text-muted">There are no differences.</p>;
  const isSameField = (index: number) => index > 0 && changes[index - 1]?.label === changes[index]?.label;
  return (
    <dl className="flex flex-col gap-3">
      {changes.map(({ path, label, before, after }, index) => (
        <div key={path} className={classNames('flex flex-col gap-1', isSameField(index) && '-mt-2')}>
          <dt className={isSameField(index) ? 'sr-only' : 'font-medium'}>{label}</dt>
          {before !== null && before !== '' && (
            <dd className="rounded-control bg-bad-tint px-2 py-1 break-words whitespace-pre-wrap select-text">
              <span className="sr-only">Before: </span>
              <span aria-hidden="true" className="mr-1.5 text-bad">
                −
              </span>
              {before}
            </dd>
          )}
          {after !== null && after !== '' && (
            <dd className="rounded-control bg-good-tint px-2 py-1 break-words whitespace-pre-wrap select-text">
              <span className="sr-only">After: </span>
              <span aria-hidden="true" className="mr-1.5 text-good">
                +
              </span>
              {after}
            </dd>
          )}
        </div>
      ))}
    </dl>
  );
}
