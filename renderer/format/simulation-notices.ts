/** Shown beside every practice call. */
export const practiceNotice = 'Simulated · practice call, free of charge';

/** Shown beside every trial of a draft. */
export const trialNotice = 'Simulated · draft of an agent, free of charge';

/** Shown beside every other simulated call, and included in every export of one. */
export const simulationNotice = 'Simulated · no real call was placed';
