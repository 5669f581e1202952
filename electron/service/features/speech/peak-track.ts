// Public: other features may import this file.
export const peaksPerSecond = 50;

/** Collects the waveform peaks of one channel: the loudest sample of each window of the decoded recording. */
export class PeakTrack {
  readonly #samplesPerPeak: number;
  #peaks = new Uint8Array(peaksPerSecond * 60);
  #position: number;

  /** @param firstSample The position in the decoded recording of the first sample that is added. */
  constructor(sampleRateHz: number, firstSample = 0) {
    this.#samplesPerPeak = sampleRateHz / peaksPerSecond;
    this.#position = firstSample;
  }

  add(samples: Float32Array): void {
    let index = 0;
    while (index < samples.length) {
      const window = Math.floor((this.#position + index) / this.#samplesPerPeak);
      const end = Math.min(samples.length, (window + 1) * this.#samplesPerPeak - this.#position);
      let loudest = 0;
      for (; index < end; index++) loudest = Math.max(loudest, Math.abs(samples[index] ?? 0));
      this.#raisePeak(window, Math.min(255, Math.round(loudest * 255)));
    }
    this.#position += samples.length;
  }

  /** Skips silence. */
  addSilence(length: number): void {
    this.#position += length;
  }

  /** Returns one peak per window, 0 to 255, for a recording of this length. */
  getPeaks(decodedSamples: number): Uint8Array<ArrayBuffer> {
    const peaks = new Uint8Array(Math.ceil(decodedSamples / this.#samplesPerPeak));
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
