import { appRoutes } from '../../../../shared/contract/contract.ts';
import { limits } from '../../../../shared/contract/limits.ts';
import { bindRoute, type RouteTree } from '../../platform/http/route-tree.ts';
import { findRecipientNameRule, storeRecipientNameRule } from './call-setting-queries.ts';

export function addCallSettingRoutes(tree: RouteTree): void {
  bindRoute(tree, appRoutes.getRecipientNameRule, ({ db, orgId }) => ({
    body: { rule: findRecipientNameRule(db, orgId).map((fields) => [...fields]) },
  }));

  bindRoute(tree, appRoutes.updateRecipientNameRule, ({ db, orgId, events, json: { rule }, commit, setAuditSubject }) =>
    commit(() => {
      const label = rule.map((fields) => fields.join(' + ')).join(', ');
      setAuditSubject({ label: (label || 'none').slice(0, limits.auditSubjectLength) });
      storeRecipientNameRule(db, orgId, rule);
      events.publish({ type: 'recipient_name_rule.changed' }, orgId);
      return { body: { rule } };
    }),
  );
}
