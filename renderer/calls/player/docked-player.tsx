import { Link } from '@tanstack/react-router';
import { CircleAlert, X } from 'lucide-react';
import { formatClock } from '../../../shared/clock.ts';
import { formatNumber } from '../phone-number.ts';
import { RehearsalMark } from '../rehearsal-mark.tsx';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { MiniWave } from './mini-wave.tsx';
import { usePlayer } from './player-store.ts';
import { closePlayer, retrySound, seek } from './player.ts';
import { RateMenu } from './rate-menu.tsx';
import { SeekSlider } from './seek-slider.tsx';
import { soundFailures } from './sound-failure.ts';
import { PlayButton } from './transport.tsx';

/** What goes on playing while other rooms are looked at. */
export function DockedPlayer() {
  const source = usePlayer((state) => state.source);
  const seconds = usePlayer((state) => state.seconds);
  const fault = usePlayer(({ sound }) => (sound.state === 'failed' ? sound.fault : null));
  if (!source) return null;
  const { callId, agentName, recipientNumber, durationSeconds, timeline } = source;
  return (
    <section
      aria-label="Player"
      className="appear flex h-12 shrink-0 items-center gap-3 border-t border-line bg-chrome px-4"
    >
      <PlayButton />
      <span className="w-10 shrink-0 text-right text-small">{formatClock(seconds)}</span>
      {fault === null ? (
        <div className="flex min-w-24 flex-1 flex-col gap-1">
          <MiniWave
            peaks={timeline.peaks}
            share={seconds / durationSeconds}
            onSeek={(share) => seek(share * durationSeconds)}
            className="h-6"
          />
          <SeekSlider />
        </div>
      ) : (
        <p role="alert" className="flex min-w-0 flex-1 items-center gap-2">
          <CircleAlert aria-hidden size={15} className="shrink-0 text-bad" />
          <span className="truncate">{soundFailures[fault].title}</span>
          <Button size="small" onClick={retrySound}>
            Try again
          </Button>
        </p>
      )}
      <span className="w-10 shrink-0 text-small text-muted">{formatClock(durationSeconds)}</span>
      <Link
        to="/calls/$callId"
        params={{ callId }}
        search={{}}
        className="min-w-0 max-w-72 truncate rounded-control px-1 hover:underline"
      >
        {agentName} <span className="text-muted">→ {formatNumber(recipientNumber)}</span>
        <RehearsalMark call={{ rehearsal: timeline.rehearsal, typed: false }} />
      </Link>
      <RateMenu />
      <IconButton label="Close the player" side="top" icon={<X aria-hidden size={16} />} onClick={closePlayer} />
    </section>
  );
}
