import { type ApiRoute, jsonOf, parsed } from './api-call.ts';
import { type Bank, DAY_MS } from './bank.ts';
import { filesOf } from './form.ts';
import { acceptClaim, disputeById, makeOffer, provideEvidence } from './disputes.ts';
import { showDispute, stateOf, summarizeDispute } from './dispute-view.ts';
import { link } from './link.ts';
import { minorUnits } from './money.ts';
import { type Detail, invalid, unprocessable } from './problem.ts';
import type { Dispute } from './record.ts';
import { AcceptClaimRequest, EvidenceRequest, MakeOfferRequest, read } from './request.ts';
import { type RestCall, type RestRoute, say } from './rest.ts';

const PATH = '/v1/customer/disputes';
const LOOK_BACK_MS = 180 * DAY_MS;

/** Disputes API v1: https://developer.paypal.com/docs/api/customer-disputes/v1/ */
export function disputeRoutes(bank: Bank, route: ApiRoute): RestRoute[] {
  const done = (id: string) => say(200, { links: [link(`${bank.url}${PATH}/${id}`, 'self')] });
  return [
    route('GET', PATH, 'list-disputes', ({ url }) => say(200, listDisputes(bank, url))),
    route('GET', `${PATH}/:id`, 'get-dispute', ({ params }) =>
      say(200, showDispute(bank, disputeById(bank, String(params.id)))),
    ),
    route('POST', `${PATH}/:id/accept-claim`, 'accept-claim', (call) => {
      const id = String(call.params.id);
      const { refund_amount } = read(AcceptClaimRequest, jsonOf(call));
      const { reason } = disputeById(bank, id);
      if (refund_amount && reason === 'MERCHANDISE_OR_SERVICE_NOT_RECEIVED')
        throw unprocessable(
          'AMOUNT_SHOULD_NOT_BE_PASSED',
          'You cannot specify the refund amount in an accept claim call.',
          '/refund_amount',
        );
      acceptClaim(bank, id, refund_amount && minorUnits(refund_amount, '/refund_amount'));
      return done(id);
    }),
    route('POST', `${PATH}/:id/make-offer`, 'make-offer', (call) => {
      const id = String(call.params.id);
      const { offer_amount } = read(MakeOfferRequest, jsonOf(call));
      makeOffer(bank, id, minorUnits(offer_amount, '/offer_amount'));
      return done(id);
    }),
    route('POST', `${PATH}/:id/provide-evidence`, 'provide-evidence', (call) => {
      const id = String(call.params.id);
      provideEvidence(bank, id, evidencesOf(call));
      return done(id);
    }),
  ];
}

/** The newest first; the next page begins behind the last one that was shown. */
function listDisputes(bank: Bank, { searchParams, search }: URL): object {
  const asked = (name: string) => searchParams.get(name) ?? undefined;
  const transaction = asked('disputed_transaction_id');
  const start = asked('start_time');
  if (transaction && start)
    throw refused('start_time', 'INVALID_REQUEST', 'Either start_time or disputed_transaction_id.');
  const size = Number(asked('page_size') ?? 10);
  if (!(Number.isInteger(size) && size >= 1 && size <= 50))
    throw refused('page_size', 'INVALID_PAGE_SIZE', 'The page size is outside the allowed range.');
  const createdFrom = timeOf(bank, 'start_time', start);
  const from = timeOf(bank, 'update_time_after', asked('update_time_after'));
  const before = timeOf(bank, 'update_time_before', asked('update_time_before'));
  const states = asked('dispute_state')?.split(',');
  const all = transaction
    ? bank.ledger.find('dispute', transaction).toReversed()
    : bank.ledger.list('dispute');
  const found = all.filter(
    (dispute) =>
      Date.parse(dispute.createdAt) >= (createdFrom ?? 0) &&
      Date.parse(dispute.updatedAt) >= (from ?? 0) &&
      Date.parse(dispute.updatedAt) <= (before ?? Number.POSITIVE_INFINITY) &&
      (!states || states.includes(stateOf(dispute))),
  );
  const page = afterToken(found, asked('next_page_token'));
  const items = page.slice(0, size);
  const last = items.at(-1);
  const self = `${bank.url}${PATH}`;
  const next = new URLSearchParams(searchParams);
  if (last) next.set('next_page_token', Buffer.from(last.id).toString('base64'));
  return {
    items: items.map((dispute) => summarizeDispute(bank, dispute)),
    links: [
      link(self + search, 'self'),
      link(self, 'first'),
      ...(page.length > size ? [link(`${self}?${next}`, 'next')] : []),
    ],
  };
}

function afterToken(disputes: Dispute[], token: string | undefined): Dispute[] {
  if (token === undefined) return disputes;
  const id = Buffer.from(token, 'base64').toString();
  return disputes.slice(disputes.findIndex((dispute) => dispute.id === id) + 1);
}

/** https://developer.paypal.com/docs/api/customer-disputes/v1/#errors: the last 180 days, and nothing of the future. */
function timeOf(bank: Bank, field: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const time = Date.parse(text);
  const now = Date.parse(bank.now());
  if (
    !/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/i.test(text) ||
    Number.isNaN(time)
  )
    throw refused(
      field,
      'INVALID_START_TIME_FORMAT',
      'The start time is not in the correct date and time format.',
    );
  if (time > now + 1000)
    throw refused(field, 'DATE_CAN_NOT_BE_IN_FUTURE', 'The specified start time is in the future.');
  if (time < now - LOOK_BACK_MS)
    throw refused(
      field,
      'INVALID_START_TIME_RANGE',
      'The start time is outside the allowed range.',
    );
  return time;
}

const refused = (field: string, issue: string, description: string) =>
  invalid([{ issue, description, field, location: 'query' } satisfies Detail]);

/** Evidence with files comes as a form with a part `input`; without files JSON alone will do. */
function evidencesOf(call: RestCall) {
  const isForm = call.headers['content-type']?.startsWith('multipart/form-data');
  const parts = isForm ? filesOf(call) : [];
  const input = parts.find(({ name }) => name === 'input');
  const body = isForm ? parsed(input?.bytes.toString('utf8') ?? '') : jsonOf(call);
  const files = parts.filter(({ name }) => name !== 'input');
  for (const { filename = '', bytes } of files)
    if (bytes.length > 10_000_000 || !/\.(jpe?g|gif|png|pdf)$/i.test(filename))
      throw unprocessable('INVALID_EVIDENCE_FILE', 'The evidence file is not valid.');
  return read(EvidenceRequest, body).evidences.map((evidence, at) => {
    const { evidence_type: type, evidence_info: info, notes } = evidence;
    if (type === 'PROOF_OF_FULFILLMENT' && !info?.tracking_info?.length)
      throw unprocessable(
        'MISSING_TRACKING_INFO',
        'The tracking number and carrier name are missing.',
      );
    if (type === 'PROOF_OF_REFUND' && !info?.refund_ids?.length)
      throw unprocessable('MISSING_REFUND_ID', 'A refund ID is missing.');
    const names = at === 0 ? files.map(({ filename = '' }) => filename) : [];
    return { type, ...(notes && { notes }), files: names };
  });
}
