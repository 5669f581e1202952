export const recordingsSchema = `
-- The recording of a call, whose file is named by the ID of the call. The peaks are the loudest sample of each stretch, one byte
-- for each, for the waveforms of the two channels.
CREATE TABLE recording (
  call INTEGER PRIMARY KEY REFERENCES call (id),
  size_bytes INTEGER NOT NULL,
  sha256 TEXT NOT NULL,
  duration_ms INTEGER NOT NULL,
  peaks_per_second REAL NOT NULL,
  agent_peaks BLOB NOT NULL,
  user_peaks BLOB NOT NULL
) STRICT;
`;
