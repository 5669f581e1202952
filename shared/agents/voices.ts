/** Voices of the speech synthesizer: slt is female; rms, awb (Scottish) and kal16 (older, less natural) are male. */
export const voices = ['slt', 'rms', 'awb', 'kal16'] as const;

export type Voice = (typeof voices)[number];
