/** What the synthesizer's voices give; the recording keeps it. */
export const SAMPLE_RATE = 16_000;

/** Of the MP3, in kbit/s for both channels: the least with which LAME keeps what lies above 5.5 kHz, as of an s. */
export const BITRATE_KBITS = 48;

/** MPEG-2 Layer III at this rate and bitrate: every frame holds as many samples and bytes as the other, without padding. */
export const FRAME_SAMPLES = 576;
export const FRAME_BYTES = (FRAME_SAMPLES / 8) * ((BITRATE_KBITS * 1000) / SAMPLE_RATE);

/**
 * How much later a sample stands in the decoded file than in what was encoded: 576 of the encoder and 529 of every
 * decoder. The file carries no header by which a decoder would take it off again, so that all of them agree.
 */
export const DECODED_DELAY_SAMPLES = 1105;

export const PEAKS_PER_SECOND = 50;

export function toSamples(seconds: number): number {
  return Math.round(seconds * SAMPLE_RATE);
}

/** The time in the decoded recording of a sample that was encoded. */
export function toDecodedSeconds(sample: number): number {
  return (sample + DECODED_DELAY_SAMPLES) / SAMPLE_RATE;
}
