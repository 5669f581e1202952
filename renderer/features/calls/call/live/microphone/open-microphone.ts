import workletUrl from './capture-worklet.ts?worker&url';

const sampleRateHz = 16_000;

export type Microphone = { readonly close: () => void };

/** Why a microphone cannot be used, as a sentence with what to do. */
export class MicrophoneError extends Error {
  override readonly name = 'MicrophoneError';
}

/**
 * Opens the microphone, and gives its sound to `onChunk` in pieces of 64 ms at 16 kHz, without the sound of the loudspeaker. The
 * system asks the user for the permission if it has not done so. `onEnd` is called if the microphone is removed meanwhile. Rejects
 * with MicrophoneError.
 */
export async function openMicrophone(
  onChunk: (samples: Int16Array) => void,
  onEnd: (error: MicrophoneError) => void,
): Promise<Microphone> {
  const stream = await requestStream();
  const tracks = stream.getTracks();
  let context: AudioContext | null = null;
  const close = () => {
    for (const track of tracks) track.stop();
    void context?.close();
    context = null;
  };
  try {
    for (const track of tracks) track.addEventListener('ended', () => onEnd(createRemovedError()));
    context = new AudioContext({ sampleRate: sampleRateHz });
    await context.audioWorklet.addModule(workletUrl);
    const node = new AudioWorkletNode(context, 'capture', { numberOfOutputs: 0 });
    node.port.addEventListener('message', ({ data }: MessageEvent<Int16Array>) => onChunk(data));
    node.port.start();
    new MediaStreamAudioSourceNode(context, { mediaStream: stream }).connect(node);
    return { close };
  } catch (error) {
    close();
    throw new MicrophoneError(describeRefusal(''), { cause: error });
  }
}

const createRemovedError = () => new MicrophoneError('The microphone was disconnected. Connect it again, or type.');

async function requestStream(): Promise<MediaStream> {
  try {
    return await navigator.mediaDevices.getUserMedia({
      audio: { channelCount: 1, echoCancellation: true, noiseSuppression: true, autoGainControl: true },
    });
  } catch (error) {
    throw new MicrophoneError(describeRefusal(error instanceof DOMException ? error.name : ''), { cause: error });
  }
}

function describeRefusal(name: string): string {
  if (name === 'NotAllowedError')
    return 'The microphone is not allowed. Allow it in the settings of your system or browser, or type.';
  if (name === 'NotFoundError') return 'No microphone was found. Connect one, or type.';
  if (name === 'NotReadableError') return 'Another program is using the microphone. Close it, or type.';
  return 'The microphone could not be opened. Type instead.';
}
