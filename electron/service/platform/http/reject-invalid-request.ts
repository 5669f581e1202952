import { STATUS_CODES, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { Problem } from '../../../../shared/contract/problems.ts';
import { rejectRequest } from './reject-request.ts';

/** Responds with a problem to requests that Node itself rejects, before the service receives them. */
export function rejectInvalidRequests(server: Server): void {
  const responses = new WeakMap<Duplex, ServerResponse>();
  server.on('request', ({ socket }, response) => responses.set(socket, response));
  // Node would respond 417 without a body. A server may ignore an expectation that it does not know (RFC 9110, section 10.1.1).
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const response = responses.get(socket);
    const isResponding = response !== undefined && response.headersSent && !response.writableFinished;
    // A problem after the first bytes of another response would become a part of it.
    if (!socket.writable || isResponding || error.code === 'ECONNRESET') socket.destroy();
    else void writeProblem(socket, toProblem(error));
  });
}

function toProblem(cause: NodeJS.ErrnoException): Problem {
  switch (cause.code) {
    case 'HPE_HEADER_OVERFLOW':
      return new Problem('headers_too_large', 'The URL and the headers are too long. Send shorter ones.', { cause });
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new Problem('request_timeout', 'The request did not arrive in time. Send it again.', { cause });
    default:
      return new Problem('malformed', 'This is not a valid HTTP request.', { cause });
  }
}

async function writeProblem(socket: Duplex, problem: Problem): Promise<void> {
  // The path is not known: Node could not parse the request.
  const response = rejectRequest(problem, '/');
  const body = Buffer.from(await response.arrayBuffer());
  const head = [
    `HTTP/1.1 ${response.status} ${STATUS_CODES[response.status] ?? ''}`,
    ...[...response.headers].map(([name, value]) => `${name}: ${value}`),
    `content-length: ${body.byteLength}`,
    'connection: close',
  ];
  socket.end(Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), body]), () => socket.destroy());
}
