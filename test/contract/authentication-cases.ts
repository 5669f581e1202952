import assert from 'node:assert/strict';
import { v1Routes, routeTreePaths } from '../../shared/contract/contract.ts';
import { roles } from '../../shared/contract/roles.ts';
import { fillPath, type Route } from '../../shared/contract/route.ts';
import type { ContractCase } from './contract-cases.ts';

const someRoutes = Object.values<Route>(v1Routes).filter(({ roles: allowed }) => allowed !== 'public');

const addressOf = (route: Route) =>
  routeTreePaths.v1 +
  fillPath(route.path, {
    org_id: 'org_0',
    document_id: 'doc_0',
    call_id: 'call_0',
    agent_id: 'agt_0',
    version: '1',
    position: '0',
    criterion_id: 'crt_0',
    follow_up: 'outcome',
    note_id: 'note_0',
    saved_id: 'sav_0',
    request_id: 'abr_0',
    key_id: 'key_0',
    user_id: 'usr_0',
    invoice_id: 'inv_0',
    entry_id: 'dnc_0',
  });

export const authenticationCases: readonly ContractCase[] = [
  {
    name: 'an unknown or malformed key is 401 with a challenge on every path',
    sendsMany: true,
    run: async ({ ask }) => {
      const wrong = ['Bearer unknown', 'Bearer', 'Basic dXNlcjpwYXNz', 'Bearer a b'];
      for (const Authorization of wrong) {
        for (const path of ['/v1/knowledge/documents', '/v1/nowhere']) {
          const answer = await ask(null, 'GET', path, { headers: { Authorization } });
          assert.equal(answer.status, 401, `${Authorization} at ${path}`);
        }
      }
    },
  },
  {
    name: 'X-API-Key works like a bearer token',
    needsPackage: true,
    run: async ({ ask, keys, orgId }) => {
      const answer = await ask(null, 'GET', `/v1/organizations/${orgId}`, { headers: { 'X-API-Key': keys.manager } });
      assert.equal(answer.status, 200);
    },
  },
  {
    name: 'a role without permission is 403 before any other check',
    sendsMany: true,
    run: async ({ ask }) => {
      for (const route of someRoutes) {
        for (const role of roles) {
          if (route.roles !== 'public' && route.roles.includes(role)) continue;
          const answer = await ask(role, route.method.toUpperCase(), addressOf(route), {
            body: route.method === 'post' ? '{' : null,
          });
          assert.equal(answer.status, 403, `${role} at ${route.id}`);
        }
      }
    },
  },
];
