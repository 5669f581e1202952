/** What the synthesizer's voices give; the recording keeps it. */
export const sampleRateHz = 16_000;

/** Of the MP3, in kbit/s for both channels: the least with which LAME keeps what lies above 5.5 kHz, as of an s. */
export const bitrateKbps = 48;

/** MPEG-2 Layer III at this rate and bitrate: every frame holds as many samples and bytes as the other, without padding. */
export const samplesPerFrame = 576;
export const bytesPerFrame = (samplesPerFrame / 8) * ((bitrateKbps * 1000) / sampleRateHz);

/**
 * How much later a sample stands in the decoded file than in what was encoded: 576 of the encoder and 529 of every
 * decoder. The file carries no header by which a decoder would take it off again, so that all of them agree.
 */
export const decoderDelaySamples = 1105;

export const peaksPerSecond = 50;

export function toSamples(seconds: number): number {
  return Math.round(seconds * sampleRateHz);
}

/** The time in the decoded recording of a sample that was encoded. */
export function toDecodedSeconds(sample: number): number {
  return (sample + decoderDelaySamples) / sampleRateHz;
}
