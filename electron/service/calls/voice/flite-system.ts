/** What Flite asks of a system, in the terms of WASI preview 1: arguments, one file to write, and no clock. */
export type FliteSystem = {
  readonly imports: Readonly<Record<string, (...args: never[]) => number>>;
  /** Before a run: the arguments it gets. */
  begin(args: readonly string[]): void;
  /** After a run: what it has written to its file. */
  takeWritten(): Uint8Array;
};

const SUCCESS = 0;
const BAD_FILE = 8;
const NOT_SUPPORTED = 52;
const CANNOT_SEEK = 70;

const FIRST_FILE = 3;
const FOLDER = 3;
const WRITTEN_FILE = 4;

const CHARACTER_DEVICE = 2;
const DIRECTORY = 3;
const REGULAR_FILE = 4;

/** @param getMemory The program's memory, which moves when it grows. */
export function createFliteSystem(getMemory: () => ArrayBuffer): FliteSystem {
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
      return SUCCESS;
    },
    args_get: (pointersAt: number, textAt: number) => {
      let at = textAt;
      args.forEach((arg, i) => {
        setNumber(pointersAt + 4 * i, at);
        bytes().set(arg, at);
        at += arg.length;
      });
      return SUCCESS;
    },
    clock_time_get: () => NOT_SUPPORTED,
    fd_close: () => SUCCESS,
    fd_fdstat_get: (fd: number, at: number) => {
      bytes().fill(0, at, at + 8);
      bytes()[at] = fd < FIRST_FILE ? CHARACTER_DEVICE : fd === FOLDER ? DIRECTORY : REGULAR_FILE;
      bytes().fill(0xff, at + 8, at + 24); // all rights
      return SUCCESS;
    },
    fd_fdstat_set_flags: () => SUCCESS,
    fd_prestat_get: (fd: number, at: number) => {
      if (fd !== FOLDER) return BAD_FILE;
      setNumber(at, 0);
      setNumber(at + 4, 1); // the length of its name
      return SUCCESS;
    },
    fd_prestat_dir_name: (_fd: number, at: number) => {
      bytes()[at] = '/'.charCodeAt(0);
      return SUCCESS;
    },
    fd_read: () => BAD_FILE,
    fd_seek: () => CANNOT_SEEK,
    fd_write: (fd: number, partsAt: number, count: number, lengthAt: number) => {
      let length = 0;
      for (let at = partsAt; at < partsAt + 8 * count; at += 8) {
        const start = getNumber(at);
        const size = getNumber(at + 4);
        if (fd === WRITTEN_FILE) written.push(bytes().slice(start, start + size));
        length += size;
      }
      setNumber(lengthAt, length);
      return SUCCESS;
    },
    path_open: (...[, , , , , , , , fdAt]: number[]) => {
      setNumber(fdAt ?? 0, WRITTEN_FILE);
      return SUCCESS;
    },
    proc_exit: (code: number) => {
      throw new Error(`The synthesizer gave up with code ${code}.`);
    },
  };

  return {
    imports,
    begin: (next) => {
      args = next.map((arg) => encoder.encode(`${arg}\0`));
      written = [];
    },
    takeWritten: () => {
      const all = new Uint8Array(Buffer.concat(written));
      written = [];
      return all;
    },
  };
}
