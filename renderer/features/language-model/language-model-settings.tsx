import { useQuery } from '@tanstack/react-query';
import type { LanguageModelSettings as Settings } from '../../../shared/agents/language-model.ts';
import { appRoutes } from '../../../shared/contract/contract.ts';
import { useMissingPermission } from '../../data/session/missing-permission.ts';
import { ModelServerSettings } from '../model-server/public.ts';
import { describeCallPrivacy } from './describe-call-privacy.ts';
import { LanguageModelDialog } from './language-model-dialog.tsx';
import { languageModelQuery } from './language-model-query.ts';

/** Shows the language model with which agents can speak, and changes it. */
export function LanguageModelSettings() {
  const changeReason = useMissingPermission(
    appRoutes.changeLanguageModel,
    appRoutes.checkLanguageModel,
    appRoutes.listLanguageModels,
  );
  return (
    <ModelServerSettings
      name="language model"
      query={useQuery(languageModelQuery)}
      changeReason={changeReason}
      describe={({ settings }) => ({
        label: settings?.model ?? 'No language model',
        note: settings
          ? `${describeSpeakers(settings)} speak with this model. ${describeCallPrivacy(settings.base_url)}`
          : 'The built-in agents follow rules: they greet, ask their questions, answer from documents, and note appointments and callbacks. For free conversation, use a language model on a server.',
      })}
      dialog={LanguageModelDialog}
    />
  );
}

function describeSpeakers({ plays_recipients }: Settings): string {
  return `Agents that are set to use it${plays_recipients ? ', and simulated recipients,' : ''}`;
}
