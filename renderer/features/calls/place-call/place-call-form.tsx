import { useQuery } from '@tanstack/react-query';
import { PhoneOutgoing } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { AgentRecord } from '../../../../shared/agents/agents.ts';
import { appRoutes } from '../../../../shared/contract/contract.ts';
import type { DoNotCallEntry } from '../../../../shared/calls/do-not-call.ts';
import { limits } from '../../../../shared/contract/limits.ts';
import type { SyncState } from '../../../../shared/workspaces/sync.ts';
import { isMac } from '../../../data/bridge.ts';
import { formatShortcut } from '../../../ui/commands/shortcut.ts';
import { formatClockTime, formatDay } from '../../../format/format-day.ts';
import { useIsLinked, useSession } from '../../../data/session/session-query.ts';
import { useMissingPermission } from '../../../data/session/missing-permission.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { isEventInside } from '../../../ui/focus/is-event-inside.ts';
import { PanelFooter } from '../../../ui/dialogs/panel.tsx';
import { examplePhoneNumber, formatPhoneNumber, normalizePhoneNumber } from '../../../format/phone-number.ts';
import { PhoneNumberField } from '../../../ui/fields/phone-number-field.tsx';
import { FilledGreeting } from '../../../ui/page/filled-greeting.tsx';
import { useNow } from '../../../ui/page/use-now.ts';
import { useCapabilities } from '../../connection/public.ts';
import { doNotCallEntryQuery } from '../../do-not-call/public.ts';
import { useSyncStatus } from '../../outbox/public.ts';
import { callFacetsQuery } from '../calls-query.ts';
import { AgentField } from './agent-field.tsx';
import { DuplicateCallDialog } from './duplicate-call-dialog.tsx';
import {
  addPlaceholderRows,
  applyMetadata,
  findDefaultAgent,
  findRowErrors,
  suggestMetadataNames,
  toMetadata,
  type CallDraft,
  type MetadataRow,
} from './call-draft.ts';
import { MetadataRows } from './metadata-rows.tsx';
import { selectAgent, updateDraft, usePlaceCallStore } from './place-call-store.ts';
import { RecentRecipients, type RecentRecipient } from './recent-recipients.tsx';
import { SimulationOptions } from './simulation-options.tsx';
import { usePlaceCall } from './use-place-call.ts';

