import type { AgentRequestRecord } from '../../../shared/agents/agent-requests.ts';
import { isAgentRequestClosed } from '../../../shared/agents/agent-request-status.ts';
import { formatClockTime } from '../../format/format-day.ts';
import { FilterChip } from '../../ui/fields/filter-chip.tsx';

export type RequestFilters = {
  readonly status?: 'open' | undefined;
  /** The request changed at this time or later. */
  readonly since?: string | undefined;
};

type RequestFilterProps = {
  readonly filters: RequestFilters;
  readonly onFilter: (filters: RequestFilters) => void;
};

/** Selects the open build requests, or those that changed since the last visit if the address has its time. */
export function RequestFilter({ filters: { status, since }, onFilter }: RequestFilterProps) {
  return (
    <FilterChip
      label="Status"
      value={since ?? status ?? null}
      options={[
        { value: 'open', label: 'Open' },
        ...(since === undefined ? [] : [{ value: since, label: `Changed since ${formatClockTime(since)}` }]),
      ]}
      onChange={(value) => {
        if (value === null || value !== since) onFilter(value === 'open' ? { status: 'open' } : {});
      }}
    />
  );
}

export function isShown({ status, events }: AgentRequestRecord, filters: RequestFilters): boolean {
  const { since } = filters;
  if (filters.status === 'open' && isAgentRequestClosed(status)) return false;
  return since === undefined || events.some(({ at }) => Date.parse(at) >= Date.parse(since));
}
