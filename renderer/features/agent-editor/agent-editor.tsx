import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import type { AgentDetails } from '../../../shared/agents/agent-versions.ts';
import { fillGreeting } from '../../../shared/agents/greeting.ts';
import { compareDefinitions } from '../../../shared/agents/compare-definitions.ts';
import { appRoutes } from '../../../shared/contract/contract.ts';
import { useMissingPermission } from '../../data/session/missing-permission.ts';
import { SegmentedControl } from '../../ui/fields/segmented-control.tsx';
import { classNames } from '../../ui/page/class-names.ts';
import { useMediaQuery } from '../../ui/page/use-media-query.ts';
import { changeDefinition, saveDefinition, type AgentEdit } from './agent-edits.ts';
import {
  closePublication,
  editorTabs,
  showEditorTab,
  useAgentEditorStore,
  type EditorTab,
} from './agent-editor-store.ts';
import { DefinitionForm } from './definition-form.tsx';
import { listErrors, normalizeDefinition } from './definition-errors.ts';
import { EditConflict } from './edit-conflict.tsx';
import { EditorHeader } from './editor-header.tsx';
import { getExampleMetadata, GreetingPreview, type ExampleMetadata } from './greeting-preview.tsx';
import { PublishDialog } from './publish-dialog.tsx';
import { TryTab } from './try-tab.tsx';
import { VersionsTab } from './versions-tab.tsx';

const tabLabels = { edit: 'Edit', preview: 'Preview', try: 'Try', versions: 'Versions' } as const satisfies Record<
  EditorTab,
  string
>;

type AgentEditorProps = { readonly details: AgentDetails; readonly edit: AgentEdit };

/** The form of an agent, with its preview, its trial and its versions beside it, or in a narrow window in its place. */
export function AgentEditor({ details, edit }: AgentEditorProps) {
  const { agent_id: agentId } = details;
  const { definition } = edit;
  const { tab, tabRequests, isPublishing, refusals, trialCallId } = useAgentEditorStore();
  const isNarrow = useMediaQuery('(max-width: 1099px)');
  const [changedExamples, setChangedExamples] = useState<ExampleMetadata>({});
  const checked = useDeferredValue(definition);
  const examples = useMemo(
    () => getExampleMetadata(definition.greeting, changedExamples),
    [definition.greeting, changedExamples],
  );
  const errors = useMemo(() => listErrors(checked, refusals > 0), [checked, refusals]);
  const published = details.definition;
  const changes = useMemo(
    () => (published ? compareDefinitions(published, normalizeDefinition(checked)) : []),
    [published, checked],
  );
  const tryDisabledReason = useMissingPermission(appRoutes.placeSimulatedCall);
  const form = useRef<HTMLDivElement>(null);
  const aside = useRef<HTMLElement>(null);
  const sideTab = !isNarrow && tab === 'edit' ? 'preview' : tab;
  const isTrying = sideTab === 'try' && trialCallId !== null;
  /** The transcript of a trial is above the form, if it does not fit beside it. */
  const isStacked = isNarrow && isTrying;
  const showsForm = !isNarrow || tab === 'edit' || isTrying;

  // Focuses the first part that keeps the draft from being published.
  useEffect(() => {
    if (refusals === 0) return;
    const field = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    field?.focus({ preventScroll: true });
    field?.scrollIntoView({ block: 'center' });
  }, [refusals]);

  // A command shows a tab: what is in it comes next in the order of the Tab key.
  useEffect(() => {
    if (tabRequests === 0) return;
    // The palette returns the focus first.
    const timer = setTimeout(() => {
      if (!aside.current?.contains(document.activeElement)) aside.current?.focus();
    }, 100);
    return () => clearTimeout(timer);
  }, [tabRequests]);

  const tabs: readonly EditorTab[] = isNarrow ? editorTabs : editorTabs.filter((value) => value !== 'edit');
  const tabControl = (
    <SegmentedControl
      label="Beside the form"
      value={sideTab}
      options={tabs.map((value) => ({ value, label: tabLabels[value] }))}
      onChange={showEditorTab}
    />
  );
  const formElement = showsForm && (
    <div
      ref={form}
      className={classNames('min-w-0 flex-1', isStacked ? 'flex-none border-t border-line' : 'overflow-y-auto')}
    >
      <DefinitionForm
        definition={definition}
        errors={errors}
        spokenGreeting={fillGreeting(definition.greeting, examples)}
        onChange={(next) => changeDefinition(agentId, next)}
        onSave={() => void saveDefinition(agentId)}
      />
    </div>
  );
  const asideElement = (!isNarrow || tab !== 'edit') && (
    <div
      className={classNames(
        'flex flex-col',
        isStacked
          ? // Fills a small window that is scrolled to it.
            'h-[max(20rem,100svh-12rem)] shrink-0'
          : isNarrow
            ? 'min-h-0 flex-1'
            : 'shrink-0 border-l border-line',
        !isNarrow && (isTrying ? 'w-102 min-[1280px]:w-120' : 'w-102'),
      )}
    >
      {!isNarrow && <div className="flex px-6 pt-3 pb-1">{tabControl}</div>}
      <aside
        ref={aside}
        tabIndex={-1}
        aria-label={tabLabels[sideTab]}
        className={classNames(
          'min-h-0 flex-1 overflow-y-auto -outline-offset-2!',
          sideTab !== 'try' && 'px-6 pt-3 pb-6',
        )}
      >
        {sideTab === 'versions' ? (
          <VersionsTab details={details} disabledReason={null} />
        ) : sideTab === 'try' ? (
          <TryTab
            details={details}
            metadata={examples}
            disabledReason={tryDisabledReason ?? explainNoTrial(edit, details)}
          />
        ) : (
          <GreetingPreview
            greeting={definition.greeting}
            examples={examples}
            onChange={(changed) => setChangedExamples({ ...changedExamples, ...changed })}
          />
        )}
      </aside>
    </div>
  );
  return (
    <div className="flex h-full flex-col">
      <EditorHeader details={details} edit={edit} changeCount={changes.length}>
        {isNarrow && tabControl}
      </EditorHeader>
      {edit.conflict && <EditConflict agentId={agentId} edit={edit} theirs={edit.conflict} />}
      {/* The long form comes last in the order of the Tab key. */}
      <div className={classNames('flex min-h-0 flex-1', isNarrow ? 'flex-col overflow-y-auto' : 'flex-row-reverse')}>
        {asideElement}
        {formElement}
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

/** Returns why the draft cannot be tried, or null. */
function explainNoTrial({ conflict, isUnsaved }: AgentEdit, { draft }: AgentDetails): string | null {
  if (conflict) return 'Decide first which changes to keep.';
  return draft === null && !isUnsaved ? 'There is no draft. Change the agent first.' : null;
}