/** The form of a new call: simulated, or in a linked workspace a real one. Ctrl+Enter or Cmd+Enter submits it from every field. */
export function PlaceCallForm({ agents }: { readonly agents: readonly AgentRecord[] }) {
  const draft = usePlaceCallStore((state) => state.draft);
  const facets = useQuery(callFacetsQuery);
  const recents = facets.data?.recent_recipients ?? [];
  const isRemote = useIsLinked();
  const hasAgentList = useCapabilities()?.agent_list ?? true;
  const disabledReason = useMissingPermission(isRemote ? appRoutes.placeRemoteCall : appRoutes.placeSimulatedCall);
  const form = useRef<HTMLFormElement>(null);
  const activeAgents = agents.filter(({ status }) => status === 'active');
  const agent = activeAgents.find(({ agent_id }) => agent_id === draft.agentId);
  const normalizedNumber = normalizePhoneNumber(draft.number);
  const listedEntry = useQuery(doNotCallEntryQuery(normalizedNumber)).data ?? null;
  const { role } = useSession();
  const [overrideReason, setOverrideReason] = useState('');
  const canOverride = listedEntry !== null && role === 'admin';
  const { submitState, placeCall, confirmDuplicate, resumeEditing } = usePlaceCall(draft, {
    placeholders: agent?.placeholders ?? [],
    overrideReason: canOverride ? overrideReason : null,
    isRemote,
  });
  const errors = submitState.state === 'editing' ? submitState.errors : {};

  // The agent is usually preselected, so the number comes first.
  useEffect(() => focusNumberField(form.current), []);
  const defaultAgent = facets.isPending || !hasAgentList ? undefined : findDefaultAgent(activeAgents, recents);
  useEffect(() => {
    if (defaultAgent && draft.agentId === null && draft.remoteAgentId === '') selectAgent(defaultAgent);
  }, [defaultAgent, draft.agentId, draft.remoteAgentId]);
  useEffect(() => {
    if (submitState.state === 'editing' && Object.keys(submitState.errors).length > 0)
      form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [submitState]);

  const change = (changes: Partial<CallDraft>) => {
    updateDraft(changes);
    resumeEditing();
  };
  const fillInRecent = ({ agent_id, recipient_number, metadata }: RecentRecipient) => {
    const recentAgent = activeAgents.find((candidate) => candidate.agent_id === agent_id) ?? agent;
    change({
      agentId: recentAgent?.agent_id ?? null,
      number: formatPhoneNumber(recipient_number),
      rows: applyMetadata(addPlaceholderRows([], recentAgent?.placeholders ?? []), metadata),
    });
  };
  return (
    // Ctrl+Enter and Cmd+Enter bubble up here from every field.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <form
      ref={form}
      noValidate
      data-kept
      aria-label="Place a call"
      className="flex min-h-0 flex-1 flex-col"
      onSubmit={(event) => {
        event.preventDefault();
        // Submit events of dialogs opened from this form bubble up as well.
        if (event.target === event.currentTarget && disabledReason === null) void placeCall();
      }}
      onKeyDown={(event) => {
        if (!isEventInside(event)) return;
        if (event.key !== 'Enter' || !(isMac ? event.metaKey : event.ctrlKey)) return;
        event.preventDefault();
        event.currentTarget.requestSubmit();
      }}
    >
      <div className="flex min-h-0 flex-1 flex-col gap-4 overflow-y-auto px-4 pt-2 pb-4">
        <AgentField
          draft={draft}
          activeAgents={activeAgents}
          hasList={hasAgentList}
          error={errors.agent}
          onSelect={(selected) => {
            selectAgent(selected);
            resumeEditing();
          }}
          onChange={change}
        />
        <div className="flex flex-col gap-1.5">
          <PhoneNumberField
            number={draft.number}
            error={errors.number}
            notice={listedEntry ? formatListedNotice(listedEntry) : undefined}
            onChange={(number) => {
              setOverrideReason('');
              change({ number });
            }}
          />
          {canOverride && (
            <Field
              label="Reason for calling anyway"
              hint="Without a reason, the call is refused. The reason is recorded in the activity."
              value={overrideReason}
              error={errors.overrideReason ?? null}
              maxLength={limits.doNotCallOverrideLength}
              autoComplete="off"
              onChange={(event) => {
                setOverrideReason(event.target.value);
                resumeEditing();
              }}
            />
          )}
          <RecentRecipients recipients={recents} agents={agents} onSelect={fillInRecent} />
          {!isRemote && facets.data && recents.length === 0 && draft.number === '' && (
            <Button
              variant="quiet"
              size="small"
              className="-ml-2 self-start"
              onClick={() => {
                change({ number: examplePhoneNumber });
                focusNumberField(form.current);
              }}
            >
              Use example number
            </Button>
          )}
        </div>
        <MetadataRows
          rows={draft.rows}
          placeholders={agent?.placeholders ?? []}
          suggestions={suggestMetadataNames(agents, draft.rows)}
          errors={{ ...findRowErrors(draft.rows), ...errors.rows }}
          onChange={(rows) => change({ rows })}
        />
        {agent && !isRemote && <GreetingPreview agent={agent} rows={draft.rows} />}
        {!isRemote && <SimulationOptions draft={draft} error={errors.recipient} onChange={change} />}
      </div>
      <PanelFooter>
        {isRemote && <RealCallNotice />}
        {errors.form && (
          <p role="alert" className="w-full text-bad">
            {errors.form}
          </p>
        )}
        <Button
          type="submit"
          variant="primary"
          size="large"
          icon={<PhoneOutgoing aria-hidden size={15} />}
          disabledReason={disabledReason}
          shortcut={formatShortcut('mod+enter', isMac)}
          aria-busy={submitState.state === 'sending'}
          className="w-full"
        >
          {submitState.state === 'sending'
            ? 'Placing…'
            : isRemote
              ? 'Place call'
              : draft.recipient === 'practice'
                ? 'Start practice call'
                : 'Start simulated call'}
        </Button>
      </PanelFooter>
      {submitState.state === 'confirming' && (
        <DuplicateCallDialog
          number={normalizedNumber}
          agent={agent}
          previousCall={recents.find(
            (call) => call.agent_id === draft.agentId && call.recipient_number === normalizedNumber,
          )}
          onConfirm={confirmDuplicate}
          onClose={resumeEditing}
        />
      )}
    </form>
  );
}

function formatListedNotice({ added_at, reason }: DoNotCallEntry): string {
  const why = reason === '' ? '' : `: ${reason}`;
  return `On the do-not-call list since ${formatDay(added_at)}${why}`;
}

function focusNumberField(form: HTMLFormElement | null): void {
  form?.querySelector<HTMLElement>('input[type="tel"]')?.focus();
}

type GreetingPreviewProps = { readonly agent: AgentRecord; readonly rows: readonly MetadataRow[] };

/** The greeting as the agent will speak it, with the metadata values highlighted. */
function GreetingPreview({ agent, rows }: GreetingPreviewProps) {
  const metadata = useMemo(() => toMetadata(rows), [rows]);
  return (
    <section aria-label="Greeting" className="flex flex-col gap-1">
      <h3 className="font-medium!">Greeting</h3>
      <FilledGreeting greeting={agent.greeting} metadata={metadata} />
    </section>
  );
}

const unreachedStates: readonly SyncState[] = ['offline', 'paused', 'wrong_organization'];

/** Warns that a person will be called, or shows until when the call waits if the remote cannot be reached. */
function RealCallNotice() {
  const status = useSyncStatus();
  const nowMs = useNow();
  const isReached = status === undefined || !unreachedStates.includes(status.state);
  const waitsUntil = formatClockTime(new Date(nowMs + limits.callWaitMs).toISOString());
  return (
    <p role="note" className="rounded-control bg-warn-soft px-3 py-2">
      {isReached ? (
        <>
          <strong className="font-medium">A real call will be placed.</strong> The remote calls this number as soon as
          you place the call.
        </>
      ) : (
        <>
          <strong className="font-medium">The remote can’t be reached.</strong> The call waits until {waitsUntil}. If
          the remote can be reached by then, a real call is placed. After that, you are asked first.
        </>
      )}
    </p>
  );
}
