import { Radio } from '@base-ui/react/radio';
import { RadioGroup } from '@base-ui/react/radio-group';
import { useQuery } from '@tanstack/react-query';
import { RotateCcw } from 'lucide-react';
import type { TimedTurn } from '../../../../../shared/calls/calls.ts';
import { v1Routes } from '../../../../../shared/contract/contract.ts';
import { scoreAnswers, type ScoreAnswer } from '../../../../../shared/calls/score-answers.ts';
import type { CriterionScore, Scorecard } from '../../../../../shared/calls/scorecards.ts';
import { formatScoreSubject } from '../../../../../shared/workspaces/sync.ts';
import { formatAuthor } from '../../../../format/format-author.ts';
import { formatClock } from '../../../../format/format-clock.ts';
import { useMissingPermission } from '../../../../data/session/missing-permission.ts';
import { Button } from '../../../../ui/buttons/button.tsx';
import { classNames } from '../../../../ui/page/class-names.ts';
import { RelativeTime } from '../../../../ui/page/relative-time.tsx';
import { showRequestError } from '../../../../data/show-request-error.ts';
import { queryClient } from '../../../../data/query-client.ts';
import { v1 } from '../../../../data/service-clients.ts';
import { WaitingLabel } from '../../../outbox/public.ts';
import { answerLabels, formatRule } from '../../scorecard/scorecard-labels.ts';
import { refreshScorecards, scorecardQuery } from '../../scorecard/scorecard-query.ts';

type ScorecardSectionProps = {
  readonly callId: string;
  readonly turns: readonly TimedTurn[];
  readonly hasTimes: boolean;
  /** Goes to a turn in the recording and in the transcript. */
  readonly onGoToTurn: (index: number) => void;
};

/** The total of a call, and each criterion with its answer and its source. Nothing without criteria. */
export function ScorecardSection({ callId, turns, hasTimes, onGoToTurn }: ScorecardSectionProps) {
  const { data } = useQuery(scorecardQuery(callId));
  const disabledReason = useMissingPermission(v1Routes.scoreCriterion, v1Routes.listAssignees);
  if (!data || (data.criteria.length === 0 && data.deleted_criteria.length === 0)) return null;
  return (
    <section aria-label="Scorecard">
      <div className="flex items-baseline justify-between gap-3">
        <h3 className="font-medium">Scorecard</h3>
        <Total scorecard={data} />
      </div>
      {data.criteria.length > 0 && (
        <ul className="mt-1">
          {data.criteria.map((score) => (
            <li key={score.criterion_id} className="border-b border-line/60 py-2">
              <p className="flex justify-between gap-3">
                <bdi className="min-w-0 break-words">{score.name}</bdi>
                <span className="shrink-0 text-small leading-5 text-muted">Weight {score.weight}</span>
              </p>
              {score.description !== '' && (
                <p className="text-small break-words text-muted">
                  <bdi>{score.description}</bdi>
                </p>
              )}
              {disabledReason === null ? (
                <AnswerControl
                  score={score}
                  onChange={(answer) => void scoreCriterion({ callId, criterionId: score.criterion_id, answer })}
                />
              ) : (
                <p>{score.answer === null ? 'Not decided' : answerLabels[score.answer]}</p>
              )}
              <Source callId={callId} score={score} turns={turns} hasTimes={hasTimes} onGoToTurn={onGoToTurn} />
            </li>
          ))}
        </ul>
      )}
      <DeletedCriteria scorecard={data} />
    </section>
  );
}

function Total({ scorecard: { total_percent, criteria } }: { readonly scorecard: Scorecard }) {
  const decided = criteria.filter(({ answer }) => answer !== null).length;
  return (
    <p className="text-small text-muted">
      {total_percent !== null && <span className="text-section text-ink">{total_percent}% </span>}
      {decided} of {criteria.length} decided
    </p>
  );
}

type AnswerControlProps = {
  readonly score: CriterionScore;
  /** Null removes the decision of a reviewer. */
  readonly onChange: (answer: ScoreAnswer | null) => void;
};

