import {
  describeUnsupportedIntegration,
  findIntegration,
  type NamedIntegration,
} from '../../../../shared/agents/integrations.ts';
import { limits } from '../../../../shared/contract/limits.ts';
import { ChipsField } from '../../../ui/fields/chips-field.tsx';
import { formatIntegrationName } from '../format-integration-name.ts';
import { addIntegration, type RequestDraft, type RequestFormErrors } from './request-draft.ts';

type IntegrationsFieldProps = {
  readonly draft: RequestDraft;
  readonly errors: RequestFormErrors;
  /** Empty until loaded. */
  readonly supportedIntegrations: readonly NamedIntegration[];
  readonly unsupportedIntegrations: Readonly<Record<string, string>>;
  readonly onChange: (draft: RequestDraft) => void;
  readonly removeIntegration: (entry: string) => void;
  readonly mentionInObjective: (entry: string) => void;
};

/** Suggests the supported integrations, and shows at once which entries are not supported. */
export function IntegrationsField(props: IntegrationsFieldProps) {
  const { draft, errors, supportedIntegrations, unsupportedIntegrations } = props;
  const { required_integrations: entries } = draft;
  const describeOther = (text: string) => {
    if (supportedIntegrations.length === 0) return null;
    const found = findIntegration(text);
    return found && entries.includes(found)
      ? `${formatIntegrationName(found)} has already been added.`
      : describeUnsupportedIntegration(text);
  };
  return (
    <ChipsField
      label="Integrations"
      optional
      hint="Systems the agent reads from or writes to. Type to see which are supported."
      placeholder="Salesforce, Google Calendar…"
      maxChips={limits.requestIntegrations}
      maxLength={limits.titleLength}
      chips={entries.map((entry) => ({
        id: entry,
        label: formatIntegrationName(entry),
        error: errors.integrations?.[entry] ?? unsupportedIntegrations[entry],
      }))}
      suggestions={supportedIntegrations.flatMap(({ integration, name }) =>
        entries.includes(integration) ? [] : [name],
      )}
      describeOther={describeOther}
      error={errors.required_integrations}
      errorAction={{ label: 'Mention in objective', run: props.mentionInObjective }}
      onAdd={(texts) => props.onChange(texts.reduce(addIntegration, draft))}
      onRemove={props.removeIntegration}
    />
  );
}
