/** Sizes are in bytes, times in milliseconds and lengths in UTF-16 code units. */
export const limits = {
  /** 20 MB in the service specification, section 8, means 20 × 1024 × 1024 bytes. */
  uploadBytes: 20 * 1024 * 1024,
  /** Extra bytes of a multipart body: part headers, title and boundaries. */
  uploadEnvelopeBytes: 64 * 1024,
  jsonBodyBytes: 256 * 1024,
  /** A request whose body pauses for longer is rejected. */
  bodyIdleMs: 30_000,
  titleLength: 300,
  labelLength: 40,
  labelsPerDocument: 20,
  /** Documents whose labels one request changes. */
  labeledDocuments: 1_000,
  /** An ONNX file. */
  searchModelBytes: 1024 ** 3,
  /** Numbers of a vector. */
  searchModelDimensionsMin: 16,
  searchModelDimensions: 4_096,
  searchModelPrefixLength: 100,
  /** US dollars per million tokens. */
  modelPriceUsd: 10_000,
  queryLength: 2_000,
  idLength: 128,
  workspaceNameLength: 80,
  pathLength: 4_096,
  /** A URL that a remote sends. */
  urlLength: 2_048,
  /** A status or a role of a remote. Longer ones are cut. */
  remoteStatusLength: 60,
  /** An error message of a remote. */
  remoteMessageLength: 2_000,
  /** One turn of a transcript of a remote. */
  remoteTextLength: 20_000,
  /** Documents or calls of a remote that are added by their IDs at once. */
  remoteImportIds: 1_000,
  /** API key of a remote. */
  remoteKeyLength: 1_024,
  /** A call that waits for longer than this before it is sent needs a decision of the user. */
  callWaitMs: 15 * 60 * 1000,
  passphraseMinLength: 8,
  passphraseLength: 1_024,
  /** Scheduled backups of one workspace. */
  keptBackups: 100,
  /** An uploaded backup. Usually, the disk has less space than this. */
  backupBytes: 256 * 1024 ** 3,
  /** A page that was just locked has this long to save its drafts and to load the lock screen. */
  lockedPageMs: 5_000,
  /** The time to stop work and close databases before the process ends anyway. */
  closeMs: 8_000,
  idempotencyKeyLength: 255,
  idempotencyMs: 24 * 60 * 60 * 1000,
  requestsPerMinute: 3_000,
  /** Total for the metadata of a call, including nested entries. */
  metadataEntries: 100,
  metadataNameLength: 64,
  metadataValueLength: 1_000,
  /** A top-level value has depth 1. */
  metadataDepth: 4,
  /** Alternatives in the rule for recipient names, and metadata fields in each. */
  recipientNameFields: 5,
  recipientNameLength: 120,
  /** One turn of a practice call. */
  practiceTurnLength: 500,
  practiceHeardSeconds: 3_600,
  /** About three seconds of sound, in Base64. */
  voiceChunkLength: 128_000,
  noteLength: 2_000,
  /** Texts of a note that were written at the same time. */
  noteTexts: 20,
  tagLength: 40,
  tagsPerCall: 20,
  /** Calls whose review is changed by one request with their IDs, or that one request exports. */
  reviewedCallIds: 1_000,
  /** Criteria of scorecards, without deleted ones. */
  criteria: 20,
  criterionNameLength: 80,
  criterionDescriptionLength: 300,
  criterionWeight: 10,
  /** The words of a rule, or one outcome of it. */
  criterionRuleLength: 200,
  criterionOutcomes: 20,
  /** An answer of a recipient to a question of the agent. */
  capturedValueLength: 1_000,
  correctionsPerCall: 200,
  followUpReasonLength: 300,
  doNotCallReasonLength: 200,
  /** Short enough for the subject of an activity entry. */
  doNotCallOverrideLength: 60,
  /** About ten thousand numbers. A longer list is imported in parts. */
  doNotCallImportLength: 200_000,
  agentNameLength: 120,
  objectiveLength: 20_000,
  audienceLength: 2_000,
  greetingLength: 1_000,
  agentQuestions: 20,
  agentQuestionLength: 300,
  /** The name of a captured field. */
  agentFieldLength: 40,
  agentChoices: 20,
  agentChoiceLength: 80,
  /** Sentences that an agent may say, and as many that it must never say. */
  agentPhrases: 20,
  agentPhraseLength: 300,
  handOverConditionLength: 300,
  agentDocuments: 500,
  agentLabels: 50,
  agentOutcomes: 20,
  agentOutcomeLength: 80,
  agentNoteLength: 500,
  voiceSampleLength: 400,
  /** In percent of the voice's own speed. */
  speakingRateMin: 70,
  speakingRateMax: 150,
  talkMinutesMax: 60,
  requestIntegrations: 50,
  personNameLength: 120,
  /** RFC 5321, section 4.5.3.1.3, without the angle brackets. */
  emailLength: 254,
  invitationMs: 7 * 24 * 60 * 60 * 1000,
  rejectionReasonLength: 2_000,
  apiKeyNameLength: 80,
  auditSubjectLength: 120,
  savedNameLength: 80,
  savedItems: 200,
  /** Longest relative period of a saved view. */
  savedViewDays: 366,
  /** Validity of the signed URL of a recording or an invoice. */
  signedUrlMs: 60 * 60 * 1000,
  /** Calling the same number with the same agent within this time requires confirmation. */
  duplicateCallMs: 10 * 60 * 1000,
  cursorLength: 200,
  pageSize: 50,
  pageSizeMax: 200,
  searchResults: 8,
  searchResultsMax: 50,
} as const;
