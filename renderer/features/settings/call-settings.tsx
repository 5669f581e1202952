import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { appRoutes } from '../../../shared/contract/contract.ts';
import { recipientNameRuleQuery, findNameRuleError, formatNameRule, parseNameRule } from '../calls/public.ts';
import { showRequestError } from '../../data/show-request-error.ts';
import { queryClient } from '../../data/query-client.ts';
import { app } from '../../data/service-clients.ts';
import { useMissingPermission } from '../../data/session/missing-permission.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { useBusy } from '../../ui/feedback/use-busy.ts';

/** Chooses the metadata fields that contain the name of a call's recipient. */
export function CallSettings() {
  const { data } = useQuery(recipientNameRuleQuery);
  if (!data) return null;
  return <RecipientNameForm savedText={formatNameRule(data.rule)} />;
}

const hint =
  'Metadata fields, separated by commas: the first one that a call has is shown. Join fields with +. Leave empty to show only numbers.';

function RecipientNameForm({ savedText }: { readonly savedText: string }) {
  /** The text that the user has typed. It stays if another window changes the rule. */
  const [draft, setDraft] = useState<string | null>(null);
  const text = draft ?? savedText;
  const [isBusy, runOnce] = useBusy();
  const permission = useMissingPermission(appRoutes.updateRecipientNameRule);
  const rule = parseNameRule(text);
  const error = findNameRuleError(rule);
  const isUnchanged = formatNameRule(rule) === savedText;
  const save = async () => {
    try {
      const json = { rule: rule.map((fields) => [...fields]) };
      const saved = await app(appRoutes.updateRecipientNameRule, { json });
      queryClient.setQueryData(recipientNameRuleQuery.queryKey, saved);
      setDraft((current) => (current === text ? null : current));
    } catch (failure) {
      showRequestError('The rule for recipient names was not changed', failure);
    }
  };
  return (
    <form
      className="flex items-start gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (permission === null && error === null && !isUnchanged) void runOnce(save);
      }}
    >
      <Field
        label="Recipient name"
        hint={hint}
        error={error}
        value={text}
        readOnly={permission !== null}
        autoComplete="off"
        onChange={(event) => setDraft(event.target.value)}
        className="min-w-0 flex-1"
      />
      <Button
        type="submit"
        className="mt-6"
        disabledReason={permission ?? (isUnchanged ? 'Nothing has changed.' : error)}
        aria-busy={isBusy}
      >
        Save
      </Button>
    </form>
  );
}
