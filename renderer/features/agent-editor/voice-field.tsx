import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import type { AgentDefinition } from '../../../shared/agents/agent-definition.ts';
import { voices } from '../../../shared/agents/voices.ts';
import { limits } from '../../../shared/contract/limits.ts';
import { voiceNames } from '../../format/voice-names.ts';
import { Select } from '../../ui/fields/select.tsx';
import { speechServerQuery } from '../speech-server/public.ts';

type VoiceChange = Partial<Pick<AgentDefinition, 'voice' | 'speaking_rate_percent'>>;

type VoiceFieldProps = {
  readonly definition: AgentDefinition;
  readonly onChange: (change: VoiceChange) => void;
};

const voiceOptions = voices.map((value) => ({ value, label: voiceNames[value] }));

/** The voice and its speed. */
export function VoiceField({ definition: { voice, speaking_rate_percent: rate }, onChange }: VoiceFieldProps) {
  const id = useId();
  const server = useQuery(speechServerQuery).data?.settings;
  return (
    <div className="grid grid-cols-1 gap-3 @xl:grid-cols-2">
      <div className="flex flex-col gap-1">
        <Select label="Voice" value={voice} options={voiceOptions} onChange={(next) => onChange({ voice: next })} />
        {server?.speech_model && (
          <p className="text-small text-muted">
            Used only if the speech server, which speaks with the voice “{server.voice}”, fails.
          </p>
        )}
      </div>
      <div className="flex flex-col gap-1">
        <label htmlFor={id} className="flex items-baseline justify-between font-medium">
          Speed
          <span className="text-small font-normal text-muted tabular-nums">{rate}%</span>
        </label>
        <input
          id={id}
          type="range"
          min={limits.speakingRateMin}
          max={limits.speakingRateMax}
          step={5}
          value={rate}
          aria-valuetext={`${rate}%`}
          onChange={(event) => onChange({ speaking_rate_percent: event.target.valueAsNumber })}
          className="h-8 w-full accent-accent"
        />
      </div>
    </div>
  );
}
