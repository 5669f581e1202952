import { CircleAlert, FastForward } from 'lucide-react';
import { formatClock } from '../../../shared/clock.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { retrySound, setSkipsSilence } from '../player/player.ts';
import { usePlayer, useSecondsIn } from '../player/player-store.ts';
import { RateMenu } from '../player/rate-menu.tsx';
import { SeekSlider } from '../player/seek-slider.tsx';
import { soundFailures, type SoundFault } from '../player/sound-failure.ts';
import { PlayButton, StepButton } from '../player/transport.tsx';
import { VolumeMenu } from '../player/volume-menu.tsx';
import { KeysList } from './keys-list.tsx';

type PlayerBarProps = {
  readonly callId: string;
  readonly durationSeconds: number;
  readonly waitingSeconds: number;
  /** What is known to be wrong without trying. */
  readonly fault: SoundFault | null;
  readonly isVolumeOpen: boolean;
  readonly onVolume: (isOpen: boolean) => void;
  readonly onPlay: () => void;
};

/** The whole of the player, below the waves. */
export function PlayerBar(props: PlayerBarProps) {
  const { callId, durationSeconds, waitingSeconds, fault, isVolumeOpen, onVolume, onPlay } = props;
  const seconds = useSecondsIn(callId);
  const heardFault = usePlayer(({ sound }) => (sound.state === 'failed' ? sound.fault : null));
  const skipsSilence = usePlayer((state) => state.skipsSilence);
  const isHere = seconds !== null;
  const shownFault = fault ?? (isHere ? heardFault : null);
  return (
    <div className="flex flex-col gap-1">
      {isHere && <SeekSlider className="mt-1" />}
      {shownFault !== null && <SoundFailure fault={shownFault} canRetry={fault === null} />}
      <div className="flex h-9 items-center gap-1">
        {isHere ? <StepButton step="back15" /> : null}
        {isHere ? <StepButton step="back5" /> : null}
        <PlayHere isHere={isHere} onPlay={onPlay} isUnavailable={fault !== null} />
        {isHere ? <StepButton step="forward5" /> : null}
        {isHere ? <StepButton step="forward15" /> : null}
        <span className="ml-2 whitespace-nowrap">
          {formatClock(seconds ?? waitingSeconds)} <span className="text-muted">/ {formatClock(durationSeconds)}</span>
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
        <VolumeMenu isOpen={isVolumeOpen} onOpen={onVolume} />
        <RateMenu />
        <KeysList />
      </div>
    </div>
  );
}

type PlayHereProps = { readonly isHere: boolean; readonly isUnavailable: boolean; readonly onPlay: () => void };

/** Where another call is loaded, its state is none of this button's. */
function PlayHere({ isHere, isUnavailable, onPlay }: PlayHereProps) {
  if (isUnavailable) return null;
  if (isHere) return <PlayButton look="primary" onPlay={onPlay} />;
  return (
    <Button look="primary" onClick={onPlay}>
      Play this call
    </Button>
  );
}

type SoundFailureProps = { readonly fault: SoundFault; readonly canRetry: boolean };

/** What is wrong with the sound; everything else stays usable. */
function SoundFailure({ fault, canRetry }: SoundFailureProps) {
  const { title, detail } = soundFailures[fault];
  return (
    <div role="alert" className="flex items-center gap-2.5 rounded-control bg-bad-soft px-3 py-1.5">
      <CircleAlert aria-hidden size={15} className="shrink-0 text-bad" />
      <p className="min-w-0 flex-1">
        <span className="font-medium">{title}.</span> <span className="text-muted">{detail}</span>
      </p>
      {canRetry && (
        <Button size="small" onClick={retrySound}>
          Try again
        </Button>
      )}
    </div>
  );
}
