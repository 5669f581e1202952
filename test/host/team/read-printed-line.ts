import { vi } from 'vitest';

/** Runs a command and returns the JSON line that it prints. Neither the line nor the progress is shown. */
export async function readPrintedLine(command: () => Promise<void>): Promise<unknown> {
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  const progress = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  try {
    await command();
    return JSON.parse(String(write.mock.calls[0]?.[0]));
  } finally {
    write.mockRestore();
    progress.mockRestore();
  }
}
