import { serveRequests, TransferredResult } from '../../../electron/service/platform/workers/serve-requests.ts';

export type EchoProtocol = {
  readonly echo: { readonly input: string; readonly result: string };
  readonly fail: { readonly input: { readonly message: string; readonly code: string }; readonly result: void };
  readonly exit: { readonly input: number; readonly result: void };
  /** Blocks the worker until the first element of the buffer is not zero. */
  readonly block: { readonly input: Int32Array<SharedArrayBuffer>; readonly result: void };
  /** Runs in this number of steps. */
  readonly count: { readonly input: number; readonly result: number };
  /** Reports each step before the result. */
  readonly report: { readonly input: number; readonly result: number; readonly progress: number };
  readonly double: { readonly input: Float32Array<ArrayBuffer>; readonly result: Float32Array<ArrayBuffer> };
};

serveRequests<EchoProtocol>({
  echo: (text) => text,
  fail: ({ message, code }) => {
    throw Object.assign(new RangeError(message), { code });
  },
  exit: (code) => process.exit(code),
  block: (flag) => {
    Atomics.wait(flag, 0, 0);
  },
  count: async function* (steps) {
    for (let step = 1; step < steps; step++) yield;
    return steps;
  },
  report: async function* (steps, report) {
    for (let step = 1; step < steps; step++) {
      report(step);
      yield;
    }
    return steps;
  },
  double: (values) => {
    const doubled = values.map((value) => value * 2);
    return new TransferredResult(doubled, [doubled.buffer]);
  },
});
