import type { Speaker } from '../../../../shared/calls/calls.ts';

/** Returns the window's only audio context, running. Call it only after a user gesture that asks for sound. */
export const getAudioContext = createAudioContextGetter();

function createAudioContextGetter(): () => AudioContext {
  let context: AudioContext | null = null;
  return () => {
    context ??= new AudioContext();
    if (context.state === 'suspended') void context.resume();
    return context;
  };
}

/** Recordings have the agent on the left channel and the recipient on the right. Both are moved toward the center. */
const speakerChannels = { agent: { channel: 0, pan: -0.25 }, user: { channel: 1, pan: 0.25 } } as const;

const fadeSeconds = 0.02;

export type SpeakerMixer = {
  readonly setMuted: (speaker: Speaker, isMuted: boolean) => void;
};

/** Routes the sound of an element through one gain per speaker. Call it once per element. */
export function createSpeakerMixer(audio: HTMLAudioElement): SpeakerMixer {
  const context = getAudioContext();
  const splitter = new ChannelSplitterNode(context, { numberOfOutputs: 2 });
  new MediaElementAudioSourceNode(context, { mediaElement: audio }).connect(splitter);
  const connectSpeaker = (speaker: Speaker): GainNode => {
    const { channel, pan } = speakerChannels[speaker];
    const gain = new GainNode(context);
    splitter.connect(gain, channel);
    gain.connect(new StereoPannerNode(context, { pan })).connect(context.destination);
    return gain;
  };
  const gains = { agent: connectSpeaker('agent'), user: connectSpeaker('user') };
  return {
    setMuted: (speaker, isMuted) =>
      void gains[speaker].gain.setTargetAtTime(isMuted ? 0 : 1, context.currentTime, fadeSeconds),
  };
}
