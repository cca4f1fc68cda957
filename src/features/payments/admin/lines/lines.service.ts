import type { Commit } from '../../../../server/http/route.ts';
import { Fault } from '../../../../shared/fault.ts';
import { words } from '../../../../shared/words.ts';
import { decideLine } from '../../rails/card/report/line-decision.service.ts';
import type { ConfirmationContext } from '../../rails/transfer/confirmation/confirmation.service.ts';
import { decideStatementLines, type LineDecision } from './statement-lines.service.ts';

type MessageAnswer = { message: string };

/** Decides lines of PayPal's report, one at a time, or of bank statements. */
export function decide(
  context: Parameters<typeof decideLine>[0] & ConfirmationContext,
  given: LineDecision,
  commit: Commit<MessageAnswer>,
): Promise<MessageAnswer> {
  const [first, ...more] = given.lines;
  if (!first || !/^\d+$/.test(first))
    return commit(async (tx) => ({
      message: await decideStatementLines({ ...context, db: tx }, given),
    }));
  if (more.length > 0) throw new Fault(409, words('Select one line at a time for this.'));
  return decideLine(context, Number(first), given, commit);
}
