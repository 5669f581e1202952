/** The system calls of WASI preview 1 that Flite uses: arguments and one output file. There is no clock. */
export type WasiHost = {
  readonly imports: Readonly<Record<string, (...args: never[]) => number>>;
  /** Sets the arguments of the next run. */
  setArguments(args: readonly string[]): void;
  /** Returns and clears the output file of the last run. */
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

/** @param getMemory Returns the program's current memory, which is replaced when it grows. */
export function createWasiHost(getMemory: () => ArrayBuffer): WasiHost {
  const encoder = new TextEncoder();
  let args: Uint8Array[] = [];
  let output: Uint8Array[] = [];
  const bytes = () => new Uint8Array(getMemory());
  const setNumber = (address: number, value: number) => new DataView(getMemory()).setUint32(address, value, true);
  const getNumber = (address: number) => new DataView(getMemory()).getUint32(address, true);

  const imports = {
    args_sizes_get: (countAddress: number, sizeAddress: number) => {
      setNumber(countAddress, args.length);
      setNumber(
        sizeAddress,
        args.reduce((sum, arg) => sum + arg.length, 0),
      );
      return errnoSuccess;
    },
    args_get: (pointersAddress: number, textAddress: number) => {
      let address = textAddress;
      args.forEach((arg, i) => {
        setNumber(pointersAddress + 4 * i, address);
        bytes().set(arg, address);
        address += arg.length;
      });
      return errnoSuccess;
    },
    clock_time_get: () => errnoNosys,
    fd_close: () => errnoSuccess,
    fd_fdstat_get: (fd: number, address: number) => {
      bytes().fill(0, address, address + 8);
      bytes()[address] =
        fd < firstFileDescriptor ? characterDeviceType : fd === folderDescriptor ? directoryType : regularFileType;
      bytes().fill(0xff, address + 8, address + 24); // all rights
      return errnoSuccess;
    },
    fd_fdstat_set_flags: () => errnoSuccess,
    fd_prestat_get: (fd: number, address: number) => {
      if (fd !== folderDescriptor) return errnoBadf;
      setNumber(address, 0);
      setNumber(address + 4, 1); // the length of the folder name
      return errnoSuccess;
    },
    fd_prestat_dir_name: (_fd: number, address: number) => {
      bytes()[address] = '/'.charCodeAt(0);
      return errnoSuccess;
    },
    fd_read: () => errnoBadf,
    fd_seek: () => errnoSpipe,
    fd_write: (fd: number, partsAddress: number, count: number, lengthAddress: number) => {
      let length = 0;
      for (let part = partsAddress; part < partsAddress + 8 * count; part += 8) {
        const start = getNumber(part);
        const size = getNumber(part + 4);
        if (fd === outputDescriptor) output.push(bytes().slice(start, start + size));
        length += size;
      }
      setNumber(lengthAddress, length);
      return errnoSuccess;
    },
    path_open: (...[, , , , , , , , fdAddress]: number[]) => {
      setNumber(fdAddress ?? 0, outputDescriptor);
      return errnoSuccess;
    },
    proc_exit: (code: number) => {
      throw new Error(`The synthesizer exited with code ${code}.`);
    },
  };

  return {
    imports,
    setArguments: (newArgs) => {
      args = newArgs.map((arg) => encoder.encode(`${arg}\0`));
      output = [];
    },
    takeOutput: () => {
      const bytesWritten = new Uint8Array(Buffer.concat(output));
      output = [];
      return bytesWritten;
    },
  };
}
