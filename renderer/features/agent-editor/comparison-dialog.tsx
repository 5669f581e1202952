import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatError } from '../../format/format-error.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialogs/dialog.tsx';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { TextSkeleton } from '../../ui/feedback/skeleton.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { agentComparisonQuery, type ComparedVersion } from './agent-versions-query.ts';
import { DefinitionChanges } from './definition-changes.tsx';

type ComparisonDialogProps = {
  readonly agentId: string;
  readonly versions: readonly ComparedVersion[];
  readonly initialFrom: ComparedVersion;
  readonly initialTo: ComparedVersion;
  readonly onClose: () => void;
};

/** Compares two versions of an agent, field by field. */
export function ComparisonDialog({ agentId, versions, initialFrom, initialTo, onClose }: ComparisonDialogProps) {
  const [from, setFrom] = useState(initialFrom);
  const [to, setTo] = useState(initialTo);
  const { data, isError, error, refetch } = useQuery(agentComparisonQuery(agentId, from, to));
  const options = versions.map((version) => ({ value: String(version), label: formatVersion(version) }));
  const find = (value: string) => versions.find((version) => String(version) === value) ?? from;
  return (
    <Dialog title="Compare versions" isWide onClose={onClose}>
      <div className="grid grid-cols-2 gap-3">
        <Select label="From" value={String(from)} options={options} onChange={(value) => setFrom(find(value))} />
        <Select label="To" value={String(to)} options={options} onChange={(value) => setTo(find(value))} />
      </div>
      <section aria-label="Differences" className="min-h-24">
        {data ? (
          <DefinitionChanges changes={data} />
        ) : isError ? (
          <ErrorState
            title="The versions could not be compared"
            detail={formatError(error)}
            onRetry={() => void refetch()}
          />
        ) : (
          <TextSkeleton label="Comparing" />
        )}
      </section>
      <DialogActions>
        <Button size="large" onClick={onClose}>
          Close
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function formatVersion(version: ComparedVersion): string {
  return version === 'draft' ? 'Draft' : `Version ${version}`;
}
