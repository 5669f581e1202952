import { Link } from '@tanstack/react-router';
import { CircleAlert, X } from 'lucide-react';
import { formatClock } from '../../../format/format-clock.ts';
import { SimulatedBadge } from '../../../ui/feedback/simulated-badge.tsx';
import { Button } from '../../../ui/buttons/button.tsx';
import { IconButton } from '../../../ui/buttons/icon-button.tsx';
import { keepClear } from '../../../ui/feedback/use-clear-position.ts';
import { MiniWaveform } from './mini-waveform.tsx';
import { usePlayerStore } from './player-store.ts';
import { closePlayer, retryPlayback, seek } from './player.ts';
import { SeekSlider } from './seek-slider.tsx';
import { playbackErrorMessages } from './playback-error.ts';
import { PlayButton, RateMenu } from './player-controls.tsx';

/** The player at the bottom of every view except the loaded call's. */
export function DockedPlayer() {
  const source = usePlayerStore((state) => state.source);
  const seconds = usePlayerStore((state) => state.seconds);
  const error = usePlayerStore(({ playback }) => (playback.state === 'failed' ? playback.error : null));
  if (!source) return null;
  const { callId, agentName, recipient, practice, durationSeconds, timeline } = source;
  return (
    <section
      {...keepClear}
      aria-label="Player"
      className="fade-in flex h-12 shrink-0 items-center gap-3 border-t border-line bg-chrome px-4"
    >
      <PlayButton />
      <span className="w-10 shrink-0 text-right text-small tabular-nums">{formatClock(seconds)}</span>
      {error === null ? (
        <div className="flex min-w-24 flex-1 flex-col gap-1">
          <MiniWaveform
            peaks={timeline.peaks}
            fraction={seconds / durationSeconds}
            onSeek={(fraction) => seek(fraction * durationSeconds)}
            className="h-6"
          />
          <SeekSlider />
        </div>
      ) : (
        <p role="alert" className="flex min-w-0 flex-1 items-center gap-2">
          <CircleAlert aria-hidden size={15} className="shrink-0 text-bad" />
          <span className="truncate">{playbackErrorMessages[error].title}</span>
          <Button size="small" onClick={retryPlayback}>
            Try again
          </Button>
        </p>
      )}
      <span className="w-10 shrink-0 text-small text-muted tabular-nums">{formatClock(durationSeconds)}</span>
      <Link
        to="/calls/$callId"
        params={{ callId }}
        search={{}}
        className="min-w-0 max-w-72 truncate rounded-control px-1 hover:underline"
      >
        {agentName}{' '}
        <span className="text-muted">
          → <bdi>{recipient}</bdi>
        </span>
        <SimulatedBadge call={{ simulated: timeline.simulated, practice }} />
      </Link>
      <RateMenu />
      <IconButton label="Close player" side="top" icon={<X aria-hidden size={16} />} onClick={closePlayer} />
    </section>
  );
}
