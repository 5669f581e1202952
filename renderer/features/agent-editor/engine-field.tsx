import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { agentEngines, type AgentEngine } from '../../../shared/agents/agent-definition.ts';
import { agentEngineLabels } from '../../../shared/agents/compare-definitions.ts';
import { Select } from '../../ui/fields/select.tsx';
import { languageModelQuery } from '../language-model/public.ts';

type EngineFieldProps = { readonly engine: AgentEngine; readonly onChange: (engine: AgentEngine) => void };

const hints = {
  rules: 'Answers from documents and follows the objective. Needs nothing else.',
  model: 'Converses freely, with the model in Settings.',
} as const satisfies Record<AgentEngine, string>;

const options = agentEngines.map((value) => ({ value, label: agentEngineLabels[value], hint: hints[value] }));

/** What leads the conversation, with a link to Settings if that is missing. */
export function EngineField({ engine, onChange }: EngineFieldProps) {
  const { data } = useQuery(languageModelQuery);
  return (
    <div className="flex flex-col gap-1">
      <Select label="Led by" value={engine} options={options} onChange={onChange} />
      {engine === 'model' && data?.settings === null && (
        <p className="text-small text-warn">
          No language model is set up, so the built-in rules would answer.{' '}
          <Link to="/settings" search={{ section: 'language-model' }} className="underline">
            Set up a language model
          </Link>
        </p>
      )}
    </div>
  );
}
