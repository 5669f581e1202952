import { CircleAlert, FastForward } from 'lucide-react';
import { formatClock } from '../../format/format-clock.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { retryPlayback, setSkipsSilence } from '../player/player.ts';
import { usePlayerStore, usePlayerSeconds } from '../player/player-store.ts';
import { RateMenu } from '../player/rate-menu.tsx';
import { SeekSlider } from '../player/seek-slider.tsx';
import { playbackErrorMessages, type PlaybackError } from '../player/playback-error.ts';
import { PlayButton, SkipButton } from '../player/transport-buttons.tsx';
import { VolumeMenu } from '../player/volume-menu.tsx';
import { CallShortcutsPopover } from './call-shortcuts-popover.tsx';

type PlayerBarProps = {
  readonly callId: string;
  readonly durationSeconds: number;
  readonly initialSeconds: number;
  /** What is known to be wrong without trying. */
  readonly error: PlaybackError | null;
  readonly isVolumeOpen: boolean;
  readonly onVolumeOpenChange: (isOpen: boolean) => void;
  readonly onPlay: () => void;
};

/** The whole of the player, below the waves. */
export function PlayerBar(props: PlayerBarProps) {
  const { callId, durationSeconds, initialSeconds, error, isVolumeOpen, onVolumeOpenChange, onPlay } = props;
  const seconds = usePlayerSeconds(callId);
  const heardFault = usePlayerStore(({ playback }) => (playback.state === 'failed' ? playback.error : null));
  const skipsSilence = usePlayerStore((state) => state.skipsSilence);
  const isHere = seconds !== null;
  const shownFault = error ?? (isHere ? heardFault : null);
  return (
    <div className="flex flex-col gap-1">
      {isHere && <SeekSlider className="mt-1" />}
      {shownFault !== null && <PlaybackErrorAlert error={shownFault} canRetry={error === null} />}
      <div className="flex h-9 items-center gap-1">
        {isHere ? <SkipButton step="back15" /> : null}
        {isHere ? <SkipButton step="back5" /> : null}
        <PlayCallButton isLoaded={isHere} onPlay={onPlay} isDisabledReason={error !== null} />
        {isHere ? <SkipButton step="forward5" /> : null}
        {isHere ? <SkipButton step="forward15" /> : null}
        <span className="ml-2 whitespace-nowrap">
          {formatClock(seconds ?? initialSeconds)} <span className="text-muted">/ {formatClock(durationSeconds)}</span>
        </span>
        <span className="flex-1" />
        <IconButton
          label={skipsSilence ? 'Hear the silence too' : 'Skip silence'}
          side="top"
          aria-pressed={skipsSilence}
          icon={<FastForward aria-hidden size={16} />}
          onClick={() => setSkipsSilence(!skipsSilence)}
          className={classNames(skipsSilence && 'bg-accent-soft text-accent!')}
        />
        <VolumeMenu isOpen={isVolumeOpen} onOpenChange={onVolumeOpenChange} />
        <RateMenu />
        <CallShortcutsPopover />
      </div>
    </div>
  );
}

type PlayCallButtonProps = {
  readonly isLoaded: boolean;
  readonly isDisabledReason: boolean;
  readonly onPlay: () => void;
};

/** Where another call is loaded, its state is none of this button's. */
function PlayCallButton({ isLoaded, isDisabledReason, onPlay }: PlayCallButtonProps) {
  if (isDisabledReason) return null;
  if (isLoaded) return <PlayButton look="primary" onPlay={onPlay} />;
  return (
    <Button variant="primary" onClick={onPlay}>
      Play this call
    </Button>
  );
}

type PlaybackErrorAlertProps = { readonly error: PlaybackError; readonly canRetry: boolean };

/** What is wrong with the sound; everything else stays usable. */
function PlaybackErrorAlert({ error, canRetry }: PlaybackErrorAlertProps) {
  const { title, detail } = playbackErrorMessages[error];
  return (
    <div role="alert" className="flex items-center gap-2.5 rounded-control bg-bad-soft px-3 py-1.5">
      <CircleAlert aria-hidden size={15} className="shrink-0 text-bad" />
      <p className="min-w-0 flex-1">
        <span className="font-medium">{title}.</span> <span className="text-muted">{detail}</span>
      </p>
      {canRetry && (
        <Button size="small" onClick={retryPlayback}>
          Try again
        </Button>
      )}
    </div>
  );
}
