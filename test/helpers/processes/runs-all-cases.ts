/** Whether Electron and the package are tested with every contract case, as `npm test -- conformance` does. */
export const runsAllCases = process.env['CONFORMANCE'] === 'all';
