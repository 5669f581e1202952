import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import type { AgentDetails } from '../../../shared/agents/agent-versions.ts';
import { compareDefinitions } from '../../../shared/agents/compare-definitions.ts';
import { SegmentedControl } from '../../ui/fields/segmented-control.tsx';
import { classNames } from '../../ui/page/class-names.ts';
import { useMediaQuery } from '../../ui/page/use-media-query.ts';
import { changeDefinition, saveDefinition, type AgentEdit } from './agent-edits.ts';
import { closePublication, showEditorTab, useAgentEditorStore, type EditorTab } from './agent-editor-store.ts';
import { DefinitionForm } from './definition-form.tsx';
import { listErrors, normalizeDefinition } from './definition-errors.ts';
import { EditConflict } from './edit-conflict.tsx';
import { EditorHeader } from './editor-header.tsx';
import { GreetingPreview, type ExampleMetadata } from './greeting-preview.tsx';
import { PublishDialog } from './publish-dialog.tsx';
import { VersionsTab } from './versions-tab.tsx';

const tabLabels = { edit: 'Edit', preview: 'Preview', versions: 'Versions' } as const satisfies Record<
  EditorTab,
  string
>;

type AgentEditorProps = { readonly details: AgentDetails; readonly edit: AgentEdit };

/** The form of an agent, with its preview and its versions beside it, or in a narrow window in its place. */
export function AgentEditor({ details, edit }: AgentEditorProps) {
  const { agent_id: agentId } = details;
  const { definition } = edit;
  const { tab, isPublishing, refusals } = useAgentEditorStore();
  const isNarrow = useMediaQuery('(max-width: 1099px)');
  const [metadata, setMetadata] = useState<ExampleMetadata>({});
  const checked = useDeferredValue(definition);
  const errors = useMemo(() => listErrors(checked, refusals > 0), [checked, refusals]);
  const published = details.definition;
  const changes = useMemo(
    () => (published ? compareDefinitions(published, normalizeDefinition(checked)) : []),
    [published, checked],
  );
  const form = useRef<HTMLDivElement>(null);
  const sideTab = !isNarrow && tab === 'edit' ? 'preview' : tab;
  const showsForm = !isNarrow || tab === 'edit';

  // Focuses the first part that keeps the draft from being published.
  useEffect(() => {
    if (refusals === 0) return;
    const field = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    field?.focus({ preventScroll: true });
    field?.scrollIntoView({ block: 'center' });
  }, [refusals]);

  const tabs: readonly EditorTab[] = isNarrow ? ['edit', 'preview', 'versions'] : ['preview', 'versions'];
  return (
    <div className="flex h-full flex-col">
      <EditorHeader details={details} edit={edit} changeCount={changes.length} />
      {edit.conflict && <EditConflict agentId={agentId} edit={edit} />}
      <div className="flex shrink-0 border-b border-line px-6 pb-2">
        <div className="min-[1100px]:ml-auto min-[1100px]:w-90">
          <SegmentedControl
            label="Beside the form"
            value={sideTab}
            options={tabs.map((value) => ({ value, label: tabLabels[value] }))}
            onChange={showEditorTab}
          />
        </div>
      </div>
      <div className="flex min-h-0 flex-1">
        {showsForm && (
          <div ref={form} className="min-w-0 flex-1 overflow-y-auto">
            <DefinitionForm
              definition={definition}
              errors={errors}
              onChange={(next) => changeDefinition(agentId, next)}
              onSave={() => void saveDefinition(agentId)}
            />
          </div>
        )}
        {(!isNarrow || !showsForm) && (
          <aside
            aria-label={tabLabels[sideTab]}
            className={classNames(
              'overflow-y-auto px-6 py-4',
              isNarrow ? 'flex-1' : 'w-102 shrink-0 border-l border-line',
            )}
          >
            {sideTab === 'versions' ? (
              <VersionsTab details={details} disabledReason={null} />
            ) : (
              <GreetingPreview definition={definition} metadata={metadata} onChange={setMetadata} />
            )}
          </aside>
        )}
      </div>
      {isPublishing && (
        <PublishDialog
          agentId={agentId}
          nextVersion={(details.published_version ?? 0) + 1}
          changes={changes}
          onClose={closePublication}
        />
      )}
    </div>
  );
}
