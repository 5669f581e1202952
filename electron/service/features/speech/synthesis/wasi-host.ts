/** What Flite asks of a system, in the terms of WASI preview 1: arguments, one file to write, and no clock. */
export type WasiHost = {
  readonly imports: Readonly<Record<string, (...args: never[]) => number>>;
  /** Before a run: the arguments it gets. */
  setArguments(args: readonly string[]): void;
  /** After a run: what it has written to its file. */
  takeOutput(): Uint8Array;
};

const errnoSuccess = 0;
const errnoBadf = 8;
const errnoNosys = 52;
const errnoSpipe = 70;

const firstFileDescriptor = 3;
const folderDescriptor = 3;
const outputDescriptor = 4;

const characterDeviceType = 2;
const directoryType = 3;
const regularFileType = 4;

/** @param getMemory The program's memory, which moves when it grows. */
export function createWasiHost(getMemory: () => ArrayBuffer): WasiHost {
  const encoder = new TextEncoder();
  let args: Uint8Array[] = [];
  let written: Uint8Array[] = [];
  const bytes = () => new Uint8Array(getMemory());
  const setNumber = (at: number, value: number) => new DataView(getMemory()).setUint32(at, value, true);
  const getNumber = (at: number) => new DataView(getMemory()).getUint32(at, true);

  const imports = {
    args_sizes_get: (countAt: number, sizeAt: number) => {
      setNumber(countAt, args.length);
      setNumber(
        sizeAt,
        args.reduce((sum, arg) => sum + arg.length, 0),
      );
      return errnoSuccess;
    },
    args_get: (pointersAt: number, textAt: number) => {
      let at = textAt;
      args.forEach((arg, i) => {
        setNumber(pointersAt + 4 * i, at);
        bytes().set(arg, at);
        at += arg.length;
      });
      return errnoSuccess;
    },
    clock_time_get: () => errnoNosys,
    fd_close: () => errnoSuccess,
    fd_fdstat_get: (fd: number, at: number) => {
      bytes().fill(0, at, at + 8);
      bytes()[at] =
        fd < firstFileDescriptor ? characterDeviceType : fd === folderDescriptor ? directoryType : regularFileType;
      bytes().fill(0xff, at + 8, at + 24); // all rights
      return errnoSuccess;
    },
    fd_fdstat_set_flags: () => errnoSuccess,
    fd_prestat_get: (fd: number, at: number) => {
      if (fd !== folderDescriptor) return errnoBadf;
      setNumber(at, 0);
      setNumber(at + 4, 1); // the length of its name
      return errnoSuccess;
    },
    fd_prestat_dir_name: (_fd: number, at: number) => {
      bytes()[at] = '/'.charCodeAt(0);
      return errnoSuccess;
    },
    fd_read: () => errnoBadf,
    fd_seek: () => errnoSpipe,
    fd_write: (fd: number, partsAt: number, count: number, lengthAt: number) => {
      let length = 0;
      for (let at = partsAt; at < partsAt + 8 * count; at += 8) {
        const start = getNumber(at);
        const size = getNumber(at + 4);
        if (fd === outputDescriptor) written.push(bytes().slice(start, start + size));
        length += size;
      }
      setNumber(lengthAt, length);
      return errnoSuccess;
    },
    path_open: (...[, , , , , , , , fdAt]: number[]) => {
      setNumber(fdAt ?? 0, outputDescriptor);
      return errnoSuccess;
    },
    proc_exit: (code: number) => {
      throw new Error(`The synthesizer gave up with code ${code}.`);
    },
  };

  return {
    imports,
    setArguments: (next) => {
      args = next.map((arg) => encoder.encode(`${arg}\0`));
      written = [];
    },
    takeOutput: () => {
      const all = new Uint8Array(Buffer.concat(written));
      written = [];
      return all;
    },
  };
}
