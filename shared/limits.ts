/** Sizes are in bytes, times in milliseconds, lengths in UTF-16 code units unless the name says otherwise. */
export const limits = {
  /** Specification, section 8: 20MB, read as 20 × 1024 × 1024 bytes by decisions.md. */
  uploadBytes: 20 * 1024 * 1024,
  /** What a multipart envelope may add to the file: part headers, the title, boundaries. */
  uploadEnvelopeBytes: 64 * 1024,
  jsonBodyBytes: 256 * 1024,
  titleLength: 300,
  queryLength: 2_000,
  idLength: 128,
  workspaceNameLength: 80,
  idempotencyKeyLength: 255,
  idempotencyMs: 24 * 60 * 60 * 1000,
  requestsPerMinute: 3_000,
  /** Of the whole metadata of a call, nested entries included. */
  metadataEntries: 100,
  metadataNameLength: 64,
  metadataValueLength: 1_000,
  /** 1 is a value at the top. */
  metadataDepth: 4,
  /** What an admin who plays the recipient may say in one turn. */
  practiceTurnLength: 500,
  noteLength: 2_000,
  /** Of an agent's name, in a request for one as well. */
  agentNameLength: 120,
  objectiveLength: 20_000,
  audienceLength: 2_000,
  greetingLength: 1_000,
  requestIntegrations: 50,
  personNameLength: 120,
  /** Of the reason for a rejection. */
  reasonLength: 2_000,
  apiKeyNameLength: 80,
  /** Of the label by which a row of the activity names its subject. */
  auditSubjectLength: 120,
  savedNameLength: 80,
  savedItems: 200,
  /** How far back a view that says `the last so many days` reaches. */
  savedViewDays: 366,
  /** A signed address of a recording or an invoice is good for this long. */
  signedUrlMs: 60 * 60 * 1000,
  /** Calling one number with one agent again within this time asks first. */
  duplicateCallMs: 10 * 60 * 1000,
  pageSize: 50,
  pageSizeMax: 200,
  searchResults: 8,
  searchResultsMax: 50,
} as const;
