import type {
  ParseRequest,
  ProcessMessage,
} from '../../../electron/service/features/knowledge/parsing/parse-protocol.ts';
import {
  forkProcess,
  type ChildProcess,
  type ChildProcessOptions,
  type StartProcess,
} from '../../../electron/service/platform/processes/start-process.ts';

type WarmParser = { readonly child: ChildProcess; isIdle: boolean; user: ChildProcessOptions | undefined };

/** A parser that a closed service did not need any more. The process of the tests ends it. */
let waiting: { readonly key: string; readonly parser: WarmParser } | undefined;

/**
 * Starts the parsers of services. One that has no document when its service is closed is given to the next service, as a pool gives
 * it to the next document, because a start takes as long as a test.
 */
export const startWarmParser: StartProcess = (options) => {
  const key = JSON.stringify([options.entry, options.args]);
  const parser = waiting?.key === key ? waiting.parser : startParser(options);
  if (waiting?.parser === parser) waiting = undefined;
  parser.user = options;
  const { child } = parser;
  return {
    ...child,
    send(message) {
      const request = message as ParseRequest; // only parsers are processes
      if (request.type === 'parse') parser.isIdle = false;
      child.send(message);
    },
    kill() {
      if (!parser.isIdle || waiting) return child.kill();
      parser.user = undefined;
      waiting = { key, parser };
      child.unref();
      options.onExit(new Error('The parser waits for the next service.'));
    },
  };
};

function startParser(options: ChildProcessOptions): WarmParser {
  const child = forkProcess({
    ...options,
    onMessage(received) {
      const message = received as ProcessMessage; // as above
      if (message.type === 'done' || message.type === 'failed') parser.isIdle = !message.needsReplacement;
      parser.user?.onMessage(message);
    },
    onExit(reason) {
      if (waiting?.parser === parser) waiting = undefined;
      parser.user?.onExit(reason);
    },
  });
  const parser: WarmParser = { child, isIdle: true, user: undefined };
  return parser;
}
