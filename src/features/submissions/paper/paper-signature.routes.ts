import { addAudit, downloadedBy } from '../../../server/audit.store.ts';
import { callerOf } from '../../../server/context.ts';
import { inTransaction } from '../../../server/database/database.ts';
import { route } from '../../../server/http/route.ts';
import { answerList } from '../../../server/lists/list.ts';
import { words } from '../../../shared/words.ts';
import { exportLines } from '../list/export.service.ts';
import {
  deleteSheet,
  enterSheet,
  exportPaperSignatures,
  listPaperSignatures,
} from './paper-signature.contract.ts';
import { addSheet, dropSheet, withSheets } from './paper-signature.service.ts';
import { paperSignatureList } from './paper-signature.store.ts';

export const paperSignatureRoutes = [
  route(listPaperSignatures, async (context) =>
    withSheets(context.db, await answerList(context, paperSignatureList, listPaperSignatures.path)),
  ),
  route(exportPaperSignatures, async (context) => {
    const { db, clock, query, setHeader } = context;
    const act = {
      at: clock.now(),
      ...downloadedBy(callerOf(context)),
      action: 'paper_signatures.exported',
      subject: 'paper-signatures',
    };
    setHeader('Content-Disposition', 'attachment; filename="paper-signatures.csv"');
    return exportLines(db, { list: paperSignatureList, query }, () =>
      inTransaction(db, (tx) => addAudit(tx, act)),
    );
  }),
  route(enterSheet, async (context) => {
    await addSheet({ ...context, actor: callerOf(context) }, context.body);
    return { message: words('The sheet is in the list.') };
  }),
  route(deleteSheet, async (context) => {
    await dropSheet({ ...context, actor: callerOf(context) }, context.params.sheet);
    return { message: words('Its lines are deleted too.') };
  }),
];
