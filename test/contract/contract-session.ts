import type { Role } from '../../shared/contract/roles.ts';
import { checkResponse } from '../helpers/service/check-response.ts';

/** A transport to the service. The contract cases run over each transport. */
export type Transport = {
  readonly orgId: string;
  readonly keys: Readonly<Record<Role, string>>;
  /** Sends a request to a path such as `/v1/knowledge/documents`. */
  readonly send: (path: string, init: RequestInit) => Promise<Response>;
};

export type Answer = {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
  readonly response: Response;
};

export type ContractSession = Omit<Transport, 'send'> & {
  /** Sends a request with the key of a role, or without one if null, and asserts that the response is documented. */
  readonly ask: (role: Role | null, method: string, path: string, init?: RequestInit) => Promise<Answer>;
};

export function openSession(transport: Transport): ContractSession {
  return {
    orgId: transport.orgId,
    keys: transport.keys,
    ask: async (role, method, path, init = {}) => {
      const headers = new Headers(init.headers);
      if (role) headers.set('Authorization', `Bearer ${transport.keys[role]}`);
      const response = await transport.send(path, { ...init, method, headers });
      const body = await checkResponse(method, path.split('?')[0] ?? path, response);
      return { status: response.status, headers: response.headers, body, response };
    },
  };
}
