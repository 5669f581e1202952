export { doNotCallEntryQuery } from './do-not-call-query.ts';
