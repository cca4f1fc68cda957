import type { $ZodType, output } from 'zod/v4/core';
import type { Endpoint } from '../../../shared/endpoint.ts';
import {
  saveWelcomeSeries,
  switchWelcomeSeries,
} from '../../campaigns/welcome/welcome.contract.ts';
import { publishContent, withdrawContent } from '../../content/publishing/content.contract.ts';
import {
  changeDonationLink,
  createDonationLink,
  deleteDonationLink,
} from '../../donations/donation-link.contract.ts';
import { undoKits } from '../../fulfilment/fulfilment.contract.ts';
import { undoPlanEnd, undoWaiver } from '../../payments/admin/instalments/instalment.contract.ts';
import {
  reopenDismissed,
  takeBackPayment,
  undoMovePayment,
  undoTakeBack,
} from '../../payments/core/correction.contract.ts';
import { undoLines } from '../../payments/core/lines/line-decision.contract.ts';
import { undoRejectPayment } from '../../payments/rails/transfer/confirmation/confirmation.contract.ts';
import { undoStatement } from '../../payments/rails/transfer/statements/statement.contract.ts';
import { undoTriageOfMany } from '../../submissions/bulk/bulk.contract.ts';
import {
  readRetention,
  setRetention,
  setUnconfirmedDays,
} from '../../retention/retention.contract.ts';
import { mergePeople, undoMerge } from '../../people/merge.contract.ts';
import { tagPerson } from '../../people/notes/person-note.contract.ts';
import { restoreSignatures } from '../../submissions/signatures/signature.contract.ts';
import { changeTriage, findTriage } from '../../submissions/triage/triage.contract.ts';
import type { Undo, UndoCall } from './undo.contract.ts';

/** Makes one call of a contract, in a browser as in a test. */
export type Send = <P extends $ZodType, Q extends $ZodType, B extends $ZodType, A extends $ZodType>(
  endpoint: Endpoint<P, Q, B, A>,
  given: { params?: output<P>; body?: output<B> },
) => Promise<output<A>>;

type Answer = Promise<{ message?: string | undefined }>;

const BY_ID: Readonly<Record<UndoCall, (call: Send, id: string) => Answer>> = {
  undoTakeBack: (call, id) => call(undoTakeBack, { params: { id } }),
  undoRejectPayment: (call, id) => call(undoRejectPayment, { params: { id } }),
  undoMovePayment: (call, id) => call(undoMovePayment, { params: { id } }),
  undoWaiver: (call, id) => call(undoWaiver, { params: { id } }),
  undoPlanEnd: (call, id) => call(undoPlanEnd, { params: { id } }),
  undoStatement: (call, id) => call(undoStatement, { params: { id } }),
  reopenTransfer: (call, id) => call(reopenDismissed, { body: { kind: 'chain', id } }),
  reopenDifference: (call, id) => call(reopenDismissed, { body: { kind: 'treasury', id } }),
  reopenPaypalLine: (call, id) => call(reopenDismissed, { body: { kind: 'paypal', id } }),
  reopenRefund: (call, id) => call(reopenDismissed, { body: { kind: 'refund', id } }),
  restoreSignatures: (call, at) => call(restoreSignatures, { body: { at } }),
  withdrawContent: (call, id) => call(withdrawContent, { params: { id } }),
  undoMerge: (call, id) => call(undoMerge, { params: { id } }),
  deleteDonationLink: (call, id) => call(deleteDonationLink, { params: { id } }),
};

/** Makes the call that undoes an act; `reason` is written down where money is concerned. */
export async function callUndo(call: Send, undo: Undo, reason: string): Answer {
  switch (undo.by) {
    case 'undoTriageOfMany':
      await call(undoTriageOfMany, { params: { kind: undo.kind, deed: undo.id } });
      return {};
    case 'changeTriage': {
      const params = { kind: undo.kind, id: undo.id };
      const { version } = await call(findTriage, { params });
      return call(changeTriage, { params, body: { ...undo.before, version } });
    }
    case 'mergePeople':
      return call(mergePeople, { params: undo.of, body: undo.with });
    case 'tagPerson':
      return call(tagPerson, { params: undo.of, body: { tag: undo.tag, isOn: undo.isOn } });
    case 'undoKits':
      return call(undoKits, { body: { ids: [undo.id], step: undo.step } });
    case 'putBackDonationLink':
      return call(createDonationLink, { body: undo.link });
    case 'switchDonationLink': {
      const { id, isActive } = undo;
      return call(changeDonationLink, { params: { id }, body: { isActive } });
    }
    case 'setRetention': {
      const { periods, version } = await call(readRetention, {});
      return call(setRetention, {
        body: { periods: { ...periods, ...undo.periods }, version },
      });
    }
    case 'setUnconfirmedDays':
      return call(setUnconfirmedDays, { body: { days: undo.days } });
    case 'undoLines':
      return call(undoLines, { body: { lines: undo.lines } });
    case 'takeBackPayment':
      return call(takeBackPayment, {
        params: { id: undo.id },
        body: { held: undo.held, reason },
      });
    case 'publishContent': {
      const { by: _, ...text } = undo;
      // A draft of someone else stays.
      return call(publishContent, { body: { ...text, draft: null } });
    }
    case 'saveWelcomeSeries': {
      const { mails, version } = undo;
      return call(saveWelcomeSeries, { body: { mails, version } });
    }
    case 'switchWelcomeSeries': {
      const { isOn, version } = undo;
      return call(switchWelcomeSeries, { body: { isOn, version, isResumed: isOn } });
    }
    default:
      return BY_ID[undo.by](call, undo.id);
  }
}
