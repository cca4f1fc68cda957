// Every request that our PayPal client can send is one that PayPal takes.
//
//   npm run prove -- paypal-contract
//
// The client speaks through a wire that keeps everything to the sandbox's PayPal. What it said is held against PayPal's
// published OpenAPI files (sandbox/paypal/openapi, where properties that they do not name are refused) and the rules
// documented beside them. Variants with one thing wrong must be refused, by the files and by the sandbox: a check that
// accepts everything would pass otherwise. The sandbox's own answers are checked against the same files.
import { join } from 'node:path';
import { findOrStartSandbox } from '../sandbox/client.ts';
import { type Contract, openContract, type Sent } from '../sandbox/paypal/contract.ts';
import { type Detail, Problem } from '../sandbox/paypal/problem.ts';
import { requireRequestId, requireWholeSource, sumOf } from '../sandbox/paypal/rules.ts';
import { Figures } from './figures.part.ts';
import { breakAll } from './paypal-contract/broken.ts';
import { makeEveryCall } from './paypal-contract/calls.ts';
import { type Exchange, openWire, send } from './paypal-contract/wire.ts';
import { inWorkspace } from '../testing/workspace.ts';

const contract = openContract();
if (!contract) {
  console.log('PayPal’s OpenAPI files are absent (sandbox/paypal/openapi): the check is SKIPPED.');
  process.exit(0);
}
await inWorkspace(60_000, async (workspace) => {
  contract.compileAll();
  const sandbox = await findOrStartSandbox({
    dataDir: join(workspace.folder, 'sandbox'),
    log: () => undefined,
  });
  workspace.own(sandbox.pid);
  const { paypal } = sandbox;
  const wire = await openWire(paypal.url);
  workspace.atEnd(() => wire.close());
  const called = await makeEveryCall(
    {
      apiUrl: wire.url,
      clientId: paypal.clientId,
      clientSecret: paypal.clientSecret,
      webhookId: paypal.webhookId,
      environment: 'sandbox',
      sdkUrl: paypal.sdkUrl,
      webhookAuthority: paypal.ca,
      isTest: true,
    },
    sandbox,
  );

  const figures = new Figures();
  const silent = Object.entries(called).filter(([, count]) => count === 0);
  figures.add('operations whose schemas compile', contract.operations.length);
  figures.add('operations of the client', Object.keys(called).length);
  figures.none(
    'operations that were not tried',
    silent.map(([name]) => name),
  );
  judgeRequests(figures, contract, wire.exchanges);
  judgeAnswers(figures, contract, wire.exchanges);
  await judgeBroken(figures, contract, wire.exchanges, paypal.url);
  return figures.print();
});

function judgeRequests(figures: Figures, schemas: Contract, exchanges: readonly Exchange[]): void {
  const described = exchanges.filter(({ sent }) => schemas.operationOf(sent));
  const others = exchanges.filter(({ sent }) => !schemas.operationOf(sent));
  figures.add('requests sent', exchanges.length);
  figures.add('accepted', described.filter(({ sent }) => !refusal(schemas, sent)).length);
  figures.none(
    'refused',
    described.flatMap(({ sent }) => {
      const why = refusal(schemas, sent);
      return why ? [`${sent.method} ${sent.path}: ${why}`] : [];
    }),
  );
  const undescribed = new Set(others.map(({ sent }) => sent.path.split(/[?]|\/PP-/)[0] ?? ''));
  figures.add('addresses that no file describes', undescribed.size);
  for (const path of undescribed) console.log(`  no file describes ${path}`);
}

function judgeAnswers(figures: Figures, schemas: Contract, exchanges: readonly Exchange[]): void {
  figures.none(
    'answers of the sandbox that are not as PayPal’s',
    exchanges.flatMap(({ sent, status, answer }) =>
      schemas.checkAnswer(sent, status, answer).map((why) => `${sent.method} ${sent.path}: ${why}`),
    ),
  );
}

async function judgeBroken(
  figures: Figures,
  schemas: Contract,
  exchanges: readonly Exchange[],
  url: string,
): Promise<void> {
  const broken = breakAll(exchanges);
  figures.add('broken variants', broken.length, '≥ 25', broken.length >= 25);
  figures.none(
    'broken variants that pass the files and rules',
    broken.filter(({ sent }) => !refusal(schemas, sent)).map(({ name }) => name),
  );
  const taken: string[] = [];
  for (const { name, sent } of broken) {
    const { status, answer } = await send(url, sent);
    // Refused for another reason, a broken request would be taken as soon as that reason is gone.
    const isSame = status >= 400 && status < 500 && issuesOf(answer) === refusal(schemas, sent);
    if (!isSame) taken.push(`${name}: ${status} ${issuesOf(answer)}`);
  }
  figures.none('broken variants that the sandbox does not refuse for the same reason', taken);
}

/** The issues in an answer, with their places. */
function issuesOf(answer: string): string {
  const { details = [] } = JSON.parse(answer) as { details?: Detail[] };
  return details.map(({ issue, field = '' }) => `${issue} ${field}`.trim()).join(', ');
}

/** Why PayPal would refuse a request for its form; undefined when it would not. */
function refusal(schemas: Contract, sent: Sent): string | undefined {
  try {
    schemas.demand(sent);
    if (schemas.operationOf(sent) !== 'orders.create') return undefined;
    const body = JSON.parse(sent.body);
    requireRequestId(sent.headers['paypal-request-id'], body);
    requireWholeSource(body);
    for (const unit of body.purchase_units) sumOf(unit);
    return undefined;
  } catch (error) {
    if (error instanceof Problem) return issuesOf(JSON.stringify(error.body));
    throw error;
  }
}
