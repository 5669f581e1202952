import { useQuery } from '@tanstack/react-query';
import { PhoneOutgoing } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { AgentRecord } from '../../../shared/agents.ts';
import { appRoutes } from '../../../shared/contract.ts';
import { isMac } from '../../bridge.ts';
import { formatShortcut } from '../../commands/shortcut.ts';
import { usePermission } from '../../session/use-permission.ts';
import { Button } from '../../ui/button.tsx';
import { isInside } from '../../ui/is-inside.ts';
import { Select } from '../../ui/select.tsx';
import { facetsQuery } from '../calls-cache.ts';
import { cleanNumber, exampleNumber, formatNumber } from '../phone-number.ts';
import { AgainConfirm } from './again-confirm.tsx';
import { fillRows, findRowFaults, offerNames, suggestNames, type Draft } from './draft.ts';
import { findLikelyAgent } from './find-likely-agent.ts';
import { GreetingPreview } from './greeting-preview.tsx';
import { MetadataRows } from './metadata-rows.tsx';
import { NumberField } from './number-field.tsx';
import { changeDraft, chooseAgent, usePlaceStore } from './place-store.ts';
import { Recents, type Recent } from './recents.tsx';
import { RehearsalChoices } from './rehearsal-choices.tsx';
import { usePlaceCall } from './use-place-call.ts';

/** Agent, number, metadata, and what the agent will say first. Sent by Ctrl or Cmd with Enter from anywhere in it. */
export function PlaceForm({ agents }: { readonly agents: readonly AgentRecord[] }) {
  const draft = usePlaceStore((state) => state.draft);
  const facets = useQuery(facetsQuery);
  const recents = facets.data?.recents ?? [];
  const unavailable = usePermission(appRoutes.placeRehearsal);
  const form = useRef<HTMLFormElement>(null);
  const active = agents.filter(({ status }) => status === 'active');
  const agent = active.find(({ agent_id }) => agent_id === draft.agentId);
  const { placing, place, placeAgain, resume } = usePlaceCall(draft, agent?.placeholders ?? []);
  const faults = placing.state === 'filling' ? placing.faults : {};

  // The agent is chosen already, most often: who opens the panel types the number first.
  useEffect(() => focusNumber(form.current), []);
  const likely = facets.isPending ? undefined : findLikelyAgent(active, recents);
  useEffect(() => {
    if (likely && draft.agentId === null) chooseAgent(likely);
  }, [likely, draft.agentId]);
  useEffect(() => {
    if (placing.state === 'filling' && Object.keys(placing.faults).length > 0)
      form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [placing]);

  const change = (part: Partial<Draft>) => {
    changeDraft(part);
    resume();
  };
  const fillIn = ({ agent_id, recipient_number, metadata }: Recent) => {
    const caller = active.find((one) => one.agent_id === agent_id) ?? agent;
    change({
      agentId: caller?.agent_id ?? null,
      number: formatNumber(recipient_number),
      rows: fillRows(offerNames([], caller?.placeholders ?? []), metadata),
    });
  };
  const number = cleanNumber(draft.number);
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
        if (event.target === event.currentTarget && unavailable === null) void place();
      }}
      onKeyDown={(event) => {
        if (!isInside(event)) return;
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
            if (chosen) chooseAgent(chosen);
            resume();
          }}
        />
        <div className="flex flex-col gap-1.5">
          <NumberField number={draft.number} fault={faults.number} onChange={(typed) => change({ number: typed })} />
          <Recents recents={recents} agents={agents} onChoose={fillIn} />
          {facets.data && recents.length === 0 && draft.number === '' && (
            <Button
              look="quiet"
              size="small"
              className="-ml-2 self-start"
              onClick={() => {
                change({ number: exampleNumber });
                focusNumber(form.current);
              }}
            >
              Use an example number
            </Button>
          )}
        </div>
        <MetadataRows
          rows={draft.rows}
          placeholders={agent?.placeholders ?? []}
          suggestions={suggestNames(agents, draft.rows)}
          faults={{ ...findRowFaults(draft.rows), ...faults.rows }}
          onChange={(rows) => change({ rows })}
        />
        {agent && <GreetingPreview agent={agent} rows={draft.rows} />}
        <RehearsalChoices draft={draft} fault={faults.recipient} onChange={change} />
      </div>
      <footer className="flex flex-col gap-2 border-t border-line px-4 py-3">
        {faults.form && (
          <p role="alert" className="text-bad">
            {faults.form}
          </p>
        )}
        <Button
          type="submit"
          look="primary"
          size="large"
          icon={<PhoneOutgoing aria-hidden size={15} />}
          unavailable={unavailable}
          keys={formatShortcut('mod+enter', isMac)}
          aria-busy={placing.state === 'sending'}
        >
          {placing.state === 'sending'
            ? 'Placing…'
            : draft.recipient === 'typed'
              ? 'Begin the rehearsal'
              : 'Rehearse the call'}
        </Button>
      </footer>
      {placing.state === 'asking' && (
        <AgainConfirm
          number={number}
          agent={agent}
          before={recents.find((one) => one.agent_id === draft.agentId && one.recipient_number === number)}
          onConfirm={placeAgain}
          onClose={resume}
        />
      )}
    </form>
  );
}

function focusNumber(form: HTMLFormElement | null): void {
  form?.querySelector<HTMLElement>('input[type="tel"]')?.focus();
}
