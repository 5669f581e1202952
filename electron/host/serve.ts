import { openProgram, type ProgramOptions } from './open-program.ts';
import { stopWhenTold } from './stop-when-told.ts';
import { tellFailure } from './tell-failure.ts';

export type ServeOptions = ProgramOptions & { readonly demo?: boolean | undefined };

/** `npm run serve`: the service alone. Its first line of output is one JSON object that other programs read. */
export function serve(options: ServeOptions): Promise<void> {
  return tellFailure(async () => {
    const program = await openProgram(options);
    stopWhenTold(program.close);
    const { org_id, keys } = await program.service
      .prepareServe({ demo: options.demo ?? false })
      .catch(async (error) => {
        await program.close();
        throw error;
      });
    const { origin, windowUrl } = program.listening;
    const line = { base_url: `${origin}/v1`, console_url: windowUrl, org_id, ...(keys && { keys }) };
    process.stdout.write(`${JSON.stringify(line)}\n`);
  });
}
