import type { ChildProcess, StartProcess } from '../../../platform/processes/start-process.ts';
import { resolveWorkerUrl } from '../../../platform/workers/resolve-worker-url.ts';
import type { ParseLimits } from './parse-limits.ts';
import type { ParseRequest, ParserMessage } from './parse-protocol.ts';

/** Receives the messages of a parser process while it parses one document. */
export type ParseListener = {
  readonly onMessage: (message: ParserMessage) => void;
  /** The process has ended. */
  readonly onExit: (reason: Error) => void;
};

/** One parser process. It parses one document after another. */
export class ParserProcess {
  readonly #child: ChildProcess;
  readonly #exited: Promise<void>;
  #exitReason: Error | undefined;
  #listener: ParseListener | undefined;

  constructor(
    startProcess: StartProcess,
    limits: ParseLimits,
    { onExit }: { readonly onExit: (process: ParserProcess) => void },
  ) {
    let resolveExited: () => void;
    this.#exited = new Promise((resolve) => (resolveExited = resolve));
    this.#child = startProcess({
      name: 'Switchboard parser',
      entry: resolveWorkerUrl('parse-process', import.meta.url),
      args: [JSON.stringify(limits)],
      onMessage: (message) => this.#listener?.onMessage(message as ParserMessage), // parse-process.ts sends nothing else
      onExit: (reason) => {
        this.#exitReason = reason;
        resolveExited();
        onExit(this);
        this.#listener?.onExit(reason);
      },
    });
    this.#child.unref();
  }

  /** Sends the messages of the next document to the listener. */
  listen(listener: ParseListener): void {
    this.#listener = listener;
    this.#child.ref();
    if (this.#exitReason) listener.onExit(this.#exitReason);
  }

  send(request: ParseRequest): void {
    this.#child.send(request);
  }

  /** Stops listening to the process until the next document, so that it does not keep the application running. */
  release(): void {
    this.#listener = undefined;
    this.#child.unref();
  }

  /** Ends the process at once. Resolves when it has ended. */
  async kill(): Promise<void> {
    this.#listener = undefined;
    this.#child.ref();
    this.#child.kill();
    await this.#exited;
  }
}
