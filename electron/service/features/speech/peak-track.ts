import { decoderDelaySamples, peaksPerSecond, sampleRateHz } from './audio-format.ts';

const samplesPerPeak = sampleRateHz / peaksPerSecond;

/** The loudest sample of every window of one channel, gathered while it is encoded, on the decoded file's time line. */
export class PeakTrack {
  #peaks = new Uint8Array(peaksPerSecond * 60);
  #position = decoderDelaySamples;

  add(samples: Float32Array): void {
    let at = 0;
    while (at < samples.length) {
      const window = Math.floor((this.#position + at) / samplesPerPeak);
      const end = Math.min(samples.length, (window + 1) * samplesPerPeak - this.#position);
      let loudest = 0;
      for (; at < end; at++) loudest = Math.max(loudest, Math.abs(samples[at] ?? 0));
      this.#raisePeak(window, Math.min(255, Math.round(loudest * 255)));
    }
    this.#position += samples.length;
  }

  /** Silence that is not looked at. */
  addSilence(length: number): void {
    this.#position += length;
  }

  /** One value a window, 0 to 255, for so many decoded samples. */
  getPeaks(decodedSamples: number): Uint8Array<ArrayBuffer> {
    const peaks = new Uint8Array(Math.ceil(decodedSamples / samplesPerPeak));
    peaks.set(this.#peaks.subarray(0, peaks.length));
    return peaks;
  }

  #raisePeak(window: number, peak: number): void {
    if (window >= this.#peaks.length) {
      const larger = new Uint8Array(Math.max(window + 1, this.#peaks.length * 2));
      larger.set(this.#peaks);
      this.#peaks = larger;
    }
    this.#peaks[window] = Math.max(this.#peaks[window] ?? 0, peak);
  }
}
