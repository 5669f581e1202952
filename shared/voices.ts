/** The voices of the synthesizer: slt a woman's, rms and awb men's (awb Scottish), kal16 a man's of an older, plainer kind. */
export const voices = ['slt', 'rms', 'awb', 'kal16'] as const;

export type Voice = (typeof voices)[number];
