import { Tabs } from '@base-ui/react/tabs';
import { useMemo, type RefObject } from 'react';
import { isCallEnded } from '../../../../../shared/calls/call-status.ts';
import type { CallDetails, CallTimeline } from '../../../../../shared/calls/calls.ts';
import { summarizeLatency } from '../../../../../shared/calls/turn-latency.ts';
import type { Note } from '../../../../../shared/calls/notes.ts';
import type { Topic } from '../../../../../shared/calls/find-topics.ts';
import type { CallMetadata, MetadataValue } from '../../../../../shared/calls/call-metadata.ts';
import { formatCount } from '../../../../format/format-number.ts';
import { DefinitionDetails } from '../../../agents/public.ts';
import { CopyButton } from '../../../../ui/buttons/copy-button.tsx';
import type { CallSidebarTab } from '../../calls-store.ts';
import { CallSummarySection } from './call-summary-section.tsx';
import { LatencyTable } from '../../latency-table.tsx';
import { KeyMomentsList } from './key-moments-list.tsx';
import { ModelSection } from './model-section.tsx';
import { NotesTab } from './notes-tab.tsx';
import { OutcomeSection } from './outcome-section.tsx';
import { ReviewTab } from './review-tab.tsx';
import { ScorecardSection } from './scorecard-section.tsx';
import { SourcesTab } from './sources-tab.tsx';
import { TopicsList } from './topics-list.tsx';

type CallSidebarProps = {
  readonly details: CallDetails;
  readonly timeline: CallTimeline;
  readonly notes: readonly Note[];
  readonly topics: readonly Topic[];
  readonly turnIndex: number;
  /** Where a new note is made if the call is not loaded in the player. */
  readonly unplayedSeconds: number;
  readonly tab: CallSidebarTab;
  readonly noteField: RefObject<HTMLTextAreaElement | null>;
  readonly onTabChange: (tab: CallSidebarTab) => void;
  readonly onPlayTurn: (index: number) => void;
  readonly onSeek: (seconds: number) => void;
  /** Goes to a turn in the recording and in the transcript. */
  readonly onGoToTurn: (index: number) => void;
};

/** Scrolls what receives the focus below the part that stays in sight. */
const panelClassName = 'min-h-0 flex-1 overflow-y-auto scroll-pt-32 -outline-offset-2!';

/** The sources that the agent cited, the metadata of the call, and the notes and the review of the team. */
export function CallSidebar(props: CallSidebarProps) {
  const { details, timeline, notes, topics, turnIndex, tab, noteField, onTabChange, onPlayTurn, onSeek, onGoToTurn } =
    props;
  const { turns } = timeline;
  const labels = {
    sources: 'Sources',
    metadata: details.tried ? 'Draft' : 'Metadata',
    notes: notes.length > 0 ? `Notes ${notes.length}` : 'Notes',
    review: 'Review',
  };
  return (
    <Tabs.Root
      value={tab}
      onValueChange={(value: CallSidebarTab) => onTabChange(value)}
      render={<aside aria-label="Call details" />}
      className="flex w-90 shrink-0 flex-col border-l border-line max-[1100px]:w-66 @max-2xl:min-h-28 @max-2xl:w-full @max-2xl:border-t @max-2xl:border-l-0"
    >
      <Tabs.List
        aria-label="Call details"
        className="flex h-10 shrink-0 gap-4 border-b border-line/60 px-4 whitespace-nowrap max-[1100px]:gap-2 max-[1100px]:px-3 @max-2xl:gap-4 @max-2xl:px-4"
      >
        {Object.entries(labels).map(([value, label]) => (
          <Tabs.Tab
            key={value}
            value={value}
            className="-mb-px flex items-center border-b-2 border-transparent text-muted hover:text-ink aria-selected:border-accent aria-selected:font-medium aria-selected:text-ink"
          >
            {label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value="sources" className={panelClassName}>
        <SourcesTab turns={turns} turnIndex={turnIndex} isLive={!isCallEnded(details.status)} onPlayTurn={onPlayTurn} />
      </Tabs.Panel>
      <Tabs.Panel value="metadata" className={panelClassName}>
        {details.tried && (
          <section aria-label="Draft that was tried" className="border-b border-line/60 px-4 py-3">
            <DefinitionDetails definition={details.tried.definition} />
          </section>
        )}
        <MetadataTab metadata={details.metadata} />
      </Tabs.Panel>
      <Tabs.Panel value="notes" className={panelClassName}>
        <NotesTab
          callId={details.call_id}
          notes={notes}
          unplayedSeconds={props.unplayedSeconds}
          field={noteField}
          onSeek={onSeek}
        />
      </Tabs.Panel>
      <Tabs.Panel value="review" className={panelClassName}>
        <ReviewTab
          details={details}
          summary={
            isCallEnded(details.status) && (
              <>
                {details.status === 'completed' && <OutcomeSection call={details} onGoToTurn={onGoToTurn} />}
                <CallSummarySection timeline={timeline} onGoToTurn={onGoToTurn} />
              </>
            )
          }
        >
          {isCallEnded(details.status) && (
            <ScorecardSection
              callId={details.call_id}
              turns={turns}
              hasTimes={timeline.times !== 'unknown'}
              onGoToTurn={onGoToTurn}
            />
          )}
          <TopicsList topics={topics} timeline={timeline} turnIndex={turnIndex} onGoToTurn={onGoToTurn} />
          <KeyMomentsList timeline={timeline} onSeek={onSeek} />
          <ModelSection turns={turns} />
          <ResponseTimes turns={turns} />
        </ReviewTab>
      </Tabs.Panel>
    </Tabs.Root>
  );
}

function ResponseTimes({ turns }: Pick<CallTimeline, 'turns'>) {
  const latency = useMemo(() => summarizeLatency(turns), [turns]);
  if (turns.length === 0) return null;
  return (
    <section aria-label="Response times">
      <h3 className="font-medium">Response times</h3>
      <LatencyTable summaries={[{ name: 'This call', latency }]} emptyText="Not measured in this call" />
    </section>
  );
}

function MetadataTab({ metadata }: { readonly metadata: CallMetadata }) {
  const entries = Object.entries(metadata);
  if (entries.length === 0) return <p className="p-4 text-muted">No metadata was sent to the agent.</p>;
  return (
    <div className="px-4 py-3">
      <div className="flex items-center justify-between text-small text-muted">
        {formatCount(entries.length, 'entry', 'entries')} sent to the agent
        <CopyButton text={JSON.stringify(metadata, null, 2)} label="Copy as JSON" />
      </div>
      <dl className="mt-1">
        {entries.map(([name, value]) => (
          <div key={name} className="grid grid-cols-[minmax(0,2fr)_minmax(0,3fr)] gap-3 border-b border-line/60 py-1.5">
            <dt className="break-words text-muted">{name}</dt>
            <dd className="break-words whitespace-pre-wrap select-text">{formatDisplayValue(value)}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

function formatDisplayValue(value: MetadataValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2);
}
