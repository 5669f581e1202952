import { useQuery } from '@tanstack/react-query';
import { callStatuses } from '../../../shared/call-status.ts';
import { Button } from '../../ui/button.tsx';
import { ChoiceChip } from '../../ui/choice-chip.tsx';
import { agentsQuery, facetsQuery } from '../calls-cache.ts';
import { isFiltered, type CallsSearch } from '../calls-search.ts';
import { describeCallStatus } from '../describe-call-status.ts';
import { nameDisposition } from '../name-disposition.ts';
import { WhenFilter } from './when-filter.tsx';

const statuses = callStatuses.map((value) => ({ value, label: describeCallStatus(value).word }));

type CallFiltersProps = {
  readonly search: CallsSearch;
  /** Changes some of it; undefined takes a filter away. */
  readonly onChange: (change: Partial<CallsSearch>) => void;
};

/** What the list is narrowed by, in one row. */
export function CallFilters({ search, onChange }: CallFiltersProps) {
  const agents = useQuery(agentsQuery).data ?? [];
  const dispositions = useQuery(facetsQuery).data?.dispositions ?? [];
  return (
    <div role="group" aria-label="Filters" className="flex min-w-0 flex-wrap items-center gap-1.5">
      <ChoiceChip
        label="Status"
        value={search.status ?? null}
        choices={statuses}
        onChoose={(value) => onChange({ status: callStatuses.find((status) => status === value) })}
      />
      <ChoiceChip
        label="Agent"
        value={search.agent ?? null}
        choices={agents.map(({ agent_id, name, status }) => ({
          value: agent_id,
          label: name,
          ...(status === 'retired' && { note: 'Retired' }),
        }))}
        onChoose={(value) => onChange({ agent: value ?? undefined })}
      />
      <ChoiceChip
        label="Outcome"
        value={search.outcome ?? null}
        choices={dispositions.map((value) => ({ value, label: nameDisposition(value) }))}
        onChoose={(value) => onChange({ outcome: value ?? undefined })}
      />
      <WhenFilter search={search} onChange={onChange} />
      {isFiltered(search) && (
        <Button look="quiet" size="small" onClick={() => onChange(noFilters)}>
          Clear
        </Button>
      )}
    </div>
  );
}

export const noFilters = {
  status: undefined,
  agent: undefined,
  outcome: undefined,
  days: undefined,
  from: undefined,
  to: undefined,
  text: undefined,
} as const satisfies Partial<CallsSearch>;
