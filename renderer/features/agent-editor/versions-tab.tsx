import { useQuery } from '@tanstack/react-query';
import { Eye, GitCompareArrows, Undo2 } from 'lucide-react';
import { useState } from 'react';
import type { AgentDetails, AgentDraft, AgentVersionSummary } from '../../../shared/agents/agent-versions.ts';
import { formatError } from '../../format/format-error.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { TextSkeleton } from '../../ui/feedback/skeleton.tsx';
import { StatusLabel } from '../../ui/feedback/status-label.tsx';
import { useBusy } from '../../ui/feedback/use-busy.ts';
import { ExpandableText } from '../../ui/page/expandable-text.tsx';
import { RelativeTime } from '../../ui/page/relative-time.tsx';
import { restoreVersion } from './agent-version-actions.ts';
import { agentVersionsQuery, type ComparedVersion } from './agent-versions-query.ts';
import { ComparisonDialog } from './comparison-dialog.tsx';
import { VersionDialog } from './version-dialog.tsx';

type VersionsTabProps = {
  readonly details: AgentDetails;
  /** Why the agent cannot be changed, or null. */
  readonly disabledReason: string | null;
};

type Comparison = { readonly from: ComparedVersion; readonly to: ComparedVersion };

type OpenDialog = { readonly kind: 'view'; readonly version: number } | ({ readonly kind: 'compare' } & Comparison);

/** The draft and the published versions, newest first. */
export function VersionsTab({ details, disabledReason }: VersionsTabProps) {
  const { agent_id: agentId, draft, published_version: published } = details;
  const versions = useQuery(agentVersionsQuery(agentId));
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const [isRestoring, run] = useBusy();
  if (versions.isError)
    return (
      <ErrorState
        title="Versions could not be loaded"
        detail={formatError(versions.error)}
        onRetry={() => void versions.refetch()}
      />
    );
  if (!versions.data) return <TextSkeleton label="Loading versions" />;
  const all: readonly ComparedVersion[] = [
    ...(draft ? ['draft' as const] : []),
    ...versions.data.map(({ version }) => version),
  ];
  const [newest] = all;
  if (newest === undefined) return <p className="text-muted">No version is published yet.</p>;
  return (
    <>
      <ol aria-label="Versions" className="flex flex-col gap-4">
        {draft && <DraftItem draft={draft} />}
        {versions.data.map((version, index) => {
          const older = versions.data[index + 1]?.version;
          const comparison = compareWithNewest(version.version, newest, older);
          return (
            <li key={version.version} className="flex flex-col gap-1">
              <VersionHead version={version} isPublished={version.version === published} />
              {version.note !== '' && (
                <p className="break-words select-text">
                  <ExpandableText text={version.note} />
                </p>
              )}
              {version.changed_fields.length > 0 && (
                <p className="text-small break-words text-muted">Changed: {version.changed_fields.join(', ')}</p>
              )}
              <div className="-ml-2 flex flex-wrap gap-1">
                <Button
                  size="small"
                  variant="quiet"
                  icon={<Eye aria-hidden size={13} />}
                  aria-label={`View version ${version.version}`}
                  onClick={() => setDialog({ kind: 'view', version: version.version })}
                >
                  View
                </Button>
                {comparison && (
                  <Button
                    size="small"
                    variant="quiet"
                    icon={<GitCompareArrows aria-hidden size={13} />}
                    aria-label={`Compare version ${version.version}`}
                    onClick={() => setDialog({ kind: 'compare', ...comparison })}
                  >
                    Compare
                  </Button>
                )}
                {(version.version !== published || draft) && (
                  <Button
                    size="small"
                    variant="quiet"
                    icon={<Undo2 aria-hidden size={13} />}
                    aria-label={`Restore version ${version.version} as draft`}
                    disabledReason={disabledReason}
                    aria-busy={isRestoring}
                    onClick={() => void run(() => restoreVersion(agentId, version.version))}
                  >
                    Restore as draft
                  </Button>
                )}
              </div>
            </li>
          );
        })}
      </ol>
      {dialog?.kind === 'view' && (
        <VersionDialog agentId={agentId} version={dialog.version} onClose={() => setDialog(null)} />
      )}
      {dialog?.kind === 'compare' && (
        <ComparisonDialog
          agentId={agentId}
          versions={all}
          initialFrom={dialog.from}
          initialTo={dialog.to}
          onClose={() => setDialog(null)}
        />
      )}
    </>
  );
}

/** Returns what to compare a version with: the newest one, or for the newest one the one before it. Null if it is the only one. */
function compareWithNewest(version: number, newest: ComparedVersion, older: number | undefined): Comparison | null {
  if (version !== newest) return { from: version, to: newest };
  return older === undefined ? null : { from: older, to: version };
}

function DraftItem({ draft: { saved_at, author, base_version, restored_from } }: { readonly draft: AgentDraft }) {
  return (
    <li className="flex flex-col gap-1">
      <p className="flex flex-wrap items-center gap-2">
        <strong className="font-medium">Draft</strong>
        <StatusLabel tone="pending" label="Not published" />
      </p>
      <p className="text-small text-muted">
        Saved <RelativeTime at={saved_at} />
        {author?.name && ` by ${author.name}`}
        {restored_from !== null
          ? `, from version ${restored_from}`
          : base_version > 0 && `, based on version ${base_version}`}
      </p>
    </li>
  );
}

type VersionHeadProps = { readonly version: AgentVersionSummary; readonly isPublished: boolean };

function VersionHead({ version, isPublished }: VersionHeadProps) {
  return (
    <>
      <p className="flex flex-wrap items-center gap-2">
        <strong className="font-medium">Version {version.version}</strong>
        {isPublished && <StatusLabel tone="good" label="Published" />}
      </p>
      <p className="text-small text-muted">
        <RelativeTime at={version.published_at} />
        {version.author?.name && ` by ${version.author.name}`}
        {version.restored_from !== null && `, from version ${version.restored_from}`}
      </p>
    </>
  );
}
