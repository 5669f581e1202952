import { Popover } from '@base-ui/react/popover';
import { Volume1, Volume2, VolumeX } from 'lucide-react';
import { useId } from 'react';
import type { Speaker } from '../../../shared/calls.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { floatingContainer } from '../../ui/floating-container.ts';
import { setMuted, setVolume } from './player.ts';
import { usePlayerStore } from './player-store.ts';

const speakerToggles = [
  { speaker: 'agent', label: 'Hear the agent' },
  { speaker: 'user', label: 'Hear the recipient' },
] as const satisfies readonly { readonly speaker: Speaker; readonly label: string }[];

type VolumeMenuProps = { readonly isOpen: boolean; readonly onOpenChange: (isOpen: boolean) => void };

/** How loud, and who. */
export function VolumeMenu({ isOpen, onOpenChange }: VolumeMenuProps) {
  const volume = usePlayerStore((state) => state.volume);
  const muted = usePlayerStore((state) => state.muted);
  const id = useId();
  const isSilent = volume === 0 || (muted.agent && muted.user);
  const isLess = volume < 0.5 || muted.agent || muted.user;
  const Icon = isSilent ? VolumeX : isLess ? Volume1 : Volume2;
  return (
    <Popover.Root open={isOpen} onOpenChange={onOpenChange}>
      <Popover.Trigger
        render={<IconButton label="Volume and voices" shortcut="M" side="top" icon={<Icon aria-hidden size={16} />} />}
      />
      <Popover.Portal container={floatingContainer}>
        <Popover.Positioner sideOffset={6} align="end" className="z-30">
          <Popover.Popup
            aria-label="Volume and voices"
            className="fade-transition flex w-56 flex-col gap-2 rounded-panel bg-raised p-3 shadow-float outline-none"
          >
            <label htmlFor={id} className="flex items-baseline justify-between">
              Volume
              <span className="text-small text-muted">{Math.round(volume * 100)} %</span>
            </label>
            <input
              id={id}
              type="range"
              min={0}
              max={100}
              step={5}
              value={Math.round(volume * 100)}
              onChange={(event) => setVolume(Number(event.target.value) / 100)}
              className="w-full accent-accent"
            />
            {speakerToggles.map(({ speaker, label }) => (
              <label key={speaker} className="flex h-6 items-center gap-2">
                <input
                  type="checkbox"
                  checked={!muted[speaker]}
                  onChange={(event) => setMuted(speaker, !event.target.checked)}
                  className={speaker === 'agent' ? 'accent-accent' : 'accent-recipient'}
                />
                {label}
              </label>
            ))}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}
