import { useState } from 'react';
import { v1Routes } from '../../../shared/contract/contract.ts';
import { dispositions } from '../../../shared/calls/dispositions.ts';
import { limits } from '../../../shared/contract/limits.ts';
import type { Criterion, CriterionRule, CriterionRuleType, NewCriterion } from '../../../shared/calls/scorecards.ts';
import { ruleTypeLabels, refetchCriteria } from '../calls/public.ts';
import { formatError } from '../../format/format-error.ts';
import { createIdempotencyKeyStore } from '../../data/idempotency-key-store.ts';
import { v1 } from '../../data/service-clients.ts';
import { CheckboxField } from '../../ui/fields/checkbox-field.tsx';
import { ChipsField } from '../../ui/fields/chips-field.tsx';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { DialogForm } from '../../ui/dialogs/dialog-form.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { useBusy } from '../../ui/feedback/use-busy.ts';
import { findRuleError, toRule, toRuleFields, type RuleFields } from './rule-fields.ts';

/** Outlives the dialog, so that a criterion whose response was lost is not added twice. */
const idempotencyKeys = createIdempotencyKeyStore();

const typeOptions: readonly { readonly value: CriterionRuleType | 'reviewer'; readonly label: string }[] = [
  { value: 'reviewer', label: 'A reviewer' },
  ...(Object.entries(ruleTypeLabels) as [CriterionRuleType, string][]).map(([value, label]) => ({ value, label })),
];

const weightOptions = Array.from({ length: limits.criterionWeight }, (_, index) => {
  const label = String(index + 1);
  return { value: label, label };
});

type CriterionDialogProps = {
  /** Null for a new one. */
  readonly criterion: Criterion | null;
  readonly onClose: () => void;
};

/** Asks for the name, the weight and the rule of a criterion. */
export function CriterionDialog({ criterion, onClose }: CriterionDialogProps) {
  const [name, setName] = useState(criterion?.name ?? '');
  const [description, setDescription] = useState(criterion?.description ?? '');
  const [weight, setWeight] = useState(String(criterion?.weight ?? 1));
  const [fields, setFields] = useState(() => toRuleFields(criterion?.rule ?? null));
  const [isSubmitted, setSubmitted] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, run] = useBusy();
  const nameError = name.trim() === '' ? 'Enter a name.' : null;
  const ruleError = findRuleError(fields);
  const save = async () => {
    setSubmitted(true);
    if (nameError ?? ruleError) return;
    setFailure(null);
    try {
      const json = { name, description, weight: Number(weight), rule: toRule(fields) };
      await (criterion ? updateCriterion(criterion, json) : createCriterion(json));
      await refetchCriteria();
      onClose();
    } catch (error) {
      setFailure(formatError(error));
    }
  };
  return (
    <Dialog title={criterion ? 'Edit criterion' : 'Add criterion'} onClose={onClose}>
      <DialogForm
        submitLabel={criterion ? 'Save' : 'Add criterion'}
        failure={failure}
        isBusy={isBusy}
        onSubmit={() => void run(save)}
        onClose={onClose}
      >
        <Field
          label="Name"
          hint="For example “Greets politely”."
          value={name}
          error={isSubmitted ? nameError : null}
          maxLength={limits.criterionNameLength}
          autoComplete="off"
          onChange={(event) => setName(event.target.value)}
        />
        <Field
          label="Description"
          hint="What a reviewer should look for."
          optional
          value={description}
          maxLength={limits.criterionDescriptionLength}
          autoComplete="off"
          onChange={(event) => setDescription(event.target.value)}
        />
        <Select
          label="Weight"
          value={weight}
          options={weightOptions}
          hint="How much it counts in the total."
          onChange={setWeight}
        />
        <Select
          label="Decided by"
          value={fields.type}
          options={typeOptions}
          hint={fields.type === 'reviewer' ? null : 'A reviewer can change the answer in each call.'}
          onChange={(type) => setFields({ ...fields, type })}
        />
        <RuleFieldset fields={fields} error={isSubmitted ? ruleError : null} onChange={setFields} />
      </DialogForm>
    </Dialog>
  );
}

type RuleFieldsetProps = {
  readonly fields: RuleFields;
  readonly error: string | null;
  readonly onChange: (fields: RuleFields) => void;
};

/** The fields of the chosen kind of rule. */
function RuleFieldset({ fields, error, onChange }: RuleFieldsetProps) {
  const { type, text, isFirstTurnOnly, outcomes, maxPercent, maxSeconds } = fields;
  switch (type) {
    case 'agent_says':
    case 'agent_never_says':
      return (
        <>
          <Field
            label="Words"
            hint="Not case-sensitive. Matches whole words."
            value={text}
            error={error}
            maxLength={limits.criterionRuleLength}
            autoComplete="off"
            onChange={(event) => onChange({ ...fields, text: event.target.value })}
          />
          {type === 'agent_says' && (
            <CheckboxField
              label="Only in the agent’s first turn"
              checked={isFirstTurnOnly}
              onChange={(checked) => onChange({ ...fields, isFirstTurnOnly: checked })}
            />
          )}
        </>
      );
    case 'outcome':
      return (
        <ChipsField
          label="Outcomes"
          hint="Press Enter to add an outcome. One of them is enough."
          placeholder="Add an outcome"
          maxChips={limits.criterionOutcomes}
          maxLength={limits.criterionRuleLength}
          chips={outcomes.map((outcome) => ({ id: outcome, label: outcome }))}
          suggestions={Object.values(dispositions).filter((outcome) => !outcomes.includes(outcome))}
          describeOther={(other) => `Add “${other}”`}
          error={error}
          errorAction={{ label: 'Remove', run: (id) => onChange(removeOutcome(fields, id)) }}
          onAdd={(added) => onChange(addOutcomes(fields, added))}
          onRemove={(id) => onChange(removeOutcome(fields, id))}
        />
      );
    case 'talk_ratio':
      return (
        <Field
          label="Maximum share of the talk time, in percent"
          value={maxPercent}
          error={error}
          inputMode="numeric"
          autoComplete="off"
          onChange={(event) => onChange({ ...fields, maxPercent: event.target.value })}
        />
      );
    case 'monologue':
      return (
        <Field
          label="Maximum length, in seconds"
          value={maxSeconds}
          error={error}
          inputMode="numeric"
          autoComplete="off"
          onChange={(event) => onChange({ ...fields, maxSeconds: event.target.value })}
        />
      );
    case 'questions_answered':
    case 'statements_supported':
    case 'reviewer':
      return null;
  }
}

function addOutcomes(fields: RuleFields, added: readonly string[]): RuleFields {
  return { ...fields, outcomes: [...new Set([...fields.outcomes, ...added])] };
}

function removeOutcome(fields: RuleFields, removed: string): RuleFields {
  return { ...fields, outcomes: fields.outcomes.filter((outcome) => outcome !== removed) };
}

async function createCriterion(json: NewCriterion & { readonly rule: CriterionRule | null }): Promise<void> {
  try {
    const headers = { 'Idempotency-Key': idempotencyKeys.getKey(json) };
    await v1(v1Routes.createCriterion, { json, headers });
    idempotencyKeys.reset();
  } catch (error) {
    idempotencyKeys.handleFailure(error);
    throw error;
  }
}

async function updateCriterion({ criterion_id }: Criterion, json: NewCriterion): Promise<void> {
  await v1(v1Routes.updateCriterion, { params: { criterion_id }, json });
}
