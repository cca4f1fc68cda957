import { addAudit } from '../../../../../server/audit.store.ts';
import { callerOf } from '../../../../../server/context.ts';
import { route } from '../../../../../server/http/route.ts';
import { Fault } from '../../../../../shared/fault.ts';
import { words } from '../../../../../shared/words.ts';
import { findUser } from '../../../../../server/user.store.ts';
import { requireImport, viewOfStatement } from './statement-matching.service.ts';
import {
  addStatement,
  listStatementRules,
  listStatements,
  readImport,
  readStatement,
  removeStatementRule,
} from './statement.contract.ts';
import { listRules, removeRule } from './statement-rule.store.ts';
import { importStatement, previewStatement } from './statement.service.ts';
import { listImports } from './statement.store.ts';

const maxImports = 200;

export const statementRoutes = [
  route(readStatement, (context) => previewStatement(context, context.body, context.body.columns)),
  route(addStatement, async (ctx) => {
    const file = ctx.body;
    const { id, lines } = await importStatement(
      { ...ctx, user: callerOf(ctx) },
      file,
      file.columns,
    );
    const message = words(
      '{count, plural, one {# line was read} other {# lines were read}}. No payment has changed.',
    );
    return { id, message: ctx.translate(message, ctx.language, { count: lines }) };
  }),
  route(listStatements, async ({ db }) =>
    (await listImports(db, maxImports)).map(({ added, by, ...counts }) => ({
      ...added,
      ...counts,
      addedBy: by,
    })),
  ),
  route(readImport, async ({ db, params }) => {
    const found = await requireImport(db, params.id);
    const { counts, ...view } = await viewOfStatement(db, found);
    const addedBy = (await findUser(db, found.addedBy))?.email ?? '';
    return { ...found, ...counts, ...view, leftOut: found.left, addedBy };
  }),
  route(listStatementRules, ({ db }) => listRules(db)),
  route(removeStatementRule, async (ctx) => {
    const removed = await removeRule(ctx.db, ctx.params.id);
    if (!removed) throw new Fault(404, words('This rule no longer exists.'));
    const { contains, account } = removed;
    await addAudit(ctx.db, {
      at: ctx.clock.now(),
      actorId: callerOf(ctx).id,
      action: 'statement_rule.removed',
      subject: removed.id,
      before: { contains, account },
      after: null,
    });
    return { message: words('Lines that it was used for stay where they are.') };
  }),
];
