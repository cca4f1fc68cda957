import { callerOf } from '../../../../../server/context.ts';
import { route } from '../../../../../server/http/route.ts';
import { words } from '../../../../../shared/words.ts';
import { findUser } from '../../../../../server/user.store.ts';
import { requireImport, viewOfStatement } from './statement-matching.service.ts';
import { addStatement, listStatements, readImport, readStatement } from './statement.contract.ts';
import { importStatement, previewStatement } from './statement.service.ts';
import { listImports } from './statement.store.ts';

const maxImports = 200;

export const statementRoutes = [
  route(readStatement, ({ db, body }) => previewStatement(db, body, body.columns)),
  route(addStatement, async (ctx) => {
    const file = ctx.body;
    const { id, lines } = await importStatement(
      { ...ctx, user: callerOf(ctx) },
      file,
      file.columns,
    );
    const message = words(
      '{count, plural, one {# line with money in was read} other {# lines with money in were read}}. No payment has changed.',
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
];
