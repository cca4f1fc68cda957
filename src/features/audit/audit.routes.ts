import { answerList } from '../../server/list.ts';
import { route } from '../../server/route.ts';
import { auditList, inPeriod } from './audit-list.store.ts';
import { listAudit } from './audit.contract.ts';
import { tellOf } from './audit.service.ts';

const momentOf = (iso: string | undefined) => (iso === undefined ? undefined : new Date(iso));

export const auditRoutes = [
  route(listAudit, async (context) => {
    const { from, before } = context.query;
    const list = { ...auditList, where: inPeriod(momentOf(from), momentOf(before)) };
    return tellOf(context.db, await answerList(context, list, listAudit.path));
  }),
];
