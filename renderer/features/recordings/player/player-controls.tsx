import { Popover } from '@base-ui/react/popover';
import { Check, Pause, Play, RotateCcw, RotateCw, Volume1, Volume2, VolumeX } from 'lucide-react';
import { useId } from 'react';
import type { Speaker } from '../../../../shared/calls/calls.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { useFloatingContainer } from '../../../ui/dialogs/floating-container.ts';
import { IconButton } from '../../../ui/buttons/icon-button.tsx';
import { Menu, MenuRadioItem, MenuRadioGroup } from '../../../ui/dialogs/menu.tsx';
import { formatRate, playbackRates } from './player-preferences.ts';
import { usePlayerStore } from './player-store.ts';
import { seekBy, setMuted, setRate, setVolume, togglePlay } from './player.ts';

type PlayButtonProps = { readonly variant?: 'primary' | 'plain'; readonly onPlay?: () => void };

/** Plays or pauses the loaded call. */
export function PlayButton({ variant = 'plain', onPlay = togglePlay }: PlayButtonProps) {
  const isPlaying = usePlayerStore(({ playback }) => playback.state === 'playing');
  const Icon = isPlaying ? Pause : Play;
  return (
    <IconButton
      label={isPlaying ? 'Pause' : 'Play'}
      shortcut="Space"
      side="top"
      icon={<Icon aria-hidden size={16} className="fill-current" />}
      onClick={onPlay}
      className={variant === 'primary' ? 'size-8! bg-accent text-on-accent! hover:bg-accent-strong!' : 'text-ink!'}
    />
  );
}

const skips = {
  back15: { bySeconds: -15, label: 'Back 15 seconds', keys: 'J', icon: RotateCcw },
  back5: { bySeconds: -5, label: 'Back 5 seconds', keys: '←', icon: RotateCcw },
  forward5: { bySeconds: 5, label: 'Forward 5 seconds', keys: '→', icon: RotateCw },
  forward15: { bySeconds: 15, label: 'Forward 15 seconds', keys: 'L', icon: RotateCw },
} as const;

/** Skips back or forward. The icon shows the number of seconds. */
export function SkipButton({ skip }: { readonly skip: keyof typeof skips }) {
  const { bySeconds, label, keys, icon: Icon } = skips[skip];
  return (
    <IconButton
      label={label}
      shortcut={keys}
      side="top"
      icon={
        <span className="relative flex items-center justify-center">
          <Icon aria-hidden size={20} strokeWidth={1.4} />
          <span aria-hidden="true" className="absolute text-[8px] leading-none font-medium">
            {Math.abs(bySeconds)}
          </span>
        </span>
      }
      onClick={() => seekBy(bySeconds)}
    />
  );
}

export function RateMenu() {
  const rate = usePlayerStore((state) => state.rate);
  return (
    <Menu
      align="end"
      trigger={
        <Button variant="quiet" size="small" aria-label={`Speed, ${formatRate(rate)}`} className="min-w-11">
          {formatRate(rate)}
        </Button>
      }
    >
      <MenuRadioGroup label="Speed" value={String(rate)} onChange={(value) => setRate(Number(value))}>
        {playbackRates.map((one) => (
          <MenuRadioItem key={one} value={String(one)} indicator={<Check aria-hidden size={14} />}>
            {formatRate(one)}
          </MenuRadioItem>
        ))}
      </MenuRadioGroup>
    </Menu>
  );
}

const speakerToggles = [
  { speaker: 'agent', label: 'Agent voice' },
  { speaker: 'user', label: 'Recipient voice' },
] as const satisfies readonly { readonly speaker: Speaker; readonly label: string }[];

type VolumeMenuProps = { readonly isOpen: boolean; readonly onOpenChange: (isOpen: boolean) => void };

/** Sets the volume and mutes each speaker. */
export function VolumeMenu({ isOpen, onOpenChange }: VolumeMenuProps) {
  const volume = usePlayerStore((state) => state.volume);
  const muted = usePlayerStore((state) => state.muted);
  const id = useId();
  const container = useFloatingContainer();
  const isSilent = volume === 0 || (muted.agent && muted.user);
  const isReduced = volume < 0.5 || muted.agent || muted.user;
  const Icon = isSilent ? VolumeX : isReduced ? Volume1 : Volume2;
  return (
    <Popover.Root open={isOpen} onOpenChange={onOpenChange}>
      <Popover.Trigger
        render={<IconButton label="Volume and voices" shortcut="M" side="top" icon={<Icon aria-hidden size={16} />} />}
      />
      <Popover.Portal container={container}>
        <Popover.Positioner positionMethod="fixed" sideOffset={6} align="end" className="z-30">
          <Popover.Popup
            aria-label="Volume and voices"
            className="fade-transition flex w-56 flex-col gap-2 rounded-panel bg-raised p-3 shadow-float outline-none"
          >
            <label htmlFor={id} className="flex items-baseline justify-between">
              Volume
              <span className="text-small text-muted">{Math.round(volume * 100)}%</span>
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
