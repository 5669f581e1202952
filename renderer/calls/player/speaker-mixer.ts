import type { Speaker } from '../../../shared/calls.ts';
import { getAudioContext } from './audio-context.ts';

/** The agent speaks on the left channel of a recording and the recipient on the right: a little apart, for both ears. */
const speakerChannels = { agent: { channel: 0, pan: -0.25 }, user: { channel: 1, pan: 0.25 } } as const;

const fadeSeconds = 0.02;

export type SpeakerMixer = {
  readonly setMuted: (speaker: Speaker, isMuted: boolean) => void;
};

/** Takes the sound of an element over, once for as long as it lives. */
export function createSpeakerMixer(audio: HTMLAudioElement): SpeakerMixer {
  const context = getAudioContext();
  const splitter = new ChannelSplitterNode(context, { numberOfOutputs: 2 });
  new MediaElementAudioSourceNode(context, { mediaElement: audio }).connect(splitter);
  const openLane = (speaker: Speaker): GainNode => {
    const { channel, pan } = speakerChannels[speaker];
    const gain = new GainNode(context);
    splitter.connect(gain, channel);
    gain.connect(new StereoPannerNode(context, { pan })).connect(context.destination);
    return gain;
  };
  const lanes = { agent: openLane('agent'), user: openLane('user') };
  return {
    setMuted: (speaker, isMuted) =>
      void lanes[speaker].gain.setTargetAtTime(isMuted ? 0 : 1, context.currentTime, fadeSeconds),
  };
}
