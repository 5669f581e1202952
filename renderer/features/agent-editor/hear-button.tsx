import { Square, Volume2 } from 'lucide-react';
import type { AgentDefinition } from '../../../shared/agents/agent-definition.ts';
import { appRoutes } from '../../../shared/contract/contract.ts';
import { useMissingPermission } from '../../data/session/missing-permission.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { useVoiceSample } from './use-voice-sample.ts';

type HearButtonProps = {
  readonly label: string;
  /** What is spoken with the voice of the definition. */
  readonly text: string;
  readonly definition: AgentDefinition;
};

/** Plays a text as the agent speaks it, and stops it. */
export function HearButton({ label, text, definition }: HearButtonProps) {
  const { isPlaying, toggle } = useVoiceSample();
  const permissionReason = useMissingPermission(appRoutes.createVoiceSample);
  return (
    <Button
      size="small"
      icon={isPlaying ? <Square aria-hidden size={12} /> : <Volume2 aria-hidden size={13} />}
      disabledReason={permissionReason ?? (text === '' ? 'Enter a greeting first.' : null)}
      onClick={() => void toggle(text, definition)}
      className="self-start"
    >
      {isPlaying ? 'Stop' : label}
    </Button>
  );
}
