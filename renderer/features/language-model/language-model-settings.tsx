import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { appRoutes } from '../../../shared/contract/contract.ts';
import { useMissingPermission } from '../../data/session/missing-permission.ts';
import { formatError } from '../../format/format-error.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { SettingRow } from '../../ui/fields/setting-row.tsx';
import { describeCallPrivacy } from './describe-call-privacy.ts';
import { LanguageModelDialog } from './language-model-dialog.tsx';
import { languageModelQuery } from './language-model-query.ts';

/** Shows the language model with which agents can speak, and changes it. */
export function LanguageModelSettings() {
  const { data, error, refetch } = useQuery(languageModelQuery);
  const [isOpen, setOpen] = useState(false);
  const changeReason = useMissingPermission(
    appRoutes.changeLanguageModel,
    appRoutes.checkLanguageModel,
    appRoutes.listLanguageModels,
  );
  if (error)
    return (
      <ErrorState
        title="The language model could not be loaded"
        detail={formatError(error)}
        onRetry={() => void refetch()}
      />
    );
  if (!data) return null;
  const { settings, key_hint } = data;
  const note = settings
    ? `Agents that are set to use it speak with this model. ${describeCallPrivacy(settings.base_url)}`
    : 'The built-in agents follow rules: they greet, ask their questions, answer from documents, and note appointments and callbacks. For free conversation, use a language model on a server.';
  return (
    <>
      <SettingRow
        label={settings?.model ?? 'No language model'}
        note={
          <span className="flex flex-col select-text">
            <span>{note}</span>
            {key_hint !== null && <span>API key ends with {key_hint}.</span>}
          </span>
        }
      >
        <Button size="small" disabledReason={changeReason} onClick={() => setOpen(true)}>
          Change language model…
        </Button>
      </SettingRow>
      {isOpen && <LanguageModelDialog state={data} onClose={() => setOpen(false)} />}
    </>
  );
}
