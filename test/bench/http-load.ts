import { connect } from 'node:net';

/**
 * Sends pipelined GETs over a few connections and prints the number of 200 responses per second. Runs in a separate process
 * on raw sockets, so that the server is the bottleneck: `node http-load.ts PORT PATH KEY MILLISECONDS`.
 */
const [port = '', path = '', key = '', durationMs = ''] = process.argv.slice(2);
const connections = 64;
const pipelined = 1;

const request = `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${key}\r\n\r\n`;
const answerStart = Buffer.from('HTTP/1.1 ');
const expected = Buffer.from('HTTP/1.1 200');
let answered = 0;
const startedAt = performance.now();
const endAt = startedAt + Number(durationMs);

await Promise.all(Array.from({ length: connections }, run));
console.log(answered / ((performance.now() - startedAt) / 1000));

function run(): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), '127.0.0.1', () => socket.write(request.repeat(pipelined)));
    let rest: Buffer = Buffer.alloc(0);
    socket.on('error', reject);
    socket.on('data', (data: Buffer) => {
      const buffer = rest.length > 0 ? Buffer.concat([rest, data]) : data;
      let found = 0;
      let at = buffer.indexOf(answerStart);
      let last = 0;
      while (at >= 0 && at + expected.length <= buffer.length) {
        if (buffer.compare(expected, 0, expected.length, at, at + expected.length) !== 0) {
          reject(new Error(buffer.toString('latin1', at, at + 200)));
          socket.destroy();
          return;
        }
        found += 1;
        last = at + expected.length;
        at = buffer.indexOf(answerStart, last);
      }
      rest = buffer.subarray(Math.max(last, buffer.length - expected.length));
      answered += found;
      if (performance.now() >= endAt) {
        socket.destroy();
        resolve();
      } else if (found > 0) socket.write(request.repeat(found));
    });
  });
}
