/** The sample rate of the synthesizer's voices and of recordings. */
export const sampleRateHz = 16_000;

/** The bitrate of the MP3 with both channels: the lowest at which LAME keeps frequencies above 5.5 kHz, as of an “s”. */
export const bitrateKbps = 48;

/** MPEG-2 Layer III at this sample rate and bitrate: all frames have the same size, without padding. */
export const samplesPerFrame = 576;
export const bytesPerFrame = (samplesPerFrame / 8) * ((bitrateKbps * 1000) / sampleRateHz);

/**
 * The delay of a decoded sample: 576 samples of the encoder and 529 of the decoder. The file has no header that lets a
 * decoder remove the delay, so all decoders agree.
 */
export const decoderDelaySamples = 1105;

export function toSamples(seconds: number): number {
  return Math.round(seconds * sampleRateHz);
}

/** Returns the time of an encoded sample in the decoded recording. */
export function toDecodedSeconds(sample: number): number {
  return (sample + decoderDelaySamples) / sampleRateHz;
}
