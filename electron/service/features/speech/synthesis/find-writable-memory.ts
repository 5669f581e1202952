const wasmHeaderBytes = 8;
const dataSectionId = 11;
/** The opcode that begins the constant that says where in memory a segment goes. */
const i32ConstOpcode = 0x41;

/**
 * Where the memory that a program may write begins, in bytes: at its last data segment, as a linker puts read-only data
 * before the rest. Reads the binary format of WebAssembly; throws where the data is laid out in another way.
 */
export function findWritableMemoryStart(wasm: Uint8Array): number {
  let at = wasmHeaderBytes;
  const readNumber = (): number => {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = wasm[at++] ?? 0;
      value |= (byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
  };
  while (at < wasm.length) {
    const section = wasm[at++];
    const length = readNumber();
    if (section !== dataSectionId) {
      at += length;
      continue;
    }
    let start = 0;
    for (let segments = readNumber(); segments > 0; segments--) {
      const mode = readNumber();
      const opcode = wasm[at++];
      if (mode !== 0 || opcode !== i32ConstOpcode) break;
      start = readNumber();
      at += 1; // the end of the constant
      const size = readNumber();
      at += size;
    }
    if (start > 0) return start;
    break;
  }
  throw new Error('The WebAssembly module holds no data at a fixed place.');
}
