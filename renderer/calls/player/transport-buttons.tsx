import { Pause, Play, RotateCcw, RotateCw } from 'lucide-react';
import { IconButton } from '../../ui/icon-button.tsx';
import { seekBy, togglePlay } from './player.ts';
import { usePlayerStore } from './player-store.ts';

/** Play or pause what is loaded. */
export function PlayButton({ look = 'plain', onPlay = togglePlay }: PlayButtonProps) {
  const isPlaying = usePlayerStore(({ playback }) => playback.state === 'playing');
  const Icon = isPlaying ? Pause : Play;
  return (
    <IconButton
      label={isPlaying ? 'Pause' : 'Play'}
      shortcut="Space"
      side="top"
      icon={<Icon aria-hidden size={16} className="fill-current" />}
      onClick={onPlay}
      className={look === 'primary' ? 'size-8! bg-accent text-on-accent! hover:bg-accent-strong!' : 'text-ink!'}
    />
  );
}

type PlayButtonProps = { readonly look?: 'primary' | 'plain'; readonly onPlay?: () => void };

const skips = {
  back15: { bySeconds: -15, label: 'Back 15 seconds', keys: 'J', icon: RotateCcw },
  back5: { bySeconds: -5, label: 'Back 5 seconds', keys: '←', icon: RotateCcw },
  forward5: { bySeconds: 5, label: 'Forward 5 seconds', keys: '→', icon: RotateCw },
  forward15: { bySeconds: 15, label: 'Forward 15 seconds', keys: 'L', icon: RotateCw },
} as const;

/** A step back or forward; the number of seconds stands in the arrow. */
export function SkipButton({ step: skip }: { readonly step: keyof typeof skips }) {
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
