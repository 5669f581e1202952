import { useQuery } from '@tanstack/react-query';
import { PhoneOutgoing } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { AgentRecord } from '../../../shared/agents.ts';
import { appRoutes } from '../../../shared/contract.ts';
import { isMac } from '../../bridge.ts';
import { formatShortcut } from '../../commands/shortcut.ts';
import { useMissingPermission } from '../../session/use-missing-permission.ts';
import { Button } from '../../ui/button.tsx';
import { isEventInside } from '../../ui/is-event-inside.ts';
import { Select } from '../../ui/select.tsx';
import { callFacetsQuery } from '../calls-query.ts';
import { normalizePhoneNumber, examplePhoneNumber, formatPhoneNumber } from '../phone-number.ts';
import { DuplicateCallDialog } from './duplicate-call-dialog.tsx';
import {
  applyMetadata,
  findRowErrors,
  addPlaceholderRows,
  suggestMetadataNames,
  type CallDraft,
} from './call-draft.ts';
import { findDefaultAgent } from './find-default-agent.ts';
import { GreetingPreview } from './greeting-preview.tsx';
import { MetadataRows } from './metadata-rows.tsx';
import { PhoneNumberField } from './phone-number-field.tsx';
import { updateDraft, selectAgent, usePlaceCallStore } from './place-call-store.ts';
import { RecentRecipients, type RecentRecipient } from './recent-recipients.tsx';
import { SimulationOptions } from './simulation-options.tsx';
import { usePlaceCall } from './use-place-call.ts';

/** Agent, number, metadata, and what the agent will say first. Sent by Ctrl or Cmd with Enter from anywhere in it. */
export function PlaceCallForm({ agents }: { readonly agents: readonly AgentRecord[] }) {
  const draft = usePlaceCallStore((state) => state.draft);
  const facets = useQuery(callFacetsQuery);
  const recents = facets.data?.recent_recipients ?? [];
  const disabledReason = useMissingPermission(appRoutes.placeSimulatedCall);
  const form = useRef<HTMLFormElement>(null);
  const active = agents.filter(({ status }) => status === 'active');
  const agent = active.find(({ agent_id }) => agent_id === draft.agentId);
  const { placing, place, confirmDuplicate, resumeEditing } = usePlaceCall(draft, agent?.placeholders ?? []);
  const faults = placing.state === 'filling' ? placing.errors : {};

  // The agent is chosen already, most often: who opens the panel types the number first.
  useEffect(() => focusNumberField(form.current), []);
  const likely = facets.isPending ? undefined : findDefaultAgent(active, recents);
  useEffect(() => {
    if (likely && draft.agentId === null) selectAgent(likely);
  }, [likely, draft.agentId]);
  useEffect(() => {
    if (placing.state === 'filling' && Object.keys(placing.errors).length > 0)
      form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [placing]);

  const change = (part: Partial<CallDraft>) => {
    updateDraft(part);
    resumeEditing();
  };
  const fillIn = ({ agent_id, recipient_number, metadata }: RecentRecipient) => {
    const caller = active.find((one) => one.agent_id === agent_id) ?? agent;
    change({
      agentId: caller?.agent_id ?? null,
      number: formatPhoneNumber(recipient_number),
      rows: applyMetadata(addPlaceholderRows([], caller?.placeholders ?? []), metadata),
    });
  };
  const number = normalizePhoneNumber(draft.number);
  return (
    // Ctrl or Cmd with Enter bubbles up here from every field.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <form
      ref={form}
      noValidate
      aria-label="Place a call"
      className="flex min-h-0 flex-1 flex-col"
      onSubmit={(event) => {
        event.preventDefault();
        // The forms of dialogs that were opened from here bubble up as well.
        if (event.target === event.currentTarget && disabledReason === null) void place();
      }}
      onKeyDown={(event) => {
        if (!isEventInside(event)) return;
        if (event.key !== 'Enter' || !(isMac ? event.metaKey : event.ctrlKey)) return;
        event.preventDefault();
        event.currentTarget.requestSubmit();
      }}
    >
      <div className="flex min-h-0 flex-1 flex-col gap-4 overflow-y-auto px-4 pt-2 pb-4">
        <Select
          label="Agent"
          value={agent?.agent_id ?? null}
          options={active.map(({ agent_id, name, objective }) => ({ value: agent_id, label: name, hint: objective }))}
          placeholder={active.length === 0 ? 'There is no agent that can call' : 'Choose who calls'}
          hint={agent?.objective}
          error={faults.agent}
          onChange={(id) => {
            const chosen = active.find(({ agent_id }) => agent_id === id);
            if (chosen) selectAgent(chosen);
            resumeEditing();
          }}
        />
        <div className="flex flex-col gap-1.5">
          <PhoneNumberField
            number={draft.number}
            error={faults.number}
            onChange={(typed) => change({ number: typed })}
          />
          <RecentRecipients recipients={recents} agents={agents} onSelect={fillIn} />
          {facets.data && recents.length === 0 && draft.number === '' && (
            <Button
              variant="quiet"
              size="small"
              className="-ml-2 self-start"
              onClick={() => {
                change({ number: examplePhoneNumber });
                focusNumberField(form.current);
              }}
            >
              Use an example number
            </Button>
          )}
        </div>
        <MetadataRows
          rows={draft.rows}
          placeholders={agent?.placeholders ?? []}
          suggestions={suggestMetadataNames(agents, draft.rows)}
          errors={{ ...findRowErrors(draft.rows), ...faults.rows }}
          onChange={(rows) => change({ rows })}
        />
        {agent && <GreetingPreview agent={agent} rows={draft.rows} />}
        <SimulationOptions draft={draft} error={faults.recipient} onChange={change} />
      </div>
      <footer className="flex flex-col gap-2 border-t border-line px-4 py-3">
        {faults.form && (
          <p role="alert" className="text-bad">
            {faults.form}
          </p>
        )}
        <Button
          type="submit"
          variant="primary"
          size="large"
          icon={<PhoneOutgoing aria-hidden size={15} />}
          disabledReason={disabledReason}
          shortcut={formatShortcut('mod+enter', isMac)}
          aria-busy={placing.state === 'sending'}
        >
          {placing.state === 'sending'
            ? 'Placing…'
            : draft.recipient === 'practice'
              ? 'Begin the rehearsal'
              : 'Rehearse the call'}
        </Button>
      </footer>
      {placing.state === 'asking' && (
        <DuplicateCallDialog
          number={number}
          agent={agent}
          previousCall={recents.find((one) => one.agent_id === draft.agentId && one.recipient_number === number)}
          onConfirm={confirmDuplicate}
          onClose={resumeEditing}
        />
      )}
    </form>
  );
}

function focusNumberField(form: HTMLFormElement | null): void {
  form?.querySelector<HTMLElement>('input[type="tel"]')?.focus();
}
