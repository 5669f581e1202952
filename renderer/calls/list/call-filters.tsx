import { useQuery } from '@tanstack/react-query';
import { callStatuses } from '../../../shared/call-status.ts';
import { Button } from '../../ui/button.tsx';
import { FilterChip } from '../../ui/filter-chip.tsx';
import { agentsQuery, callFacetsQuery } from '../calls-query.ts';
import { hasFilters, type CallsSearch } from '../calls-search.ts';
import { describeCallStatus } from '../describe-call-status.ts';
import { formatDisposition } from '../format-disposition.ts';
import { DateFilter } from './date-filter.tsx';

const statuses = callStatuses.map((value) => ({ value, label: describeCallStatus(value).label }));

type CallFiltersProps = {
  readonly search: CallsSearch;
  /** Changes some of it; undefined takes a filter away. */
  readonly onChange: (change: Partial<CallsSearch>) => void;
};

/** What the list is narrowed by, in one row. */
export function CallFilters({ search, onChange }: CallFiltersProps) {
  const agents = useQuery(agentsQuery).data ?? [];
  const dispositions = useQuery(callFacetsQuery).data?.dispositions ?? [];
  return (
    <div role="group" aria-label="Filters" className="flex min-w-0 flex-wrap items-center gap-1.5">
      <FilterChip
        label="Status"
        value={search.status ?? null}
        options={statuses}
        onChange={(value) => onChange({ status: callStatuses.find((status) => status === value) })}
      />
      <FilterChip
        label="Agent"
        value={search.agent ?? null}
        options={agents.map(({ agent_id, name, status }) => ({
          value: agent_id,
          label: name,
          ...(status === 'archived' && { note: 'Retired' }),
        }))}
        onChange={(value) => onChange({ agent: value ?? undefined })}
      />
      <FilterChip
        label="Outcome"
        value={search.outcome ?? null}
        options={dispositions.map((value) => ({ value, label: formatDisposition(value) }))}
        onChange={(value) => onChange({ outcome: value ?? undefined })}
      />
      <DateFilter search={search} onChange={onChange} />
      {hasFilters(search) && (
        <Button variant="quiet" size="small" onClick={() => onChange(noFilters)}>
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