function AnswerControl({ score: { name, answer, decision, rule }, onChange }: AnswerControlProps) {
  return (
    <div className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1">
      <RadioGroup
        aria-label={name}
        value={answer}
        onValueChange={(next: ScoreAnswer | null) => next && onChange(next)}
        className="inline-flex rounded-control bg-well p-0.5"
      >
        {scoreAnswers.map((option) => (
          <Radio.Root
            key={option}
            value={option}
            aria-label={answerLabels[option]}
            className={classNames(
              'flex h-6 items-center rounded-[5px] px-2.5 text-small text-muted hover:text-ink data-checked:bg-raised',
              'data-checked:font-medium data-checked:text-ink data-checked:shadow-[0_0_0_1px_var(--line)]',
            )}
          >
            {answerLabels[option]}
          </Radio.Root>
        ))}
      </RadioGroup>
      {decision && (
        <Button
          size="small"
          variant="quiet"
          icon={<RotateCcw aria-hidden size={13} />}
          aria-label={rule ? `Use the rule for ${name}` : `Clear the answer for ${name}`}
          onClick={() => onChange(null)}
        >
          {rule ? 'Use the rule' : 'Clear'}
        </Button>
      )}
    </div>
  );
}

type SourceProps = Pick<ScorecardSectionProps, 'callId' | 'turns' | 'hasTimes' | 'onGoToTurn'> & {
  readonly score: CriterionScore;
};

/** The reviewer or the rule that decided a criterion. */
function Source({ callId, score, turns, hasTimes, onGoToTurn }: SourceProps) {
  const { decision, rule, rule_answer, rule_turn } = score;
  if (!decision && !rule) return null;
  const turn = rule_turn === null ? undefined : turns[rule_turn];
  return (
    <p className="mt-1 text-small break-words text-muted">
      {decision ? (
        <>
          Decided by {formatAuthor(decision.by)} <RelativeTime at={decision.at} />{' '}
          <WaitingLabel subjectId={formatScoreSubject(callId, score.criterion_id)} />
          {rule && rule_answer !== null && ` · Rule: ${answerLabels[rule_answer].toLowerCase()}`}
        </>
      ) : (
        <>
          Rule: {rule && formatRule(rule)}
          {rule_answer === null && ' · Not enough data in this call'}
        </>
      )}
      {turn && rule_turn !== null && (
        <>
          {' · '}
          <button
            type="button"
            onClick={() => onGoToTurn(rule_turn)}
            className="rounded-[4px] text-accent hover:underline"
          >
            {hasTimes ? `Go to ${formatClock(turn.start_seconds)}` : 'Go to the turn'}
          </button>
        </>
      )}
    </p>
  );
}

function DeletedCriteria({ scorecard: { deleted_criteria } }: { readonly scorecard: Scorecard }) {
  if (deleted_criteria.length === 0) return null;
  const answers = deleted_criteria.map(({ name, answer }) => `${name}: ${answerLabels[answer].toLowerCase()}`);
  return (
    <p className="mt-2 text-small break-words text-muted">
      Deleted criteria, not part of the total: <bdi>{answers.join(', ')}</bdi>
    </p>
  );
}

type Decision = {
  readonly callId: string;
  readonly criterionId: string;
  /** Null removes the decision. */
  readonly answer: ScoreAnswer | null;
};

/** Saves a decision about one criterion of a call. Shows the error if that fails. */
async function scoreCriterion({ callId, criterionId, answer }: Decision): Promise<void> {
  try {
    const scorecard = await v1(v1Routes.scoreCriterion, {
      params: { call_id: callId, criterion_id: criterionId },
      json: { answer },
    });
    queryClient.setQueryData(scorecardQuery(callId).queryKey, scorecard);
  } catch (error) {
    showRequestError('The score was not saved', error);
  }
  // Another window can have scored the criterion before this response arrived.
  refreshScorecards(callId);
}
