import { useQuery } from '@tanstack/react-query';
import { Link, useParams, useSearch } from '@tanstack/react-router';
import { useEffect, type ReactNode } from 'react';
import { v1Routes } from '../../../shared/contract/contract.ts';
import { formatError } from '../../format/format-error.ts';
import { useOpenTitle } from '../../data/open-title-store.ts';
import { setEditedAgent } from '../../data/edited-agent-store.ts';
import { useIsLinked } from '../../data/session/session-query.ts';
import { useMissingPermission } from '../../data/session/missing-permission.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { Illustration } from '../../ui/feedback/illustration.tsx';
import { TextSkeleton } from '../../ui/feedback/skeleton.tsx';
import { agentDetailsQuery, DefinitionDetails, type LoadedAgent } from '../agents/public.ts';
import { saveDefinition, showLoadedAgent, useAgentEdits } from './agent-edits.ts';
import { openEditorTab, resetAgentEditor } from './agent-editor-store.ts';
import { AgentEditor } from './agent-editor.tsx';
import { BuildRequestLink } from './editor-header.tsx';
import { VersionsTab } from './versions-tab.tsx';

/** The editor of an agent, or what it says if it cannot be edited. */
export function AgentEditorView() {
  const { agentId } = useParams({ from: '/agents/$agentId' });
  const agent = useQuery(agentDetailsQuery(agentId));
  if (agent.data) return <LoadedEditor key={agentId} loaded={agent.data} />;
  if (agent.isError)
    return (
      <ErrorState
        title="The agent could not be loaded"
        detail={formatError(agent.error)}
        onRetry={() => void agent.refetch()}
      />
    );
  return <TextSkeleton label="Loading the agent" />;
}

function LoadedEditor({ loaded }: { readonly loaded: LoadedAgent }) {
  const { details } = loaded;
  const { agent_id: agentId } = details;
  useOpenTitle(details.name);
  const { tab } = useSearch({ from: '/agents/$agentId' });
  const disabledReason = useMissingPermission(
    v1Routes.saveAgentDraft,
    v1Routes.deleteAgentDraft,
    v1Routes.publishAgentVersion,
    v1Routes.restoreAgentVersion,
  );
  const isLinked = useIsLinked();
  const canEdit = !isLinked && disabledReason === null && details.published_version !== null;
  const edit = useAgentEdits((edits) => edits[agentId]);
  useEffect(() => {
    if (canEdit) showLoadedAgent(agentId, loaded);
  }, [agentId, canEdit, loaded]);
  useEffect(() => {
    if (!canEdit) return;
    setEditedAgent(agentId);
    return () => {
      setEditedAgent(null);
      resetAgentEditor();
      void saveDefinition(agentId);
    };
  }, [agentId, canEdit]);
  useEffect(() => {
    if (tab) openEditorTab(tab);
  }, [tab]);
  if (details.published_version === null)
    return (
      <EmptyState
        illustration={<Illustration name="people" />}
        title={`“${details.name}” is an agent of the remote`}
        action={
          <Link to="/agents" search={{ agent: agentId }} className="text-accent hover:underline">
            Show agent
          </Link>
        }
      >
        The remote decides what it says, so it can be edited only there. Its calls appear here as usual.
      </EmptyState>
    );
  if (isLinked) return <ReadOnlyAgent loaded={loaded} reason={editedOnRemote} />;
  if (disabledReason !== null) return <ReadOnlyAgent loaded={loaded} reason={disabledReason} />;
  return edit ? <AgentEditor details={details} edit={edit} /> : <TextSkeleton label="Loading the agent" />;
}

const editedOnRemote = 'The remote decides what this agent says, so it is edited there.';

type ReadOnlyAgentProps = { readonly loaded: LoadedAgent; readonly reason: string };

/** What the published version says, and the versions, for a role that cannot change agents, and in a linked workspace. */
function ReadOnlyAgent({ loaded: { details }, reason }: ReadOnlyAgentProps) {
  const definition = details.definition ?? details.draft?.definition;
  return (
    <div className="h-full overflow-y-auto px-6 pt-4 pb-6">
      <BuildRequestLink details={details} />
      <p role="note" className="mt-2 w-fit rounded-control bg-well px-3 py-1.5 text-small">
        Read only. {reason}
      </p>
      <div className="mt-4 flex max-w-240 flex-wrap gap-8">
        <Part title={details.published_version ? `Version ${details.published_version}` : 'Draft'}>
          {definition && <DefinitionDetails definition={definition} />}
        </Part>
        <Part title="Versions">
          <VersionsTab details={details} disabledReason={reason} />
        </Part>
      </div>
    </div>
  );
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section aria-label={title} className="flex min-w-0 flex-1 basis-80 flex-col gap-3">
      <h2 className="text-section">{title}</h2>
      {children}
    </section>
  );
}
